/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-skb.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;

TEST(Skb, CountsSegmentsRoundedUp)
{
    LinuxSkb skb;
    const uint32_t lines[][2] = {{0, 1}, {1, 1}, {1448, 1}, {1449, 2}, {2896, 2}, {2897, 3}};
    for (const auto& line : lines)
    {
        skb.length = line[0];
        skb.SetSegments(1448);
        EXPECT_EQ(skb.segs, line[1]) << line[0];
        EXPECT_EQ(skb.mss, 1448U);
    }
}

TEST(Skb, TailTakesTheFlagsAndAnOverheadOfItsOwn)
{
    LinuxSkb left;
    left.seq = 100;
    left.length = 3000;
    left.endSeq = 3101;
    left.truesize = 3768;
    left.psh = left.fin = left.eor = true;
    left.retransmitted = true;
    left.sentTimeNs = 77;
    LinuxSkb right;
    left.MoveTail(right, 1448, 1448, 832);
    EXPECT_EQ(left.seq, 100U);
    EXPECT_EQ(left.endSeq, 1548U);
    EXPECT_EQ(left.length, 1448U);
    EXPECT_EQ(left.segs, 1U);
    EXPECT_EQ(left.truesize, 2216U);
    EXPECT_EQ(left.GetOverhead(), 768U);
    EXPECT_FALSE(left.psh || left.fin || left.eor);
    EXPECT_EQ(right.seq, 1548U);
    EXPECT_EQ(right.endSeq, 3101U);
    EXPECT_EQ(right.length, 1552U);
    EXPECT_EQ(right.segs, 2U);
    EXPECT_EQ(right.truesize, 2384U);
    EXPECT_EQ(right.GetOverhead(), 832U);
    EXPECT_TRUE(right.psh && right.fin && right.eor);
    EXPECT_TRUE(right.retransmitted);
    EXPECT_EQ(right.sentTimeNs, 77);
}

TEST(SkbPool, HandsOutDistinctCleanSkbs)
{
    LinuxSkbPool pool;
    std::set<LinuxSkb*> seen;
    for (int i = 0; i < 100; ++i)
    {
        LinuxSkb* skb = pool.Allocate();
        EXPECT_TRUE(seen.insert(skb).second);
        EXPECT_EQ(skb->length, 0U);
    }
    EXPECT_EQ(pool.GetInUse(), 100U);
    EXPECT_GE(pool.GetCapacity(), 100U);
    EXPECT_LT(pool.GetCapacity(), 200U);
    for (LinuxSkb* skb : seen)
    {
        pool.Free(skb);
    }
    EXPECT_EQ(pool.GetInUse(), 0U);
}

TEST(SkbPool, UsedSkbsComeBackClean)
{
    LinuxSkbPool pool;
    LinuxSkb* skb = pool.Allocate();
    skb->seq = 1;
    skb->endSeq = 2;
    skb->length = 3;
    skb->segs = 4;
    skb->mss = 5;
    skb->truesize = 6;
    skb->psh = skb->fin = skb->eor = skb->retransmitted = skb->sacked = true;
    skb->sentTimeNs = 7;
    pool.Free(skb);
    // The skb freed last is used first.
    ASSERT_EQ(pool.Allocate(), skb);
    EXPECT_EQ(skb->seq, 0U);
    EXPECT_EQ(skb->endSeq, 0U);
    EXPECT_EQ(skb->length, 0U);
    EXPECT_EQ(skb->segs, 0U);
    EXPECT_EQ(skb->mss, 0U);
    EXPECT_EQ(skb->truesize, 0U);
    EXPECT_FALSE(skb->psh || skb->fin || skb->eor || skb->retransmitted || skb->sacked);
    EXPECT_EQ(skb->sentTimeNs, 0);
    pool.Free(skb);
}

TEST(SkbPool, GrowsOnlyWithTheNumberInUse)
{
    LinuxSkbPool pool;
    EXPECT_EQ(pool.GetCapacity(), 0U);
    std::vector<LinuxSkb*> window;
    for (int i = 0; i < 20; ++i)
    {
        window.push_back(pool.Allocate());
    }
    const std::size_t capacity = pool.GetCapacity();
    for (std::size_t i = 0; i < 10000; ++i)
    {
        pool.Free(window[i % window.size()]);
        window[i % window.size()] = pool.Allocate();
    }
    EXPECT_EQ(pool.GetCapacity(), capacity);
    for (LinuxSkb* skb : window)
    {
        pool.Free(skb);
    }
    EXPECT_EQ(pool.GetInUse(), 0U);
}
