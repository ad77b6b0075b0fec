/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-tso-rules.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

/**
 * @brief Numbers of a socket behind a common device whose size follows the rate alone.
 * @param pacingRate bytes per second
 * @return the numbers
 */
TsoSizing
ByRate(uint64_t pacingRate)
{
    TsoSizing sizing;
    sizing.pacingRate = pacingRate;
    sizing.autosize = TsoAutosize::Rate;
    return sizing;
}

/**
 * @brief Numbers of a socket without any rate, so that only the round trip counts.
 * @param minRttUs smallest round-trip time
 * @return the numbers
 */
TsoSizing
ByRtt(uint32_t minRttUs)
{
    TsoSizing sizing;
    sizing.minRttUs = minRttUs;
    sizing.minTsoSegs = 1;
    return sizing;
}

} // namespace

TEST(TsoRules, SocketLeavesRoomForHeaders)
{
    EXPECT_EQ(SocketGsoMaxSize(65536), 65215U);
    EXPECT_EQ(SocketGsoMaxSize(65536) / 1448, 45U);
    EXPECT_EQ(SocketGsoMaxSize(181000), 180679U);
    EXPECT_EQ(SocketGsoMaxSize(181000) / 4096, 44U);
    EXPECT_EQ(SocketGsoMaxSize(322), 1U);
    EXPECT_EQ(SocketGsoMaxSize(321), 0U);
    EXPECT_EQ(SocketGsoMaxSize(0), 0U);
}

TEST(TsoRules, SizeFollowsOneMillisecondOfTheRate)
{
    EXPECT_EQ(TsoSegs(ByRate(35010856)), 23U);         // 34190 bytes
    EXPECT_EQ(TsoSegs(ByRate(23 * 1448 * 1024)), 23U); // exactly 23
    EXPECT_EQ(TsoSegs(ByRate(23 * 1448 * 1024 - 1)), 22U);
    EXPECT_EQ(TsoSegs(ByRate(1250000000)), 45U); // capped by gso_max_size
    EXPECT_EQ(TsoSegs(ByRate(UINT64_MAX)), 45U);
}

TEST(TsoRules, ShiftLengthensThePeriod)
{
    TsoSizing sizing = ByRate(3000000);
    EXPECT_EQ(TsoSegs(sizing), 2U); // 2929 bytes
    sizing.pacingShift = 8;
    EXPECT_EQ(TsoSegs(sizing), 8U); // 11718 bytes
    sizing.pacingShift = 7;
    EXPECT_EQ(TsoSegs(sizing), 16U); // 23437 bytes
    sizing.pacingShift = 64;
    EXPECT_EQ(TsoSegs(sizing), 2U);
}

TEST(TsoRules, MinimumYieldsToTheDevice)
{
    TsoSizing sizing = ByRate(1000);
    EXPECT_EQ(TsoSegs(sizing), 2U);
    sizing.minTsoSegs = 5;
    EXPECT_EQ(TsoSegs(sizing), 5U);
    sizing.gsoMaxSegs = 1;
    EXPECT_EQ(TsoSegs(sizing), 1U);
}

TEST(TsoRules, RateRuleIgnoresTheRoundTrip)
{
    TsoSizing sizing = ByRate(1000);
    sizing.minRttUs = 1;
    EXPECT_EQ(TsoSegs(sizing), 2U);
}

TEST(TsoRules, BonusHalvesWithEveryPeriod)
{
    EXPECT_EQ(TsoSegs(ByRtt(0)), 45U);
    EXPECT_EQ(TsoSegs(ByRtt(511)), 45U);
    EXPECT_EQ(TsoSegs(ByRtt(512)), 22U); // 32607 bytes
    EXPECT_EQ(TsoSegs(ByRtt(1023)), 22U);
    EXPECT_EQ(TsoSegs(ByRtt(1024)), 11U); // 16303
    EXPECT_EQ(TsoSegs(ByRtt(1536)), 5U);  // 8151
    EXPECT_EQ(TsoSegs(ByRtt(2048)), 2U);  // 4075
    EXPECT_EQ(TsoSegs(ByRtt(2560)), 1U);  // 2037
    EXPECT_EQ(TsoSegs(ByRtt(UINT32_MAX)), 1U);
}

TEST(TsoRules, BonusComesOnTopOfTheRate)
{
    TsoSizing sizing = ByRtt(716);
    sizing.pacingRate = 10000000; // 9765 bytes; with 32607 that makes 29.3 segments
    EXPECT_EQ(TsoSegs(sizing), 29U);
    sizing.pacingRate = 35010856; // 34190 + 32607 is more than gso_max_size
    EXPECT_EQ(TsoSegs(sizing), 45U);
}

TEST(TsoRules, PeriodIsConfigurable)
{
    TsoSizing sizing = ByRtt(716);
    sizing.tsoRttLog = 10;
    EXPECT_EQ(TsoSegs(sizing), 45U);
    sizing.tsoRttLog = 0; // 716 periods: no bonus, the board's run of 2023 without it
    EXPECT_EQ(TsoSegs(sizing), 1U);
    sizing.minRttUs = 5;
    EXPECT_EQ(TsoSegs(sizing), 1U); // 2037
    sizing.minRttUs = 3;
    EXPECT_EQ(TsoSegs(sizing), 5U); // 8151
    // At a shift as wide as the number nothing is left of the round trip.
    sizing.minRttUs = 4000000;
    sizing.tsoRttLog = 32;
    EXPECT_EQ(TsoSegs(sizing), 45U);
}

TEST(TsoRules, NoBonusFromThirtyTwoPeriodsOn)
{
    TsoSizing sizing = ByRtt(31);
    sizing.tsoRttLog = 0;
    sizing.mss = 1;
    sizing.gsoMaxSize = 0x80000000U;
    sizing.gsoMaxSegs = UINT32_MAX;
    sizing.minTsoSegs = 0;
    EXPECT_EQ(TsoSegs(sizing), 1U);
    sizing.minRttUs = 32;
    EXPECT_EQ(TsoSegs(sizing), 0U);
}

TEST(TsoRules, LargeSizesHoldFortyFourPages)
{
    TsoSizing sizing = ByRate(176200000); // 172070 bytes
    sizing.mss = 4096;
    sizing.gsoMaxSize = SocketGsoMaxSize(181000);
    EXPECT_EQ(TsoSegs(sizing), 42U);
    sizing.autosize = TsoAutosize::RateAndMinRtt;
    sizing.minRttUs = 101;
    EXPECT_EQ(TsoSegs(sizing), 44U);
}

TEST(TsoRules, SizeGoalIsHalfOfTheLargestWindow)
{
    EXPECT_EQ(SizeGoal(1448, 65215, 65535, 72704), 25U * 1448);
    EXPECT_EQ(SizeGoal(1448, 65215, 65535, 2 * 65160), 65160U);
    EXPECT_EQ(SizeGoal(1448, 65215, 65535, 2 * 65160 - 2), 44U * 1448);
    EXPECT_EQ(SizeGoal(4096, 180679, 65535, 6000000), 44U * 4096);
}

TEST(TsoRules, SizeGoalWithoutAWindowIsTheDevicesSize)
{
    EXPECT_EQ(SizeGoal(1448, 65215, 65535, 0), 65160U);
}

TEST(TsoRules, SizeGoalTakesTinyWindowsWhole)
{
    EXPECT_EQ(SizeGoal(200, 65215, 65535, 536), 400U);
    EXPECT_EQ(SizeGoal(200, 65215, 65535, 537), 200U);
}

TEST(TsoRules, SizeGoalIsBoundedBySegments)
{
    EXPECT_EQ(SizeGoal(1448, 65215, 10, 10000000), 14480U);
    EXPECT_EQ(SizeGoal(1448, 65215, 1, 10000000), 1448U);
}

TEST(TsoRules, SizeGoalIsAtLeastOneSegment)
{
    EXPECT_EQ(SizeGoal(9000, 1000, 65535, 72704), 9000U);
    EXPECT_EQ(SizeGoal(1448, 65215, 65535, 1000), 1448U);
    EXPECT_EQ(SizeGoal(1448, 0, 65535, 72704), 1448U);
}

TEST(TsoRules, QuotaIsHalfOfTheCongestionWindowAtMost)
{
    EXPECT_EQ(CwndQuota(47, 0), 23U);
    EXPECT_EQ(CwndQuota(47, 24), 23U);
    EXPECT_EQ(CwndQuota(47, 25), 22U);
    EXPECT_EQ(CwndQuota(47, 46), 1U);
    EXPECT_EQ(CwndQuota(47, 47), 0U);
    EXPECT_EQ(CwndQuota(47, 60), 0U);
    EXPECT_EQ(CwndQuota(10, 0), 5U);
    EXPECT_EQ(CwndQuota(84, 42), 42U);
    EXPECT_EQ(CwndQuota(84, 60), 24U);
}

TEST(TsoRules, QuotaOfASmallWindowIsOneSegment)
{
    EXPECT_EQ(CwndQuota(0, 0), 0U);
    EXPECT_EQ(CwndQuota(1, 0), 1U);
    EXPECT_EQ(CwndQuota(2, 0), 1U);
    EXPECT_EQ(CwndQuota(3, 0), 1U);
    EXPECT_EQ(CwndQuota(4, 0), 2U);
}
