/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-grow-rule.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

TEST(GrowRule, HeadIsFilledUpToTheQuota)
{
    // Steps of a 6.1 kernel with the grow rule added, mss 4096: quota 24, then 42 segments.
    EXPECT_EQ(GrowBytes(8192, 24, 4096, 180224), 90112U);
    EXPECT_EQ(GrowBytes(90112, 42, 4096, 180224), 81920U);
    EXPECT_EQ(GrowBytes(98304, 42, 4096, 180224), 73728U);
    EXPECT_EQ(GrowBytes(155648, 42, 4096, 180224), 16384U);
}

TEST(GrowRule, NextSkbGivesWhatItHas)
{
    EXPECT_EQ(GrowBytes(8192, 42, 4096, 81920), 81920U);
    EXPECT_EQ(GrowBytes(8192, 42, 4096, 1), 1U);
    EXPECT_EQ(GrowBytes(8192, 42, 4096, 0), 0U);
}

TEST(GrowRule, FullHeadIsLeftAlone)
{
    EXPECT_EQ(GrowBytes(42 * 4096, 42, 4096, 180224), 0U);
    EXPECT_EQ(GrowBytes(42 * 4096 - 1, 42, 4096, 180224), 1U);
    EXPECT_EQ(GrowBytes(180224, 42, 4096, 180224), 0U);
    EXPECT_EQ(GrowBytes(8192, 0, 4096, 180224), 0U);
}

TEST(GrowRule, LargeQuotasDoNotOverflow)
{
    EXPECT_EQ(GrowBytes(100000, 65538, 65535, 50000), 50000U);
}
