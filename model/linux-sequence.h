/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SEQUENCE_H
#define LINUX_SEQUENCE_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Compare two sequence numbers that may have wrapped around.
 * @param a first sequence number
 * @param b second sequence number
 * @return true when a lies before b; meaningful while they are less than 2^31 apart
 */
constexpr bool
SeqBefore(uint32_t a, uint32_t b)
{
    return a != b && b - a < 0x80000000U;
}

/**
 * @ingroup linux-tcp
 * @brief Compare two sequence numbers that may have wrapped around.
 * @param a first sequence number
 * @param b second sequence number
 * @return true when a lies after b
 */
constexpr bool
SeqAfter(uint32_t a, uint32_t b)
{
    return SeqBefore(b, a);
}

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_SEQUENCE_H */
