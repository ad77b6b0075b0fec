/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../model/linux-ack-policy.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t HEADER = 32;
constexpr int64_t RTO = 201;

/**
 * @brief A full segment comes.
 * @param policy the policy
 * @param nowMs when
 * @param push it carries PSH
 * @param window bytes offered
 */
void
Segment(AckPolicy& policy, int64_t nowMs, bool push = false, uint32_t window = 65160)
{
    policy.OnData(nowMs, MSS, push, 1460, HEADER, window, RTO);
}

/// A policy whose quick phase is over.
AckPolicy
Settled()
{
    AckPolicy policy;
    Segment(policy, 0);
    for (uint32_t i = 0; i < AckPolicy::MAX_QUICK_ACKS; ++i)
    {
        Segment(policy, 0);
        policy.OnAckSent();
    }
    EXPECT_EQ(policy.GetQuick(), 0U);
    return policy;
}

TEST(AckPolicy, FirstSixteenSegmentsAreAcknowledgedAtOnce)
{
    AckPolicy policy;
    for (int i = 0; i < 16; ++i)
    {
        Segment(policy, 1);
        EXPECT_TRUE(policy.IsDue(MSS, true)) << "segment " << i;
        policy.OnAckSent();
    }
    Segment(policy, 1);
    EXPECT_FALSE(policy.IsDue(MSS, true));
    EXPECT_TRUE(policy.IsDue(2 * MSS, true));
}

TEST(AckPolicy, FewerWhenTheWindowIsSmall)
{
    AckPolicy policy;
    Segment(policy, 1, false, 5 * 2 * MSS);
    EXPECT_EQ(policy.GetQuick(), 5U);
    policy = AckPolicy();
    Segment(policy, 1, false, 1000);
    EXPECT_EQ(policy.GetQuick(), 2U);
}

TEST(AckPolicy, AckThatWasNotOwedCountsNot)
{
    AckPolicy policy;
    Segment(policy, 1);
    policy.OnAckSent();
    EXPECT_EQ(policy.GetQuick(), 15U);
    policy.OnAckSent(); // nothing was owed: a window update
    EXPECT_EQ(policy.GetQuick(), 15U);
}

TEST(AckPolicy, TwoSegmentsWaitWhenTheWindowWouldFall)
{
    AckPolicy policy = Settled();
    Segment(policy, 1);
    EXPECT_FALSE(policy.IsDue(2 * MSS, false)) << "the read will send it";
    EXPECT_TRUE(policy.IsDueAfterRead(2 * MSS, true));
    EXPECT_TRUE(policy.IsDueAfterRead(2 * MSS, false));
}

TEST(AckPolicy, PushedSegmentIsAcknowledgedWhenRead)
{
    AckPolicy policy = Settled();
    Segment(policy, 1, true);
    EXPECT_FALSE(policy.IsDue(MSS, true));
    EXPECT_FALSE(policy.IsDueAfterRead(MSS, false)) << "something is left to read";
    EXPECT_TRUE(policy.IsDueAfterRead(MSS, true));
    policy.OnAckSent();
    Segment(policy, 1);
    EXPECT_FALSE(policy.IsDueAfterRead(MSS, true)) << "not pushed";
    policy.OnAckSent();
    EXPECT_FALSE(policy.IsDueAfterRead(5 * MSS, true)) << "no ACK is owed";
}

TEST(AckPolicy, WindowGrowthSendsOneAck)
{
    AckPolicy policy = Settled();
    Segment(policy, 1);
    policy.OnWindowGrowth();
    EXPECT_TRUE(policy.IsDue(MSS, true));
    policy.OnAckSent();
    Segment(policy, 1);
    EXPECT_FALSE(policy.IsDue(MSS, true));
}

TEST(AckPolicy, LearnsTheSendersMss)
{
    AckPolicy policy;
    EXPECT_EQ(policy.GetRcvMss(), 536U);
    Segment(policy, 1);
    EXPECT_EQ(policy.GetRcvMss(), MSS);
    policy.OnData(1, 1000, false, 1460, HEADER, 65160, RTO);
    EXPECT_EQ(policy.GetRcvMss(), MSS) << "one shorter segment may be the end of a write";
    policy.OnData(1, 1000, false, 1460, HEADER, 65160, RTO);
    EXPECT_EQ(policy.GetRcvMss(), 1000U) << "two of the same length are full ones";
    policy.OnData(1, 9000, false, 1460, HEADER, 65160, RTO);
    EXPECT_EQ(policy.GetRcvMss(), 1460U) << "merged segments do not exceed advmss";
}

TEST(AckPolicy, DelayAdaptsToTheSender)
{
    AckPolicy policy = Settled();
    EXPECT_EQ(policy.GetDelay(0), 40);
    // Segments 100 ms apart: half the old estimate and the gap.
    for (int64_t now : {1000, 1100})
    {
        Segment(policy, now);
    }
    EXPECT_EQ(policy.GetDelay(0), 40) << "a gap above the estimate says nothing";
    policy.OnDelayPassed(RTO);
    EXPECT_EQ(policy.GetDelay(0), 80) << "the ACK went out before the next segment came";
    Segment(policy, 1160);
    EXPECT_EQ(policy.GetDelay(0), 100) << "80 / 2 + 60";
    EXPECT_EQ(policy.GetDelay(50000), 50) << "never longer than a round trip";
    EXPECT_EQ(policy.GetDelay(1000), 40) << "nor shorter than 40 ms";
    policy.OnDelayPassed(RTO);
    policy.OnDelayPassed(RTO);
    EXPECT_EQ(policy.GetDelay(0), 200);
    Segment(policy, 1161);
    EXPECT_EQ(policy.GetDelay(0), 120) << "201 / 2 + 20: the sender is fast again";
}

TEST(AckPolicy, LongPauseStartsTheQuickPhaseAgain)
{
    AckPolicy policy = Settled();
    Segment(policy, RTO + 1);
    EXPECT_EQ(policy.GetQuick(), 16U);
    policy.LeaveQuickMode();
    EXPECT_FALSE(policy.IsDue(MSS, true));
    policy.EnterQuickMode(65160);
    EXPECT_TRUE(policy.IsDue(MSS, true));
}

} // namespace
