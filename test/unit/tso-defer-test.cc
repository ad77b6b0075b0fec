/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tso-defer.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t MSS = 1448;

/**
 * @brief A socket that waits: 25 segments queued, congestion window 47 with room for 2, the next
 * ACK due in 332 us.
 * @return the numbers
 */
DeferInput
Waiting()
{
    DeferInput input;
    input.nsSinceLastSend = 0;
    input.windowLeft = 20000;
    input.cwndLeft = 2 * MSS;
    input.maxSegs = 45;
    input.mss = MSS;
    input.length = 25 * MSS;
    input.lastInQueue = true;
    input.sendWindow = 72704;
    input.cwndBytes = 47 * MSS;
    input.headAgeNs = 2000000;
    input.srttUs = 2332;
    return input;
}

} // namespace

TEST(TsoDefer, WaitsForTheSmallerRoom)
{
    DeferInput input = Waiting();
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.windowLeft = 2 * MSS - 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::WindowLimited);
    input.windowLeft = 2 * MSS; // the same: blamed on the receiver
    EXPECT_EQ(TsoDefer(input), DeferReason::WindowLimited);
    input.windowLeft = 2 * MSS + 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
}

TEST(TsoDefer, NeverInRecovery)
{
    DeferInput input = Waiting();
    input.recoveryOrLoss = true;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, OnlyWithinAMillisecondOfTheLastSend)
{
    DeferInput input = Waiting();
    input.nsSinceLastSend = 1000000;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.nsSinceLastSend = 1000001;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.nsSinceLastSend = -5000000; // the departure clock is ahead
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
}

TEST(TsoDefer, RoomForAFullSkbIsUsed)
{
    DeferInput input = Waiting();
    input.maxSegs = 2;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.maxSegs = 3;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.cwndLeft = 3 * MSS;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.windowLeft = 3 * MSS - 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::WindowLimited);
}

TEST(TsoDefer, CompleteMiddleSkbIsSent)
{
    DeferInput input = Waiting();
    input.length = 2 * MSS;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.lastInQueue = false;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.length = 2 * MSS + 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
}

TEST(TsoDefer, AThirdOfTheWindowIsUsed)
{
    DeferInput input = Waiting();
    input.windowLeft = 72704;
    input.cwndLeft = 22685; // 68056 / 3, rounded down
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.cwndLeft = 22684;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.sendWindow = 60000; // now the receiver's window is the smaller one
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.cwndLeft = 19999;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.tsoWinDivisor = 4;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, WithoutADivisorMoreThanThreeSegmentsAreUsed)
{
    DeferInput input = Waiting();
    input.tsoWinDivisor = 0;
    input.cwndLeft = 3 * MSS;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.cwndLeft = 3 * MSS + 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, NothingOutstandingMeansNoAckToWaitFor)
{
    DeferInput input = Waiting();
    input.rtxQueueEmpty = true;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, AckMustBeDueWithinAMillisecond)
{
    DeferInput input = Waiting();
    input.headAgeNs = 1332000;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.headAgeNs = 1331999;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.headAgeNs = 9000000; // overdue
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.headAgeNs = -1000; // departs only later
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, AckMustBeDueWithinHalfARoundTrip)
{
    DeferInput input = Waiting();
    input.srttUs = 400;
    input.headAgeNs = 200000;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.headAgeNs = 199999;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}

TEST(TsoDefer, EighthsOfAMicrosecondCount)
{
    DeferInput input = Waiting();
    input.srttUs = 400;
    input.headAgeNs = 200249;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
    input.srttEighths = 4; // 400.5 us: half of it is 200.25 us
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
    input.headAgeNs = 200250;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited);
}

TEST(TsoDefer, RoomToSpareWaitsForMoreData)
{
    DeferInput input = Waiting();
    input.length = 2 * MSS - 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::Neither);
    input.windowLeft = 2 * MSS - 1; // the receiver's window just holds it
    EXPECT_EQ(TsoDefer(input), DeferReason::WindowLimited);
    input.length = 2 * MSS - 2;
    EXPECT_EQ(TsoDefer(input), DeferReason::Neither);
}

TEST(TsoDefer, CompleteLastSkbDoesNotWaitForMoreData)
{
    DeferInput input = Waiting();
    input.finOrEor = true;
    EXPECT_EQ(TsoDefer(input), DeferReason::CwndLimited); // but still for the window
    input.length = 2 * MSS - 1;
    EXPECT_EQ(TsoDefer(input), DeferReason::SendNow);
}
