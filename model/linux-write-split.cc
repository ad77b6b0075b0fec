/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-write-split.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/**
 * @brief The part of the Nagle rule that knows neither FIN nor the position in the queue.
 * @param state the socket's state
 * @return true when a partial segment has to wait
 */
bool
HoldsPartial(const NagleState& state)
{
    // A cork holds even what is pushed; the push only lets the cut-off rest follow at once.
    if (state.corked)
    {
        return true;
    }
    return !state.noDelay && !state.pushed && state.packetsOut && state.smallSegmentOutstanding;
}

} // namespace

bool
NagleHolds(bool partial, bool fin, const NagleState& state)
{
    if (state.pushed || fin)
    {
        return false;
    }
    return partial && HoldsPartial(state);
}

uint32_t
SplitPoint(uint32_t skbLength,
           uint32_t window,
           uint32_t mss,
           uint32_t maxSegs,
           bool lastInQueue,
           const NagleState& state)
{
    if (skbLength <= mss)
    {
        return skbLength;
    }
    const uint64_t quota = uint64_t{mss} * maxSegs;
    if (quota <= window && !lastInQueue)
    {
        // No data can join this skb any more, so its partial end need not wait.
        return static_cast<uint32_t>(std::min<uint64_t>(quota, skbLength));
    }
    const uint32_t fitting = std::min(skbLength, window);
    if (quota <= fitting)
    {
        return static_cast<uint32_t>(quota);
    }
    const uint32_t partial = fitting % mss;
    return partial != 0 && HoldsPartial(state) ? fitting - partial : fitting;
}

} // namespace LinuxRules
} // namespace ns3
