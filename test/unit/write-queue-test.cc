/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-grow-rule.h"
#include "ns3/linux-write-queue.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t GOAL = 25 * MSS;
constexpr uint32_t START = 0xfffff000U; // the sequence numbers wrap early

/// A queue that starts at START.
class WriteQueue : public ::testing::Test
{
  protected:
    WriteQueue()
        : m_queue(m_pool)
    {
        m_queue.SetWriteSeq(START);
    }

    /**
     * @brief Get the lengths of the skbs.
     * @return payload bytes, head first
     */
    std::vector<uint32_t> Lengths()
    {
        std::vector<uint32_t> lengths;
        for (LinuxSkb* skb = m_queue.Front(); skb; skb = m_queue.Next(skb))
        {
            lengths.push_back(skb->length);
        }
        return lengths;
    }

    LinuxSkbPool m_pool;     //!< memory
    LinuxWriteQueue m_queue; //!< the queue
};

using Sizes = std::vector<uint32_t>;

} // namespace

TEST_F(WriteQueue, StartsEmpty)
{
    EXPECT_TRUE(m_queue.IsEmpty());
    EXPECT_EQ(m_queue.Count(), 0U);
    EXPECT_EQ(m_queue.Front(), nullptr);
    EXPECT_EQ(m_queue.Back(), nullptr);
    EXPECT_EQ(m_queue.PopFront(), nullptr);
    EXPECT_EQ(m_queue.GetBytes(), 0U);
    EXPECT_EQ(m_queue.GetTruesize(), 0U);
    m_queue.MarkPush();
    m_queue.MarkEor();
    EXPECT_TRUE(m_queue.IsEmpty());
}

TEST_F(WriteQueue, StepFillsOneSkb)
{
    auto step = m_queue.AppendStep(131072, MSS, GOAL);
    EXPECT_EQ(step.bytes, GOAL);
    EXPECT_TRUE(step.newSkb);
    EXPECT_TRUE(step.reachedGoal);
    EXPECT_TRUE(step.isHead);
    EXPECT_EQ(step.skb, m_queue.Front());
    EXPECT_EQ(step.skb->seq, START);
    EXPECT_EQ(step.skb->endSeq, START + GOAL);
    EXPECT_EQ(step.skb->segs, 25U);
    EXPECT_EQ(step.skb->truesize, GOAL + 768);

    step = m_queue.AppendStep(131072 - GOAL, MSS, GOAL);
    EXPECT_EQ(step.bytes, GOAL);
    EXPECT_TRUE(step.newSkb);
    EXPECT_TRUE(step.reachedGoal);
    EXPECT_FALSE(step.isHead);
    EXPECT_EQ(m_queue.Count(), 2U);
}

TEST_F(WriteQueue, TailIsFilledBeforeANewSkbStarts)
{
    auto step = m_queue.AppendStep(1000, MSS, GOAL);
    EXPECT_EQ(step.bytes, 1000U);
    EXPECT_TRUE(step.newSkb);
    EXPECT_FALSE(step.reachedGoal);
    step = m_queue.AppendStep(GOAL - 1001, MSS, GOAL);
    EXPECT_FALSE(step.newSkb);
    EXPECT_FALSE(step.reachedGoal);
    step = m_queue.AppendStep(5, MSS, GOAL);
    EXPECT_EQ(step.bytes, 1U);
    EXPECT_FALSE(step.newSkb);
    EXPECT_TRUE(step.reachedGoal);
    EXPECT_EQ(m_queue.Front()->segs, 25U);
    step = m_queue.AppendStep(4, MSS, GOAL);
    EXPECT_TRUE(step.newSkb);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, 4}));
}

TEST_F(WriteQueue, NothingIsAppendedForNothing)
{
    auto step = m_queue.AppendStep(0, MSS, GOAL);
    EXPECT_EQ(step.skb, nullptr);
    EXPECT_EQ(step.bytes, 0U);
    EXPECT_FALSE(step.newSkb || step.reachedGoal || step.isHead);
    EXPECT_TRUE(m_queue.IsEmpty());
}

TEST_F(WriteQueue, WritesOf128KGoOnInTheTail)
{
    auto all = m_queue.Append(131072, MSS, GOAL);
    EXPECT_EQ(all.bytes, 131072U);
    EXPECT_TRUE(all.newSkb);
    EXPECT_FALSE(all.reachedGoal);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, GOAL, GOAL, 131072 - 3 * GOAL}));
    all = m_queue.Append(131072, MSS, GOAL);
    EXPECT_EQ(all.bytes, 131072U);
    EXPECT_TRUE(all.newSkb);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, GOAL, GOAL, GOAL, GOAL, GOAL, GOAL, 262144 - 7 * GOAL}));
    EXPECT_EQ(m_queue.GetBytes(), 262144U);
    EXPECT_EQ(m_queue.GetTruesize(), 262144U + 8 * 768);
    EXPECT_EQ(m_queue.GetWriteSeq(), START + 262144);
}

TEST_F(WriteQueue, SmallerGoalLeavesTheLongTailAlone)
{
    m_queue.Append(10 * MSS, MSS, GOAL);
    auto step = m_queue.AppendStep(MSS, MSS, 5 * MSS);
    EXPECT_TRUE(step.newSkb);
    EXPECT_EQ(Lengths(), (Sizes{10 * MSS, MSS}));
}

TEST_F(WriteQueue, EndOfRecordClosesTheTail)
{
    m_queue.Append(1000, MSS, GOAL);
    m_queue.MarkEor();
    EXPECT_TRUE(m_queue.AppendStep(10, MSS, GOAL).newSkb);
    EXPECT_EQ(Lengths(), (Sizes{1000, 10}));
}

TEST_F(WriteQueue, PushMovesToTheNewEnd)
{
    m_queue.Append(1000, MSS, GOAL);
    m_queue.MarkPush();
    EXPECT_TRUE(m_queue.Front()->psh);
    m_queue.Append(10, MSS, GOAL);
    EXPECT_FALSE(m_queue.Front()->psh);
    m_queue.MarkPush();
    m_queue.Append(2 * GOAL, MSS, 1010); // the tail is full: it keeps PSH
    EXPECT_TRUE(m_queue.Front()->psh);
    EXPECT_FALSE(m_queue.Back()->psh);
}

TEST_F(WriteQueue, PushStaysWhenAWriteGoesOnAfterAWait)
{
    m_queue.Append(1000, MSS, GOAL);
    m_queue.MarkPush(); // before the wait
    m_queue.AppendStep(10, MSS, GOAL, false);
    EXPECT_TRUE(m_queue.Front()->psh);
    EXPECT_EQ(Lengths(), (Sizes{1010}));
}

TEST_F(WriteQueue, FinGoesOnTheTail)
{
    m_queue.Append(1448, MSS, GOAL);
    LinuxSkb* fin = m_queue.AppendFin(MSS);
    EXPECT_EQ(fin, m_queue.Front());
    EXPECT_TRUE(fin->fin);
    EXPECT_EQ(fin->length, 1448U);
    EXPECT_EQ(fin->segs, 1U);
    EXPECT_EQ(fin->endSeq, START + 1449);
    EXPECT_EQ(m_queue.GetWriteSeq(), START + 1449);
    EXPECT_EQ(m_queue.GetBytes(), 1448U);
}

TEST_F(WriteQueue, FinAloneIsASegment)
{
    LinuxSkb* fin = m_queue.AppendFin(MSS);
    EXPECT_EQ(m_queue.Count(), 1U);
    EXPECT_EQ(fin->length, 0U);
    EXPECT_EQ(fin->segs, 1U);
    EXPECT_EQ(fin->endSeq, START + 1);
    EXPECT_EQ(fin->truesize, 768U);
    EXPECT_EQ(m_queue.GetTruesize(), 768U);
}

TEST_F(WriteQueue, SplitGivesEachHalfItsOverhead)
{
    m_queue.Append(GOAL, MSS, GOAL);
    m_queue.MarkPush();
    m_queue.MarkEor();
    m_queue.AppendFin(MSS);
    LinuxSkb* head = m_queue.Front();
    LinuxSkb* rest = m_queue.Split(head, 23 * MSS, MSS);
    EXPECT_EQ(m_queue.Front(), head);
    EXPECT_EQ(m_queue.Next(head), rest);
    EXPECT_EQ(m_queue.Back(), rest);
    EXPECT_TRUE(m_queue.IsLast(rest));
    EXPECT_FALSE(m_queue.IsLast(head));
    // The two truesizes of the lock of 2023.
    EXPECT_EQ(head->truesize, 34072U);
    EXPECT_EQ(rest->truesize, 3664U);
    EXPECT_EQ(m_queue.GetTruesize(), 37736U);
    EXPECT_EQ(head->segs, 23U);
    EXPECT_EQ(rest->segs, 2U);
    EXPECT_EQ(head->endSeq, START + 33304);
    EXPECT_EQ(rest->seq, START + 33304);
    EXPECT_EQ(rest->endSeq, START + GOAL + 1);
    EXPECT_FALSE(head->psh || head->fin || head->eor);
    EXPECT_TRUE(rest->psh && rest->fin && rest->eor);
}

TEST_F(WriteQueue, SplitRecountsSegmentsWithTheMssOfToday)
{
    m_queue.Append(10 * MSS, MSS, GOAL);
    LinuxSkb* rest = m_queue.Split(m_queue.Front(), 5000, 1000);
    EXPECT_EQ(m_queue.Front()->segs, 5U);
    EXPECT_EQ(rest->segs, 10U); // 9480 bytes
}

TEST_F(WriteQueue, SplitInTheMiddleKeepsTheOrder)
{
    m_queue.Append(3 * GOAL, MSS, GOAL);
    m_queue.Split(m_queue.Next(m_queue.Front()), 5 * MSS, MSS);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, 5 * MSS, 20 * MSS, GOAL}));
}

TEST_F(WriteQueue, GrowTakesFromTheNextSkb)
{
    m_queue.Append(2 * GOAL, MSS, GOAL);
    LinuxSkb* head = m_queue.Front();
    EXPECT_EQ(m_queue.Grow(head, 5 * MSS, MSS), 5 * MSS);
    EXPECT_EQ(Lengths(), (Sizes{30 * MSS, 20 * MSS}));
    EXPECT_EQ(head->segs, 30U);
    EXPECT_EQ(head->truesize, 30 * MSS + 768);
    EXPECT_EQ(m_queue.Back()->segs, 20U);
    EXPECT_EQ(m_queue.Back()->truesize, 20 * MSS + 768);
    EXPECT_EQ(m_queue.Back()->seq, head->endSeq);
    EXPECT_EQ(m_queue.GetTruesize(), 2U * (GOAL + 768));
}

TEST_F(WriteQueue, GrowSwallowsAnEmptiedSkb)
{
    m_queue.Append(2 * GOAL, MSS, GOAL);
    m_queue.MarkPush();
    m_queue.MarkEor();
    m_queue.AppendFin(MSS);
    EXPECT_EQ(m_queue.Grow(m_queue.Front(), 100 * MSS, MSS), GOAL);
    EXPECT_EQ(Lengths(), (Sizes{2 * GOAL}));
    EXPECT_EQ(m_queue.GetTruesize(), 2U * GOAL + 768);
    EXPECT_EQ(m_pool.GetInUse(), 1U);
    const LinuxSkb* head = m_queue.Front();
    EXPECT_TRUE(head->psh && head->fin && head->eor);
    EXPECT_EQ(head->endSeq, START + 2 * GOAL + 1);
    EXPECT_EQ(head->segs, 50U);
}

TEST_F(WriteQueue, GrowLeavesTheFlagsOnWhatRemains)
{
    m_queue.Append(2 * GOAL, MSS, GOAL);
    m_queue.MarkPush();
    m_queue.MarkEor();
    EXPECT_EQ(m_queue.Grow(m_queue.Front(), GOAL - 1, MSS), GOAL - 1);
    EXPECT_FALSE(m_queue.Front()->psh || m_queue.Front()->eor);
    EXPECT_TRUE(m_queue.Back()->psh && m_queue.Back()->eor);
    EXPECT_EQ(m_queue.Back()->segs, 1U);
}

TEST_F(WriteQueue, GrowTakesNothingFromNowhere)
{
    m_queue.Append(GOAL, MSS, GOAL);
    EXPECT_EQ(m_queue.Grow(m_queue.Front(), MSS, MSS), 0U);
    m_queue.MarkEor();
    m_queue.Append(GOAL, MSS, GOAL);
    EXPECT_EQ(m_queue.Grow(m_queue.Front(), MSS, MSS), 0U); // the head ends a record
    EXPECT_EQ(m_queue.Grow(m_queue.Back(), MSS, MSS), 0U);
    m_queue.MarkEor();
    m_queue.AppendFin(MSS);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, GOAL}));
}

TEST_F(WriteQueue, GrowFollowsARunningKernel)
{
    // A congestion window of 84 with 42 or 60 in flight; skbs were filled up to 44 segments.
    constexpr uint32_t mss = 4096;
    m_queue.Append(10 * 44 * mss, mss, 44 * mss);
    const uint32_t quotas[] = {42, 24, 42, 42, 42, 42, 42};
    const uint32_t added[] = {0, 90112, 81920, 73728, 65536, 57344, 49152};
    for (std::size_t i = 0; i < 7; ++i)
    {
        LinuxSkb* head = m_queue.Front();
        const uint32_t wanted =
            LinuxRules::GrowBytes(head->length, quotas[i], mss, m_queue.Next(head)->length);
        EXPECT_EQ(m_queue.Grow(head, wanted, mss), added[i]) << i;
        if (head->length > quotas[i] * mss)
        {
            m_queue.Split(head, quotas[i] * mss, mss);
        }
        EXPECT_EQ(head->segs, quotas[i]) << i;
        EXPECT_EQ(head->truesize, quotas[i] * mss + 768) << i;
        m_pool.Free(m_queue.PopFront());
    }
}

TEST_F(WriteQueue, PoppedSkbCanComeBack)
{
    m_queue.Append(2 * GOAL, MSS, GOAL);
    LinuxSkb* head = m_queue.PopFront();
    EXPECT_EQ(head->seq, START);
    EXPECT_EQ(Lengths(), (Sizes{GOAL}));
    EXPECT_EQ(m_queue.GetBytes(), GOAL);
    EXPECT_EQ(m_queue.GetTruesize(), GOAL + 768);
    m_queue.PushFront(head);
    EXPECT_EQ(m_queue.Front(), head);
    EXPECT_EQ(Lengths(), (Sizes{GOAL, GOAL}));
    EXPECT_EQ(m_queue.GetBytes(), 2 * GOAL);
    EXPECT_EQ(m_queue.GetTruesize(), 2U * (GOAL + 768));
}

TEST_F(WriteQueue, LastSkbCanComeBackToo)
{
    m_queue.Append(GOAL, MSS, GOAL);
    LinuxSkb* head = m_queue.PopFront();
    EXPECT_TRUE(m_queue.IsEmpty());
    EXPECT_EQ(m_queue.GetWriteSeq(), START + GOAL);
    m_queue.PushFront(head);
    EXPECT_EQ(m_queue.Back(), head);
    EXPECT_EQ(m_queue.AppendStep(1, MSS, GOAL + 1).skb, head);
}

TEST_F(WriteQueue, ClearFreesAllAndKeepsThePosition)
{
    m_queue.Append(131072, MSS, GOAL);
    EXPECT_EQ(m_pool.GetInUse(), 4U);
    m_queue.Clear();
    EXPECT_TRUE(m_queue.IsEmpty());
    EXPECT_EQ(m_pool.GetInUse(), 0U);
    EXPECT_EQ(m_queue.GetBytes(), 0U);
    EXPECT_EQ(m_queue.GetTruesize(), 0U);
    EXPECT_EQ(m_queue.GetWriteSeq(), START + 131072);
}

TEST_F(WriteQueue, DestructorFreesAll)
{
    {
        LinuxWriteQueue other(m_pool);
        other.Append(131072, MSS, GOAL);
        EXPECT_EQ(m_pool.GetInUse(), 4U);
    }
    EXPECT_EQ(m_pool.GetInUse(), 0U);
}

TEST_F(WriteQueue, OverheadHoldsForNewSkbs)
{
    m_queue.Append(GOAL, MSS, GOAL);
    m_queue.SetOverhead(704);
    EXPECT_EQ(m_queue.GetOverhead(), 704U);
    m_queue.Append(33 * MSS, MSS, 33 * MSS);
    // The first skb takes part of the write, under its old overhead.
    EXPECT_EQ(m_queue.Front()->truesize, 33 * MSS + 768);
    m_queue.Append(8 * MSS, MSS, 33 * MSS);
    EXPECT_EQ(Lengths(), (Sizes{33 * MSS, 33 * MSS}));
    EXPECT_EQ(m_queue.Back()->truesize, 48488U); // as the board of 2023 shows
    LinuxSkb* rest = m_queue.Split(m_queue.Front(), MSS, MSS);
    EXPECT_EQ(m_queue.Front()->truesize, MSS + 768);
    EXPECT_EQ(rest->truesize, 32 * MSS + 704);
    EXPECT_EQ(m_queue.GetTruesize(), 66U * MSS + 768 + 2 * 704);
}
