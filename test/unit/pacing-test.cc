/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-pacing.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t NO_THRESHOLD = 0x7fffffff;

/**
 * @brief Rate with the default ratios and without a maximum.
 * @param cwnd congestion window, segments
 * @param packetsOut segments outstanding
 * @param ssthresh slow-start threshold, segments
 * @param srttUs8 smoothed round-trip time, eighths of a microsecond
 * @return bytes per second
 */
uint64_t
Rate(uint32_t cwnd, uint32_t packetsOut, uint32_t ssthresh, uint32_t srttUs8)
{
    return PacingRate(1448, cwnd, packetsOut, ssthresh, srttUs8, 200, 120, UINT64_MAX);
}

} // namespace

TEST(PacingRate, MatchesARunningKernelToTheByte)
{
    EXPECT_EQ(Rate(10, 0, NO_THRESHOLD, 716 * 8), 40446927U);
    EXPECT_EQ(Rate(11, 9, NO_THRESHOLD, 716 * 8 + 121), 43571208U);
    EXPECT_EQ(Rate(10, 0, NO_THRESHOLD, 216 * 8), 134074074U);
}

TEST(PacingRate, MatchesAKernelThatShowsWholeMicroseconds)
{
    // ss and the traces cut off the eighths, so one of eight values must give the rate exactly.
    struct Shown
    {
        uint32_t cwnd;
        uint32_t srttUs;
        uint64_t rate;
    };

    for (const Shown& shown : {Shown{47, 2332, 35010856},
                               Shown{47, 2283, 35766004},
                               Shown{47, 2620, 31170687},
                               Shown{18, 1220, 25631468}})
    {
        uint32_t matches = 0;
        for (uint32_t eighths = 0; eighths < 8; ++eighths)
        {
            if (Rate(shown.cwnd, 0, 18, shown.srttUs * 8 + eighths) == shown.rate)
            {
                ++matches;
            }
        }
        EXPECT_EQ(matches, 1U) << shown.rate;
    }
}

TEST(PacingRate, FallsHalfWayThroughSlowStart)
{
    // 1448 * 8e6 / 8000 = 1448000 bytes per second and segment of the window, at 1 ms
    EXPECT_EQ(Rate(9, 0, 20, 8000), 9U * 1448000 * 2);
    EXPECT_EQ(Rate(10, 0, 20, 8000), 10U * 1448000 * 12 / 10);
    EXPECT_EQ(Rate(9, 0, 19, 8000), 9U * 1448000 * 12 / 10);
}

TEST(PacingRate, CountsWhatIsOutstandingWhenThatIsMore)
{
    EXPECT_EQ(Rate(10, 10, 5, 8000), Rate(10, 0, 5, 8000));
    EXPECT_EQ(Rate(10, 15, 5, 8000), 15U * 1448000 * 12 / 10);
}

TEST(PacingRate, RatiosAreConfigurable)
{
    EXPECT_EQ(PacingRate(1448, 10, 0, NO_THRESHOLD, 8000, 300, 120, UINT64_MAX), 43440000U);
    EXPECT_EQ(PacingRate(1448, 10, 0, 5, 8000, 300, 100, UINT64_MAX), 14480000U);
}

TEST(PacingRate, IsBoundedByTheMaximum)
{
    EXPECT_EQ(PacingRate(1448, 10, 0, 5, 8000, 200, 120, 17376000), 17376000U);
    EXPECT_EQ(PacingRate(1448, 10, 0, 5, 8000, 200, 120, 17375999), 17375999U);
}

TEST(PacingRate, WithoutARoundTripNothingIsDivided)
{
    EXPECT_EQ(Rate(10, 0, 5, 0), Rate(10, 0, 5, 1));
    EXPECT_EQ(Rate(10, 0, 5, 0), uint64_t{1448} * 80000 * 120 * 10);
}

TEST(PacingClock, SkbsFollowEachOtherAtTheRate)
{
    PacingClock clock;
    EXPECT_EQ(clock.Stamp(5000), 5000);
    // 14480 bytes at 1448000 bytes/s take 10 ms.
    EXPECT_EQ(clock.Depart(5000, 14480, 1448000), 5000);
    EXPECT_EQ(clock.GetClock(), 10005000);
    EXPECT_TRUE(clock.MustWait(5000));
    EXPECT_TRUE(clock.MustWait(10004999));
    EXPECT_FALSE(clock.MustWait(10005000));
    // fq accepts a packet early: it departs when the clock says, and earns no credit.
    EXPECT_EQ(clock.Depart(6000, 1448, 1448000), 10005000);
    EXPECT_EQ(clock.GetClock(), 11005000);
}

TEST(PacingClock, LatenessIsCredited)
{
    PacingClock clock;
    clock.Stamp(1000000);
    EXPECT_EQ(clock.Depart(1000000, 14480, 1448000), 1000000);
    ASSERT_EQ(clock.GetClock(), 11000000);
    // 3 ms late: the next one follows 7 ms later instead of 10.
    EXPECT_EQ(clock.Depart(14000000, 14480, 1448000), 14000000);
    EXPECT_EQ(clock.GetClock(), 21000000);
    // 5 ms late is the most that counts.
    EXPECT_EQ(clock.Depart(26000000, 14480, 1448000), 26000000);
    EXPECT_EQ(clock.GetClock(), 31000000);
    EXPECT_EQ(clock.Depart(40000000, 14480, 1448000), 40000000);
    EXPECT_EQ(clock.GetClock(), 45000000);
}

TEST(PacingClock, CreditIsCutToWholeNanoseconds)
{
    PacingClock clock;
    clock.Stamp(0);
    // 3 bytes at 1e9 bytes/s: 3 ns, of which 1 may be credited.
    EXPECT_EQ(clock.Depart(100, 3, 1000000000), 100);
    EXPECT_EQ(clock.GetClock(), 102);
}

TEST(PacingClock, WithoutARateOnlyTheTimeCounts)
{
    PacingClock clock;
    EXPECT_EQ(clock.Depart(1000, 65160, 0), 1000);
    EXPECT_EQ(clock.GetClock(), 1000);
    EXPECT_EQ(clock.Depart(2000, 65160, PacingClock::UNLIMITED_RATE), 2000);
    EXPECT_EQ(clock.GetClock(), 2000);
    EXPECT_FALSE(clock.MustWait(2000));
}

TEST(PacingClock, FirstTenSegmentsAreNotPaced)
{
    PacingClock clock;
    clock.Stamp(1000);
    clock.Depart(1000, 5 * 1448, 1448000, 5);
    clock.Depart(1000, 4 * 1448, 1448000, 9);
    EXPECT_EQ(clock.GetClock(), 1000);
    clock.Depart(1000, 1448, 1448000, 10);
    EXPECT_EQ(clock.GetClock(), 1001000);
}

TEST(PacingClock, NeverRunsBackwards)
{
    PacingClock clock;
    clock.Stamp(1000);
    clock.Depart(1000, 1448, 1448000);
    ASSERT_EQ(clock.GetClock(), 1001000);
    EXPECT_EQ(clock.Stamp(2000), 1001000);
    EXPECT_EQ(clock.GetClock(), 1001000);
    EXPECT_EQ(clock.Stamp(2000000), 2000000);
    EXPECT_EQ(clock.GetClock(), 2000000);
}

TEST(PacingClock, LongSkbsDoNotOverflow)
{
    PacingClock clock;
    clock.Stamp(0);
    clock.Depart(0, UINT32_MAX, 1);
    EXPECT_EQ(clock.GetClock(), 4294967295000000000);
}
