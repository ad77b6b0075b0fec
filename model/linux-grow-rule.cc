/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-grow-rule.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

uint32_t
GrowBytes(uint32_t length, uint32_t quotaSegs, uint32_t mss, uint32_t nextLength)
{
    const uint64_t quota = uint64_t{quotaSegs} * mss;
    if (quota <= length)
    {
        return 0;
    }
    return static_cast<uint32_t>(std::min<uint64_t>(quota - length, nextLength));
}

} // namespace LinuxRules
} // namespace ns3
