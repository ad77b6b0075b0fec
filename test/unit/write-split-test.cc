/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-write-split.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr bool LAST = true;
constexpr bool MIDDLE = false;

/**
 * @brief A state in which the Nagle rule holds partial segments back.
 * @return the state
 */
NagleState
Holding()
{
    NagleState state;
    state.packetsOut = true;
    state.smallSegmentOutstanding = true;
    return state;
}

} // namespace

TEST(Nagle, HoldsAPartialSegmentBehindASmallOne)
{
    EXPECT_TRUE(NagleHolds(true, false, Holding()));
    EXPECT_FALSE(NagleHolds(false, false, Holding()));
}

TEST(Nagle, NeedsASmallSegmentOutstanding)
{
    NagleState state = Holding();
    state.smallSegmentOutstanding = false;
    EXPECT_FALSE(NagleHolds(true, false, state));
    state = Holding();
    state.packetsOut = false;
    EXPECT_FALSE(NagleHolds(true, false, state));
}

TEST(Nagle, NoDelayPushAndFinPass)
{
    NagleState state = Holding();
    state.noDelay = true;
    EXPECT_FALSE(NagleHolds(true, false, state));
    state = Holding();
    state.pushed = true;
    EXPECT_FALSE(NagleHolds(true, false, state));
    EXPECT_FALSE(NagleHolds(true, true, Holding()));
}

TEST(Nagle, CorkHoldsEvenWithNothingOutstanding)
{
    NagleState state;
    EXPECT_FALSE(NagleHolds(true, false, state));
    state.corked = true;
    EXPECT_TRUE(NagleHolds(true, false, state));
    EXPECT_FALSE(NagleHolds(false, false, state));
    state.noDelay = true;
    EXPECT_TRUE(NagleHolds(true, false, state));
    state.pushed = true;
    EXPECT_FALSE(NagleHolds(true, false, state));
    state.pushed = false;
    EXPECT_FALSE(NagleHolds(true, true, state));
}

TEST(SplitPoint, QuotaCutsAtASegmentBorder)
{
    // The lock of 2023: 25 segments queued, half of a congestion window of 47 cuts off 2.
    EXPECT_EQ(SplitPoint(25 * MSS, 72704, MSS, 23, LAST, Holding()), 33304U);
    EXPECT_EQ(SplitPoint(25 * MSS, 72704, MSS, 23, MIDDLE, Holding()), 33304U);
    EXPECT_EQ(SplitPoint(2 * MSS, 72704, MSS, 23, LAST, Holding()), 2896U);
    EXPECT_EQ(SplitPoint(25 * MSS, 72704, MSS, 1, LAST, Holding()), MSS);
}

TEST(SplitPoint, QuotaOfExactlyTheLength)
{
    EXPECT_EQ(SplitPoint(23 * MSS, 72704, MSS, 23, LAST, Holding()), 23U * MSS);
    EXPECT_EQ(SplitPoint(23 * MSS + 1, 72704, MSS, 23, LAST, NagleState()), 23U * MSS);
}

TEST(SplitPoint, OneSegmentGoesWhole)
{
    EXPECT_EQ(SplitPoint(MSS, 72704, MSS, 23, LAST, Holding()), MSS);
    EXPECT_EQ(SplitPoint(1000, 72704, MSS, 1, LAST, Holding()), 1000U);
    EXPECT_EQ(SplitPoint(0, 72704, MSS, 1, LAST, Holding()), 0U);
}

TEST(SplitPoint, PartialEndOfTheLastSkbWaitsWhenNagleHoldsIt)
{
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, LAST, Holding()), 2896U);
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, LAST, NagleState()), 3000U);
    NagleState state = Holding();
    state.noDelay = true;
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, LAST, state), 3000U);
    state = Holding();
    state.pushed = true;
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, LAST, state), 3000U);
    // A cork cuts the partial end off although the send was forced.
    state.corked = true;
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, LAST, state), 2896U);
}

TEST(SplitPoint, MiddleSkbWithWindowGoesWhole)
{
    EXPECT_EQ(SplitPoint(3000, 72704, MSS, 10, MIDDLE, Holding()), 3000U);
    EXPECT_EQ(SplitPoint(3000, 10 * MSS, MSS, 10, MIDDLE, Holding()), 3000U);
    // The window does not reach as far as the quota: the rule of the last skb holds.
    EXPECT_EQ(SplitPoint(3000, 10 * MSS - 1, MSS, 10, MIDDLE, Holding()), 2896U);
}

TEST(SplitPoint, WindowCutsAnywhereUnlessNagleHolds)
{
    EXPECT_EQ(SplitPoint(10000, 5000, MSS, 10, LAST, NagleState()), 5000U);
    EXPECT_EQ(SplitPoint(10000, 5000, MSS, 10, LAST, Holding()), 3U * MSS);
    EXPECT_EQ(SplitPoint(10000, 5000, MSS, 10, MIDDLE, Holding()), 3U * MSS);
    EXPECT_EQ(SplitPoint(10000, 3 * MSS, MSS, 10, LAST, Holding()), 3U * MSS);
    EXPECT_EQ(SplitPoint(10000, 5000, MSS, 2, LAST, Holding()), 2U * MSS);
}

TEST(SplitPoint, LargeQuotasDoNotOverflow)
{
    // 65535 * 65538 exceeds 32 bits by 65534.
    EXPECT_EQ(SplitPoint(100000, 1 << 30, 65535, 65538, LAST, NagleState()), 100000U);
    EXPECT_EQ(SplitPoint(100000, 1 << 30, 65535, 65538, MIDDLE, NagleState()), 100000U);
}
