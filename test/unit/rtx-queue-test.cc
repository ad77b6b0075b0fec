/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-rtx-queue.h"
#include "ns3/linux-write-queue.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t START = 0xfffff000U; // the sequence numbers wrap early

/// A queue whose first skb begins at START.
class RtxQueue : public ::testing::Test
{
  protected:
    RtxQueue()
        : m_writeQueue(m_pool),
          m_queue(m_pool)
    {
        m_writeQueue.SetWriteSeq(START);
    }

    /**
     * @brief Send one skb.
     * @param length payload bytes
     * @param sentTimeNs when it departs
     * @return the skb
     */
    LinuxSkb* Send(uint32_t length, int64_t sentTimeNs = 0)
    {
        m_writeQueue.Append(length, MSS, length);
        LinuxSkb* skb = m_writeQueue.PopFront();
        skb->sentTimeNs = sentTimeNs;
        m_queue.Push(skb);
        return skb;
    }

    LinuxSkbPool m_pool;          //!< memory
    LinuxWriteQueue m_writeQueue; //!< where skbs come from
    LinuxRtxQueue m_queue;        //!< the queue
};

} // namespace

TEST_F(RtxQueue, StartsEmpty)
{
    EXPECT_TRUE(m_queue.IsEmpty());
    EXPECT_EQ(m_queue.Count(), 0U);
    EXPECT_EQ(m_queue.GetPacketsOut(), 0U);
    EXPECT_EQ(m_queue.Front(), nullptr);
    EXPECT_EQ(m_queue.Back(), nullptr);
    EXPECT_EQ(m_queue.FindBySeq(START), nullptr);
    EXPECT_EQ(m_queue.GetHeadSentTimeNs(), 0);
    const auto result = m_queue.AckUpTo(START + 1000);
    EXPECT_EQ(result.segs + result.bytes + result.skbs, 0U);
    EXPECT_FALSE(result.hasSentTime);
}

TEST_F(RtxQueue, CountsWhatIsOutstanding)
{
    LinuxSkb* first = Send(23 * MSS, 100);
    LinuxSkb* second = Send(2 * MSS, 200);
    EXPECT_EQ(m_queue.Count(), 2U);
    EXPECT_EQ(m_queue.GetPacketsOut(), 25U);
    EXPECT_EQ(m_queue.GetBytes(), 25U * MSS);
    EXPECT_EQ(m_queue.GetTruesize(), 34072U + 3664);
    EXPECT_EQ(m_queue.Front(), first);
    EXPECT_EQ(m_queue.Back(), second);
    EXPECT_EQ(m_queue.Next(first), second);
    EXPECT_EQ(m_queue.Next(second), nullptr);
    EXPECT_EQ(m_queue.GetHeadSentTimeNs(), 100);
}

TEST_F(RtxQueue, AckFreesWholeSkbs)
{
    Send(2 * MSS, 100);
    Send(2 * MSS, 200);
    Send(2 * MSS, 300);
    const auto result = m_queue.AckUpTo(START + 4 * MSS);
    EXPECT_EQ(result.segs, 4U);
    EXPECT_EQ(result.bytes, 4 * MSS);
    EXPECT_EQ(result.skbs, 2U);
    EXPECT_FALSE(result.partial);
    EXPECT_FALSE(result.retransmitted);
    EXPECT_TRUE(result.hasSentTime);
    EXPECT_EQ(result.firstSentNs, 100);
    EXPECT_EQ(result.lastSentNs, 200);
    EXPECT_EQ(m_queue.Count(), 1U);
    EXPECT_EQ(m_queue.GetPacketsOut(), 2U);
    EXPECT_EQ(m_queue.GetHeadSentTimeNs(), 300);
    EXPECT_EQ(m_pool.GetInUse(), 1U);
}

TEST_F(RtxQueue, OldAcksDoNothing)
{
    Send(2 * MSS);
    for (uint32_t una : {START, START - 1, START - 1000000})
    {
        const auto result = m_queue.AckUpTo(una);
        EXPECT_EQ(result.segs + result.bytes + result.skbs, 0U);
    }
    EXPECT_EQ(m_queue.GetPacketsOut(), 2U);
}

TEST_F(RtxQueue, AckTrimsTheHead)
{
    LinuxSkb* head = Send(23 * MSS, 100);
    auto result = m_queue.AckUpTo(START + 2 * MSS);
    EXPECT_EQ(result.segs, 2U);
    EXPECT_EQ(result.bytes, 2 * MSS);
    EXPECT_EQ(result.skbs, 0U);
    EXPECT_TRUE(result.partial);
    EXPECT_EQ(result.firstSentNs, 100);
    EXPECT_EQ(m_queue.Front(), head);
    EXPECT_EQ(head->seq, START + 2 * MSS);
    EXPECT_EQ(head->length, 21 * MSS);
    EXPECT_EQ(head->segs, 21U);
    EXPECT_EQ(m_queue.GetPacketsOut(), 21U);
    EXPECT_EQ(m_queue.GetBytes(), 21U * MSS);
    EXPECT_EQ(m_queue.GetTruesize(), 21U * MSS + 768);
    // The same ACK again does nothing.
    result = m_queue.AckUpTo(START + 2 * MSS);
    EXPECT_EQ(result.segs, 0U);
    EXPECT_FALSE(result.hasSentTime);
}

TEST_F(RtxQueue, BytesWithoutAWholeSegmentAreTrimmedButNotCounted)
{
    Send(3 * MSS);
    auto result = m_queue.AckUpTo(START + 100);
    EXPECT_EQ(result.segs, 0U);
    EXPECT_EQ(result.bytes, 100U);
    EXPECT_FALSE(result.partial);
    EXPECT_FALSE(result.hasSentTime);
    EXPECT_EQ(m_queue.GetPacketsOut(), 3U);
    result = m_queue.AckUpTo(START + MSS); // the rest of the first segment
    EXPECT_EQ(result.segs, 1U);
    EXPECT_EQ(result.bytes, MSS - 100);
    EXPECT_EQ(m_queue.GetPacketsOut(), 2U);
}

TEST_F(RtxQueue, PartOfASingleSegmentIsIgnored)
{
    Send(MSS);
    auto result = m_queue.AckUpTo(START + MSS - 1);
    EXPECT_EQ(result.segs, 0U);
    EXPECT_EQ(result.bytes, 0U);
    EXPECT_EQ(m_queue.Front()->length, MSS);
    result = m_queue.AckUpTo(START + MSS);
    EXPECT_EQ(result.segs, 1U);
    EXPECT_EQ(result.bytes, MSS);
}

TEST_F(RtxQueue, TrimUsesTheMssOfTheTransmission)
{
    LinuxSkb* head = Send(10 * MSS);
    ASSERT_EQ(head->mss, MSS);
    m_queue.AckUpTo(START + 5 * MSS + 1);
    EXPECT_EQ(head->segs, 5U);
    EXPECT_EQ(head->length, 5 * MSS - 1);
}

TEST_F(RtxQueue, AckReachesOverSeveralSkbsIntoTheNext)
{
    Send(2 * MSS, 100);
    Send(MSS, 200);
    Send(4 * MSS, 300);
    const auto result = m_queue.AckUpTo(START + 6 * MSS);
    EXPECT_EQ(result.segs, 6U);
    EXPECT_EQ(result.bytes, 6 * MSS);
    EXPECT_EQ(result.skbs, 2U);
    EXPECT_TRUE(result.partial);
    EXPECT_EQ(result.firstSentNs, 100);
    EXPECT_EQ(result.lastSentNs, 300);
    EXPECT_EQ(m_queue.GetPacketsOut(), 1U);
}

TEST_F(RtxQueue, RetransmittedSkbsGiveNoTime)
{
    Send(MSS, 100)->retransmitted = true;
    Send(MSS, 200);
    Send(MSS, 300)->sacked = true;
    auto result = m_queue.AckUpTo(START + MSS);
    EXPECT_TRUE(result.retransmitted);
    EXPECT_FALSE(result.hasSentTime);
    result = m_queue.AckUpTo(START + 3 * MSS);
    EXPECT_FALSE(result.retransmitted);
    EXPECT_TRUE(result.hasSentTime);
    EXPECT_EQ(result.firstSentNs, 200);
    EXPECT_EQ(result.lastSentNs, 200); // the sacked one was timed when it was sacked
}

TEST_F(RtxQueue, FinIsAcknowledgedWithItsSequenceNumber)
{
    m_writeQueue.Append(2 * MSS, MSS, 2 * MSS);
    m_writeQueue.AppendFin(MSS);
    m_queue.Push(m_writeQueue.PopFront());
    auto result = m_queue.AckUpTo(START + 2 * MSS);
    EXPECT_EQ(result.bytes, 2 * MSS);
    EXPECT_EQ(result.segs, 1U); // FIN alone still counts as one
    EXPECT_FALSE(result.finAcked);
    EXPECT_EQ(m_queue.GetPacketsOut(), 1U);
    EXPECT_EQ(m_queue.FindBySeq(START + 2 * MSS), m_queue.Front());
    result = m_queue.AckUpTo(START + 2 * MSS + 1);
    EXPECT_TRUE(result.finAcked);
    EXPECT_EQ(result.segs, 1U);
    EXPECT_EQ(result.bytes, 0U);
    EXPECT_TRUE(m_queue.IsEmpty());
}

TEST_F(RtxQueue, FindsTheSkbOfASequenceNumber)
{
    std::vector<LinuxSkb*> skbs;
    for (uint32_t i = 0; i < 10; ++i)
    {
        skbs.push_back(Send(1000)); // wraps within the fifth
    }
    EXPECT_EQ(m_queue.FindBySeq(START - 1), nullptr);
    EXPECT_EQ(m_queue.FindBySeq(START + 10000), nullptr);
    for (uint32_t offset = 0; offset < 10000; ++offset)
    {
        ASSERT_EQ(m_queue.FindBySeq(START + offset), skbs[offset / 1000]) << offset;
    }
    const LinuxRtxQueue& constQueue = m_queue;
    EXPECT_EQ(constQueue.FindBySeq(START + 4096), skbs[4]);
    m_queue.AckUpTo(START + 3000);
    EXPECT_EQ(m_queue.FindBySeq(START + 2999), nullptr);
    EXPECT_EQ(m_queue.FindBySeq(START + 3000), skbs[3]);
}

TEST_F(RtxQueue, SplitRecountsWhatIsOutstanding)
{
    LinuxSkb* first = Send(5000, 100);
    LinuxSkb* second = Send(MSS, 200);
    first->retransmitted = true;
    EXPECT_EQ(m_queue.GetPacketsOut(), 5U);
    LinuxSkb* rest = m_queue.Split(first, 100, MSS, 832);
    EXPECT_EQ(m_queue.Count(), 3U);
    EXPECT_EQ(m_queue.GetPacketsOut(), 6U); // 1 and 4 instead of 4
    EXPECT_EQ(m_queue.GetBytes(), 5000U + MSS);
    EXPECT_EQ(m_queue.GetTruesize(), 5000U + MSS + 2 * 768 + 832);
    EXPECT_EQ(m_queue.Next(first), rest);
    EXPECT_EQ(m_queue.Next(rest), second);
    EXPECT_EQ(m_queue.FindBySeq(START + 99), first);
    EXPECT_EQ(m_queue.FindBySeq(START + 100), rest);
    EXPECT_TRUE(rest->retransmitted);
    EXPECT_EQ(rest->sentTimeNs, 100);
}

TEST_F(RtxQueue, ClearFreesAll)
{
    Send(MSS);
    Send(2 * MSS);
    m_queue.Clear();
    EXPECT_TRUE(m_queue.IsEmpty());
    EXPECT_EQ(m_queue.GetPacketsOut(), 0U);
    EXPECT_EQ(m_queue.GetBytes(), 0U);
    EXPECT_EQ(m_queue.GetTruesize(), 0U);
    EXPECT_EQ(m_pool.GetInUse(), 0U);
    EXPECT_EQ(Send(MSS)->seq, START + 3 * MSS);
}

TEST_F(RtxQueue, DestructorFreesAll)
{
    {
        LinuxRtxQueue other(m_pool);
        m_writeQueue.Append(2 * MSS, MSS, MSS);
        other.Push(m_writeQueue.PopFront());
        other.Push(m_writeQueue.PopFront());
        EXPECT_EQ(m_pool.GetInUse(), 2U);
    }
    EXPECT_EQ(m_pool.GetInUse(), 0U);
}
