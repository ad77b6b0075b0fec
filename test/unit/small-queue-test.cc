/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-small-queue.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

/**
 * @brief Numbers of a throttle of a 6.1 kernel: 2 segments to send at 35 MB/s.
 * @param formula how to compute the limit
 * @return the numbers
 */
SmallQueueInput
Slow(SmallQueueLimit formula)
{
    SmallQueueInput input;
    input.formula = formula;
    input.pacingRate = 35010856; // 34190 bytes in about a millisecond
    input.truesize = 3664;
    input.limitOutputBytes = 131072;
    return input;
}

/**
 * @brief Numbers of a fast flow of 45-segment skbs: 1221250 bytes in about a millisecond.
 * @param formula how to compute the limit
 * @return the numbers
 */
SmallQueueInput
Fast(SmallQueueLimit formula)
{
    SmallQueueInput input = Slow(formula);
    input.pacingRate = 1250560000;
    input.truesize = 65160 + 768;
    return input;
}

/**
 * @brief Count the skbs that are let through until nothing completes.
 * @param input numbers of every skb
 * @return skbs
 */
uint32_t
SkbsUntilFull(const SmallQueueInput& input)
{
    const uint64_t limit = SmallQueueLimitBytes(input);
    uint64_t wmem = 1;
    uint32_t skbs = 0;
    while (!SmallQueueOver(input.formula, wmem, limit))
    {
        wmem += input.truesize;
        ++skbs;
    }
    return skbs;
}

} // namespace

TEST(SmallQueue, LimitsOfASlowFlow)
{
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::ByteLimit)), 131072U);
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::MaxTruesizeRate)), 34190U);
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::MaxBytesRate)), 131072U);
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::MinBytes)), 34190U);
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::MinBytesUnlessPaced)), 34190U);
    EXPECT_EQ(SmallQueueLimitBytes(Slow(SmallQueueLimit::MaxAll)), 131072U);
}

TEST(SmallQueue, LimitsOfAFastFlow)
{
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::ByteLimit)), 131072U);
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::MaxTruesizeRate)), 1221250U);
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::MaxBytesRate)), 1221250U);
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::MinBytes)), 131072U);
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::MinBytesUnlessPaced)), 131072U);
    EXPECT_EQ(SmallQueueLimitBytes(Fast(SmallQueueLimit::MaxAll)), 1221250U);
}

TEST(SmallQueue, TruesizeCountsOnceOrTwice)
{
    SmallQueueInput input = Slow(SmallQueueLimit::MaxTruesizeRate);
    input.pacingRate = 0;
    EXPECT_EQ(SmallQueueLimitBytes(input), 3664U);
    for (auto formula : {SmallQueueLimit::MinBytes, SmallQueueLimit::MinBytesUnlessPaced})
    {
        input.formula = formula;
        EXPECT_EQ(SmallQueueLimitBytes(input), 7328U);
    }
    input.formula = SmallQueueLimit::MaxAll;
    input.limitOutputBytes = 7000;
    EXPECT_EQ(SmallQueueLimitBytes(input), 7328U);
}

TEST(SmallQueue, PacedFlowsEscapeTheByteLimitOnlyInOneFormula)
{
    for (auto formula : {SmallQueueLimit::ByteLimit,
                         SmallQueueLimit::MaxTruesizeRate,
                         SmallQueueLimit::MaxBytesRate,
                         SmallQueueLimit::MinBytes,
                         SmallQueueLimit::MaxAll})
    {
        SmallQueueInput input = Fast(formula);
        const uint64_t unpaced = SmallQueueLimitBytes(input);
        input.paced = true;
        EXPECT_EQ(SmallQueueLimitBytes(input), unpaced);
    }
    SmallQueueInput input = Fast(SmallQueueLimit::MinBytesUnlessPaced);
    input.paced = true;
    EXPECT_EQ(SmallQueueLimitBytes(input), 1221250U);
}

TEST(SmallQueue, ShiftLengthensThePeriod)
{
    SmallQueueInput input = Slow(SmallQueueLimit::MaxTruesizeRate);
    input.pacingShift = 8;
    EXPECT_EQ(SmallQueueLimitBytes(input), 136761U);
    input.pacingShift = 64;
    EXPECT_EQ(SmallQueueLimitBytes(input), 3664U);
}

TEST(SmallQueue, RetransmissionsMayUseTwiceTheLimit)
{
    SmallQueueInput input = Slow(SmallQueueLimit::MinBytes);
    input.factor = 1;
    EXPECT_EQ(SmallQueueLimitBytes(input), 68380U);
    input = Fast(SmallQueueLimit::MinBytes);
    input.factor = 1;
    EXPECT_EQ(SmallQueueLimitBytes(input), 262144U); // doubled after the cap
}

TEST(SmallQueue, LargeTruesizesDoNotOverflow)
{
    SmallQueueInput input = Slow(SmallQueueLimit::MinBytesUnlessPaced);
    input.truesize = 0x90000000U;
    input.paced = true;
    EXPECT_EQ(SmallQueueLimitBytes(input), 0x120000000U);
}

TEST(SmallQueue, OnlyTheOldestFormulaCountsEqualityAsOver)
{
    EXPECT_FALSE(SmallQueueOver(SmallQueueLimit::ByteLimit, 131071, 131072));
    EXPECT_TRUE(SmallQueueOver(SmallQueueLimit::ByteLimit, 131072, 131072));
    for (auto formula : {SmallQueueLimit::MaxTruesizeRate,
                         SmallQueueLimit::MaxBytesRate,
                         SmallQueueLimit::MinBytes,
                         SmallQueueLimit::MinBytesUnlessPaced,
                         SmallQueueLimit::MaxAll})
    {
        EXPECT_FALSE(SmallQueueOver(formula, 131072, 131072));
        EXPECT_TRUE(SmallQueueOver(formula, 131073, 131072));
    }
}

TEST(SmallQueue, TwoSkbsExceedTwiceTheTruesizeByOne)
{
    SmallQueueInput input = Slow(SmallQueueLimit::MinBytes);
    input.pacingRate = 0;
    const uint64_t limit = SmallQueueLimitBytes(input);
    EXPECT_FALSE(SmallQueueOver(input.formula, 1 + input.truesize, limit));
    EXPECT_TRUE(SmallQueueOver(input.formula, 1 + 2 * input.truesize, limit));
    EXPECT_EQ(SkbsUntilFull(input), 2U);
}

TEST(SmallQueue, SkbsInTheDeviceAreTheQuotientAndOne)
{
    SmallQueueInput input = Fast(SmallQueueLimit::MinBytes);
    EXPECT_EQ(SkbsUntilFull(input), 2U); // 131072 / 65928 = 1.99
    input.limitOutputBytes = 262144;
    EXPECT_EQ(SkbsUntilFull(input), 4U); // 3.98
    input.limitOutputBytes = 1048576;
    EXPECT_EQ(SkbsUntilFull(input), 16U); // 15.9
}

TEST(SmallQueue, BypassDependsOnWhatIsOutstanding)
{
    const uint32_t lines[][4] = {
        // None, FirstTwo, RtxEmpty, RtxEmptyOrSingle
        {0, 1, 1, 1}, // nothing outstanding
        {0, 1, 0, 1}, // one skb
        {0, 0, 0, 0}, // two
        {0, 0, 0, 0}, // three
    };
    for (uint32_t outstanding = 0; outstanding < 4; ++outstanding)
    {
        const auto& line = lines[outstanding];
        EXPECT_EQ(SmallQueueBypassed(SmallQueueBypass::None, outstanding), line[0] == 1);
        EXPECT_EQ(SmallQueueBypassed(SmallQueueBypass::FirstTwo, outstanding), line[1] == 1);
        EXPECT_EQ(SmallQueueBypassed(SmallQueueBypass::RtxEmpty, outstanding), line[2] == 1);
        EXPECT_EQ(SmallQueueBypassed(SmallQueueBypass::RtxEmptyOrSingle, outstanding),
                  line[3] == 1);
    }
}
