/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_GROW_RULE_H
#define LINUX_GROW_RULE_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Bytes that the head skb takes over from the next one before it is sent (6.10).
 * @param length payload bytes of the head skb
 * @param quotaSegs segments that may go out now
 * @param mss payload bytes per segment
 * @param nextLength payload bytes of the next skb; 0 when there is none
 * @return bytes; 0 when the head fills the quota already
 */
uint32_t GrowBytes(uint32_t length, uint32_t quotaSegs, uint32_t mss, uint32_t nextLength);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_GROW_RULE_H */
