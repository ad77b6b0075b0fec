/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../model/linux-send-buffer.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

TEST(SendBuffer, FollowsTheCongestionWindow)
{
    SendBuffer buffer;
    EXPECT_EQ(buffer.GetSize(), 16384U);
    buffer.Expand(1, 1460, 320);
    EXPECT_EQ(buffer.GetSize(), 87040U) << "what ss shows for a fresh connection on x86";
    // The oracle's build has a header room of 192: ss shows tb216576 at cwnd 47.
    SendBuffer oracle;
    oracle.Expand(10, 1460, 192);
    EXPECT_EQ(oracle.GetSize(), 46080U);
    oracle.Expand(47, 1460, 192);
    EXPECT_EQ(oracle.GetSize(), 216576U);
    oracle.Expand(20, 1460, 192);
    EXPECT_EQ(oracle.GetSize(), 216576U) << "it does not shrink";
    oracle.Expand(1000000, 1460, 192);
    EXPECT_EQ(oracle.GetSize(), 4194304U);
    EXPECT_EQ(SendBuffer(16384, 5000).GetSize(), 5000U);
}

TEST(SendBuffer, WriterWaitsForAThird)
{
    const SendBuffer buffer(30000, 30000);
    EXPECT_TRUE(buffer.IsFree(29999));
    EXPECT_FALSE(buffer.IsFree(30000));
    EXPECT_TRUE(buffer.IsWriteable(20000));
    EXPECT_FALSE(buffer.IsWriteable(20001));
}

} // namespace
