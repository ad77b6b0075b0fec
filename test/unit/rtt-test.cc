/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-rtt.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr int64_t SECOND_US = 1000000;

} // namespace

TEST(RttEstimator8, StartsEmpty)
{
    RttEstimator8 rtt;
    EXPECT_FALSE(rtt.HasSample());
    EXPECT_EQ(rtt.GetSrttUs8(), 0U);
    EXPECT_EQ(rtt.GetRtoUs(), 1000000U);
}

TEST(RttEstimator8, FirstSampleSetsAll)
{
    RttEstimator8 rtt;
    rtt.Sample(716, 1, 1);
    EXPECT_TRUE(rtt.HasSample());
    EXPECT_EQ(rtt.GetSrttUs8(), 5728U);
    EXPECT_EQ(rtt.GetSrttUs(), 716U);
    EXPECT_EQ(rtt.GetMdevUs4(), 1432U);
    EXPECT_EQ(rtt.GetRttvarUs(), 200000U);
    EXPECT_EQ(rtt.GetRtoUs(), 200716U);
}

TEST(RttEstimator8, LaterSamplesCountAnEighth)
{
    RttEstimator8 rtt;
    rtt.Sample(716, 1, 1);
    rtt.Sample(837, 2, 3);
    EXPECT_EQ(rtt.GetSrttUs8(), 5849U); // 5728 + 121
    EXPECT_EQ(rtt.GetSrttUs(), 731U);
    EXPECT_EQ(rtt.GetMdevUs4(), 1195U); // 1432 + 121 - 358
    rtt.Sample(3000, 3, 4);
    EXPECT_EQ(rtt.GetSrttUs8(), 8118U); // 5849 + 2269
    EXPECT_EQ(rtt.GetMdevUs4(), 3166U); // 1195 + 2269 - 298
}

TEST(RttEstimator8, FallingTimesHardlyRaiseTheDeviation)
{
    RttEstimator8 rtt;
    rtt.Sample(10000, 1, 1);
    ASSERT_EQ(rtt.GetMdevUs4(), 20000U);
    rtt.Sample(2000, 2, 3); // error -8000, 3000 beyond the deviation: / 8
    EXPECT_EQ(rtt.GetSrttUs8(), 72000U);
    EXPECT_EQ(rtt.GetMdevUs4(), 20375U);
    rtt.Sample(8000, 3, 4); // error -1000, below the deviation: falls at full speed
    EXPECT_EQ(rtt.GetSrttUs8(), 71000U);
    EXPECT_EQ(rtt.GetMdevUs4(), 16282U); // 20375 + 1000 - 5093
}

TEST(RttEstimator8, VarianceRisesAtOnceAndFallsOncePerWindow)
{
    RttEstimator8 rtt;
    rtt.Sample(1000000, 1000, 5000);
    ASSERT_EQ(rtt.GetRttvarUs(), 2000000U);
    // Equal samples: the deviation falls by a quarter each time, the variance not at all, because
    // the largest deviation of the window still is the first one.
    rtt.Sample(1000000, 2000, 6000);
    EXPECT_EQ(rtt.GetMdevUs4(), 1500000U);
    EXPECT_EQ(rtt.GetRttvarUs(), 2000000U);
    rtt.Sample(1000000, 5000, 6000); // exactly the end of the window is not past it
    EXPECT_EQ(rtt.GetMdevUs4(), 1125000U);
    rtt.Sample(1000000, 5001, 7000); // a new window, with a maximum of its own
    EXPECT_EQ(rtt.GetMdevUs4(), 843750U);
    EXPECT_EQ(rtt.GetRttvarUs(), 2000000U);
    rtt.Sample(1000000, 6000, 8000);
    EXPECT_EQ(rtt.GetMdevUs4(), 632813U);
    EXPECT_EQ(rtt.GetRttvarUs(), 2000000U);
    rtt.Sample(1000000, 7001, 9000);        // the largest of this window is 632813
    EXPECT_EQ(rtt.GetRttvarUs(), 1658204U); // 2000000 - (2000000 - 632813) / 4
    EXPECT_EQ(rtt.GetRtoUs(), 2658204U);
    // A rise counts immediately.
    rtt.Sample(6000000, 7500, 9000);       // error 5000000
    EXPECT_EQ(rtt.GetMdevUs4(), 5355958U); // 474610 + 5000000 - 118652
    EXPECT_EQ(rtt.GetRttvarUs(), 5355958U);
}

TEST(RttEstimator8, VarianceStaysAboveItsMinimum)
{
    RttEstimator8 rtt(50000);
    rtt.Sample(30000, 1, 10);
    EXPECT_EQ(rtt.GetRttvarUs(), 60000U);
    uint32_t seq = 11;
    for (int i = 0; i < 100; ++i, seq += 2)
    {
        rtt.Sample(30000, seq, seq + 1);
    }
    // Steps of a quarter of the distance end 3 short of it.
    EXPECT_EQ(rtt.GetRttvarUs(), 50003U);
    EXPECT_EQ(rtt.GetRtoUs(), 80003U);
}

TEST(RttEstimator8, WindowsSurviveTheWrapOfSequenceNumbers)
{
    RttEstimator8 rtt;
    rtt.Sample(1000000, 0xfffffe00U, 0xffffff00U);
    rtt.Sample(1000000, 0x100U, 0x200U); // past the end of the window: maximum begins anew
    rtt.Sample(1000000, 0x300U, 0x400U);
    EXPECT_EQ(rtt.GetRttvarUs(), 1781250U); // 2000000 - (2000000 - 1125000) / 4
}

TEST(RttEstimator8, NeverForgetsThatItHasASample)
{
    RttEstimator8 rtt;
    rtt.Sample(0, 1, 1);
    EXPECT_TRUE(rtt.HasSample());
    EXPECT_EQ(rtt.GetSrttUs8(), 1U);
    rtt.Sample(0, 2, 2);
    EXPECT_EQ(rtt.GetSrttUs8(), 1U);
}

TEST(RttEstimator8, TimeoutIsBounded)
{
    RttEstimator8 rtt;
    rtt.Sample(100 * SECOND_US, 1, 1);
    EXPECT_EQ(rtt.GetRtoUs(), 120000000U);
}

TEST(MinRttFilter, StartsUnknown)
{
    MinRttFilter filter;
    EXPECT_EQ(filter.Get(), UINT32_MAX);
}

TEST(MinRttFilter, KeepsTheMinimum)
{
    MinRttFilter filter;
    filter.Update(0, 900);
    EXPECT_EQ(filter.Get(), 900U);
    filter.Update(1000, 716);
    EXPECT_EQ(filter.Get(), 716U);
    filter.Update(2000, 2000);
    EXPECT_EQ(filter.Get(), 716U);
}

TEST(MinRttFilter, AZeroCountsAsATick)
{
    MinRttFilter filter;
    filter.Update(0, 0);
    EXPECT_EQ(filter.Get(), 1000U);
}

TEST(MinRttFilter, DelayedAcksCountOnlyWhenTheyLowerIt)
{
    MinRttFilter filter(10 * SECOND_US);
    filter.Update(0, 700);
    // Old enough to replace the minimum, were it not for the delay.
    filter.Update(11 * SECOND_US, 40000, true);
    EXPECT_EQ(filter.Get(), 700U);
    filter.Update(12 * SECOND_US, 600, true);
    EXPECT_EQ(filter.Get(), 600U);
    filter.Update(23 * SECOND_US, 40000, false);
    EXPECT_EQ(filter.Get(), 40000U);
}

TEST(MinRttFilter, ForgetsAfterTheWindow)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(100, 50);
    EXPECT_EQ(filter.Get(), 10U);
    filter.Update(101, 60);
    // The minimum is out of the window; what was seen at 100 takes its place.
    EXPECT_EQ(filter.Get(), 50U);
}

TEST(MinRttFilter, RunnersUpMoveOn)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 40); // a quarter has passed: second choice
    filter.Update(30, 30); // a better one
    filter.Update(60, 35); // more than half has passed: third choice
    EXPECT_EQ(filter.Get(), 10U);
    filter.Update(101, 90);
    EXPECT_EQ(filter.Get(), 30U);
    filter.Update(131, 95);
    EXPECT_EQ(filter.Get(), 35U);
    // 35 came at 60, the next best at 101.
    filter.Update(160, 99);
    EXPECT_EQ(filter.Get(), 35U);
    filter.Update(161, 99);
    EXPECT_EQ(filter.Get(), 90U);
}

TEST(MinRttFilter, BothRunnersUpMayBeTooOld)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 20);
    filter.Update(55, 30);
    // At 130 the first and the second are out of the window.
    filter.Update(130, 40);
    EXPECT_EQ(filter.Get(), 30U);
}

TEST(MinRttFilter, SilenceOfAWindowStartsOver)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(201, 90);
    EXPECT_EQ(filter.Get(), 90U);
}

TEST(MinRttFilter, AnEqualSampleIsTheYoungerMinimum)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(90, 10); // nothing is left from before
    filter.Update(110, 50);
    EXPECT_EQ(filter.Get(), 10U);
    filter.Update(191, 99);
    EXPECT_EQ(filter.Get(), 99U);
}

TEST(MinRttFilter, AnEqualSampleIsTheYoungerMinimumThoughMaybeDelayed)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(90, 10, true);
    filter.Update(110, 50);
    EXPECT_EQ(filter.Get(), 10U);
}

TEST(MinRttFilter, AnEqualSampleIsTheYoungerSecondChoice)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 40);
    filter.Update(50, 40);
    filter.Update(101, 90);
    EXPECT_EQ(filter.Get(), 40U);
    filter.Update(127, 92); // a quarter after 50, without another second choice
    EXPECT_EQ(filter.Get(), 40U);
    filter.Update(151, 95);
    EXPECT_EQ(filter.Get(), 92U);
}

TEST(MinRttFilter, AnEqualSampleIsTheYoungerThirdChoice)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 30);
    filter.Update(60, 50);
    filter.Update(80, 50);
    filter.Update(101, 90);
    filter.Update(127, 95);
    EXPECT_EQ(filter.Get(), 50U);
    filter.Update(170, 99); // 90 after 80, but 110 after 60
    EXPECT_EQ(filter.Get(), 50U);
}

TEST(MinRttFilter, RunnerUpOfExactlyTheWindowStillCounts)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(30, 20);
    filter.Update(60, 25);
    filter.Update(130, 40);
    EXPECT_EQ(filter.Get(), 20U);
}

TEST(MinRttFilter, SecondChoiceNeedsMoreThanAQuarter)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(25, 40);
    filter.Update(101, 90);
    EXPECT_EQ(filter.Get(), 90U);
}

TEST(MinRttFilter, ThirdChoiceNeedsMoreThanHalf)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 30);
    filter.Update(50, 35);
    filter.Update(127, 95);
    EXPECT_EQ(filter.Get(), 95U);
}

TEST(MinRttFilter, ThirdChoiceYieldsOnlyToABetterOne)
{
    MinRttFilter filter(100);
    filter.Update(0, 10);
    filter.Update(26, 30);
    filter.Update(60, 35);
    filter.Update(70, 99);
    filter.Update(127, 100);
    EXPECT_EQ(filter.Get(), 35U);
}
