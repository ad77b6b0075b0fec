/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tso-rules.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// From this many periods of 2^tso_rtt_log microseconds on, the round trip earns no bonus.
constexpr uint32_t BONUS_PERIODS = 32;

/// Windows up to this size (the default mss) are not halved.
constexpr uint32_t TINY_WINDOW = 536;

} // namespace

uint32_t
TsoSegs(const TsoSizing& sizing)
{
    // Shifts by 64 or more are undefined in C++; nothing is left of the rate then.
    uint64_t bytes = sizing.pacingShift < 64 ? sizing.pacingRate >> sizing.pacingShift : 0;
    if (sizing.autosize == TsoAutosize::RateAndMinRtt)
    {
        const uint32_t periods = sizing.tsoRttLog < 32 ? sizing.minRttUs >> sizing.tsoRttLog : 0;
        if (periods < BONUS_PERIODS)
        {
            bytes += sizing.gsoMaxSize >> periods;
        }
    }
    bytes = std::min<uint64_t>(bytes, sizing.gsoMaxSize);
    const auto segs = static_cast<uint32_t>(bytes / sizing.mss);
    return std::min(std::max(segs, sizing.minTsoSegs), sizing.gsoMaxSegs);
}

uint32_t
SizeGoal(uint32_t mss, uint32_t gsoMaxSize, uint32_t gsoMaxSegs, uint32_t maxWindow)
{
    uint32_t bytes = gsoMaxSize;
    if (maxWindow > 0)
    {
        bytes = std::min(bytes, maxWindow > TINY_WINDOW ? maxWindow / 2 : maxWindow);
    }
    const uint32_t segs = std::min(bytes / mss, gsoMaxSegs);
    return std::max(segs, 1U) * mss;
}

uint32_t
SocketGsoMaxSize(uint32_t deviceGsoMaxSize, uint32_t maxTcpHeader)
{
    const uint32_t room = maxTcpHeader + 1;
    return deviceGsoMaxSize > room ? deviceGsoMaxSize - room : 0;
}

uint32_t
CwndQuota(uint32_t cwnd, uint32_t inFlight)
{
    if (inFlight >= cwnd)
    {
        return 0;
    }
    return std::min(cwnd - inFlight, std::max(cwnd / 2, 1U));
}

} // namespace LinuxRules
} // namespace ns3
