/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-sequence.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

TEST(Sequence, OrdersNeighbours)
{
    EXPECT_TRUE(SeqBefore(1, 2));
    EXPECT_FALSE(SeqBefore(2, 1));
    EXPECT_FALSE(SeqBefore(2, 2));
    EXPECT_TRUE(SeqAfter(2, 1));
    EXPECT_FALSE(SeqAfter(1, 2));
    EXPECT_FALSE(SeqAfter(2, 2));
}

TEST(Sequence, OrdersAcrossTheWrap)
{
    EXPECT_TRUE(SeqBefore(0xffffff00U, 0x100U));
    EXPECT_FALSE(SeqBefore(0x100U, 0xffffff00U));
    EXPECT_TRUE(SeqAfter(0U, 0xffffffffU));
    // As far apart as can still be told.
    EXPECT_TRUE(SeqBefore(0x90000000U, 0x0fffffffU));
}
