/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tso-defer.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

constexpr int64_t NS_PER_MS = 1000000;    //!< nanoseconds in a millisecond
constexpr int64_t NS_PER_SRTT_UNIT = 125; //!< nanoseconds in an eighth of a microsecond
constexpr uint32_t SEGMENTS_PER_WAIT = 3; //!< without a divisor, room for more than this is used

/**
 * @brief Tell whether there is too much room to wait for more.
 * @param input the socket's numbers
 * @param room bytes that both windows leave
 * @return true when it should be used now
 */
bool
RoomIsLarge(const DeferInput& input, uint32_t room)
{
    if (room >= uint64_t{input.maxSegs} * input.mss)
    {
        return true;
    }
    if (!input.lastInQueue && room >= input.length)
    {
        return true;
    }
    if (input.tsoWinDivisor == 0)
    {
        return room > uint64_t{SEGMENTS_PER_WAIT} * input.mss;
    }
    return room >= std::min(input.sendWindow, input.cwndBytes) / input.tsoWinDivisor;
}

/**
 * @brief Tell whether the next ACK is too far away to wait for it.
 * @param input the socket's numbers
 * @return true when waiting is not worth it
 */
bool
AckIsFar(const DeferInput& input)
{
    const int64_t srttNs = (input.srttUs * 8 + input.srttEighths) * NS_PER_SRTT_UNIT;
    const int64_t untilAckNs = srttNs - input.headAgeNs;
    return untilAckNs > std::min(srttNs / 2, NS_PER_MS);
}

} // namespace

DeferReason
TsoDefer(const DeferInput& input)
{
    if (input.recoveryOrLoss || input.nsSinceLastSend > NS_PER_MS)
    {
        return DeferReason::SendNow;
    }
    const uint32_t room = std::min(input.windowLeft, input.cwndLeft);
    if (RoomIsLarge(input, room) || input.rtxQueueEmpty || AckIsFar(input))
    {
        return DeferReason::SendNow;
    }
    if (room <= input.length)
    {
        return input.cwndLeft < input.windowLeft ? DeferReason::CwndLimited
                                                 : DeferReason::WindowLimited;
    }
    // More data could still join the skb, unless it is complete.
    return input.finOrEor ? DeferReason::SendNow : DeferReason::Neither;
}

} // namespace LinuxRules
} // namespace ns3
