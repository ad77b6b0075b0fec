/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-pacing.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

constexpr uint64_t NS_PER_S = 1000000000; //!< nanoseconds in a second
/// Eighths of a microsecond in a second, divided by 100 because the ratios are percentages.
constexpr uint64_t SRTT_UNITS_PER_S_PERCENT = 8 * 1000000 / 100;

} // namespace

uint64_t
PacingRate(uint32_t mss,
           uint32_t cwnd,
           uint32_t packetsOut,
           uint32_t ssthresh,
           uint32_t srttUs8,
           uint32_t ssRatio,
           uint32_t caRatio,
           uint64_t maxRate)
{
    // Half-way through slow start the rate already falls to the smaller ratio.
    const uint32_t ratio = cwnd < ssthresh / 2 ? ssRatio : caRatio;
    uint64_t rate = mss * SRTT_UNITS_PER_S_PERCENT * ratio * std::max(cwnd, packetsOut);
    if (srttUs8 != 0)
    {
        rate /= srttUs8;
    }
    return std::min(rate, maxRate);
}

int64_t
PacingClock::Depart(int64_t nowNs, uint32_t length, uint64_t rate, uint32_t dataSegmentsOut)
{
    const int64_t before = m_clockNs;
    const int64_t departure = Stamp(nowNs);
    if (rate == 0 || rate == UNLIMITED_RATE || dataSegmentsOut < UNPACED_SEGMENTS)
    {
        return departure;
    }
    const auto lengthNs = static_cast<int64_t>(length * NS_PER_S / rate);
    const int64_t credit = std::min(lengthNs / 2, departure - before);
    m_clockNs = departure + lengthNs - credit;
    return departure;
}

int64_t
PacingClock::Stamp(int64_t nowNs)
{
    m_clockNs = std::max(m_clockNs, nowNs);
    return m_clockNs;
}

int64_t
PacingClock::GetClock() const
{
    return m_clockNs;
}

bool
PacingClock::MustWait(int64_t nowNs) const
{
    return m_clockNs > nowNs;
}

} // namespace LinuxRules
} // namespace ns3
