/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-cwnd-validation.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

TEST(CwndValidation, UnlimitedUntilSomethingWasSent)
{
    CwndValidation validation;
    EXPECT_FALSE(validation.IsCwndLimited(true, 10));
    EXPECT_FALSE(validation.IsCwndLimited(false, 10));
}

TEST(CwndValidation, LimitLastsForTheWindow)
{
    CwndValidation validation;
    validation.AfterSend(true, 10, 1000, 2000);
    EXPECT_TRUE(validation.IsCwndLimited(false, 10));
    // Not limited any more, but the window is not over.
    validation.AfterSend(false, 8, 1500, 2500);
    EXPECT_TRUE(validation.IsCwndLimited(false, 10));
    validation.AfterSend(false, 12, 1999, 2600);
    EXPECT_TRUE(validation.IsCwndLimited(false, 10));
    EXPECT_EQ(validation.GetMaxPacketsOut(), 10U);
    // All that was sent when it was limited is acknowledged.
    validation.AfterSend(false, 6, 2000, 2700);
    EXPECT_FALSE(validation.IsCwndLimited(false, 10));
    EXPECT_EQ(validation.GetMaxPacketsOut(), 6U);
}

TEST(CwndValidation, EveryLimitStartsANewWindow)
{
    CwndValidation validation;
    validation.AfterSend(true, 10, 1000, 2000);
    validation.AfterSend(true, 10, 1500, 2500);
    validation.AfterSend(false, 6, 2000, 2700);
    EXPECT_TRUE(validation.IsCwndLimited(false, 10));
    validation.AfterSend(false, 6, 2500, 2800);
    EXPECT_FALSE(validation.IsCwndLimited(false, 10));
}

TEST(CwndValidation, SlowStartMayGrowToTwiceWhatWasUsed)
{
    CwndValidation validation;
    validation.AfterSend(false, 6, 1000, 2000);
    EXPECT_TRUE(validation.IsCwndLimited(true, 11));
    EXPECT_FALSE(validation.IsCwndLimited(true, 12));
    EXPECT_FALSE(validation.IsCwndLimited(false, 11));
}

TEST(CwndValidation, MostOutstandingIsKeptForTheWindow)
{
    CwndValidation validation;
    validation.AfterSend(false, 6, 1000, 2000);
    validation.AfterSend(false, 4, 1400, 2400);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 6U);
    // A new maximum moves the end of the window too.
    validation.AfterSend(false, 9, 1600, 3000);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 9U);
    validation.AfterSend(false, 3, 2999, 3500);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 9U);
    validation.AfterSend(false, 3, 3000, 3600);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 3U);
}

TEST(CwndValidation, AnEqualNumberDoesNotMoveTheEndOfTheWindow)
{
    CwndValidation validation;
    validation.AfterSend(false, 6, 1000, 2000);
    validation.AfterSend(false, 6, 1500, 2500);
    validation.AfterSend(false, 3, 2000, 2600);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 3U);
}

TEST(CwndValidation, FirstCallCountsWhateverTheSequenceNumbers)
{
    CwndValidation validation;
    validation.AfterSend(false, 5, 0xfffffff0U, 0x10U);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 5U);
    validation.AfterSend(false, 2, 0xfffffff8U, 0x20U);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 5U);
    validation.AfterSend(false, 2, 0x10U, 0x30U);
    EXPECT_EQ(validation.GetMaxPacketsOut(), 2U);
}
