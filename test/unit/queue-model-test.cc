/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-rtx-queue.h"
#include "ns3/linux-write-queue.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t OVERHEAD = 768;

/// An skb of the naive model; positions count bytes of the stream and never wrap.
struct ModelSkb
{
    uint64_t begin;             //!< first byte
    uint32_t length;            //!< payload
    uint32_t mss;               //!< mss of the last count
    uint32_t segs;              //!< segments of the last count
    bool psh;                   //!< PSH
    bool eor;                   //!< end of record
    bool retransmitted = false; //!< sent again
    int64_t sentTimeNs = 0;     //!< departure

    void Count(uint32_t newMss)
    {
        mss = newMss;
        segs = std::max(1U, (length + newMss - 1) / newMss);
    }
};

/// The real queues and the model side by side.
class QueueModel
{
  public:
    explicit QueueModel(uint32_t seed)
        : m_random(seed),
          m_start(0xffff0000U - seed * 1000),
          m_writeQueue(m_pool, OVERHEAD),
          m_rtxQueue(m_pool)
    {
        m_writeQueue.SetWriteSeq(m_start);
    }

    /**
     * @brief Do one random operation on both sides.
     */
    void Step()
    {
        const uint32_t mss = Pick(10) == 0 ? 536 : 1448;
        ++m_timeNs;
        // More is written than sent and more sent than acknowledged, until the queues are long.
        switch (Pick(12))
        {
        case 0:
        case 1:
        case 2:
            if (m_unsent.size() < 60)
            {
                Append(mss);
            }
            break;
        case 3:
        case 4:
            Split(mss);
            break;
        case 5:
            Grow(mss);
            break;
        case 6:
        case 7:
        case 8:
            Send();
            break;
        case 9:
        case 10:
            Ack();
            break;
        default:
            Rare(mss);
            break;
        }
    }

    /**
     * @brief Compare both sides.
     */
    void Check()
    {
        uint64_t bytes = 0;
        uint64_t truesize = 0;
        const LinuxSkb* skb = m_writeQueue.Front();
        for (const auto& model : m_unsent)
        {
            ASSERT_NE(skb, nullptr);
            CheckSkb(*skb, model);
            bytes += model.length;
            truesize += skb->truesize;
            EXPECT_EQ(m_writeQueue.IsLast(skb), &model == &m_unsent.back());
            skb = m_writeQueue.Next(const_cast<LinuxSkb*>(skb));
        }
        ASSERT_EQ(skb, nullptr);
        ASSERT_EQ(m_writeQueue.Count(), m_unsent.size());
        ASSERT_EQ(m_writeQueue.IsEmpty(), m_unsent.empty());
        ASSERT_EQ(m_writeQueue.GetBytes(), bytes);
        ASSERT_EQ(m_writeQueue.GetTruesize(), truesize);
        // Nothing but payload and one overhead per skb is ever charged.
        ASSERT_EQ(truesize, bytes + m_unsent.size() * uint64_t{OVERHEAD});
        ASSERT_EQ(m_writeQueue.GetWriteSeq(), Seq(m_written));

        bytes = 0;
        uint32_t segs = 0;
        skb = m_rtxQueue.Front();
        for (const auto& model : m_sent)
        {
            ASSERT_NE(skb, nullptr);
            CheckSkb(*skb, model);
            bytes += model.length;
            segs += model.segs;
            skb = m_rtxQueue.Next(const_cast<LinuxSkb*>(skb));
        }
        ASSERT_EQ(skb, nullptr);
        ASSERT_EQ(m_rtxQueue.Count(), m_sent.size());
        ASSERT_EQ(m_rtxQueue.GetBytes(), bytes);
        ASSERT_EQ(m_rtxQueue.GetTruesize(), bytes + m_sent.size() * uint64_t{OVERHEAD});
        ASSERT_EQ(m_rtxQueue.GetPacketsOut(), segs);

        // Every byte written is in a queue, acknowledged or thrown away.
        ASSERT_EQ(m_written, m_acked + m_discarded + bytes + m_writeQueue.GetBytes());
        ASSERT_EQ(m_pool.GetInUse(), m_unsent.size() + m_sent.size());
        CheckFind();
    }

    /**
     * @brief Tell which operations had an effect.
     * @return how often each did
     */
    const std::vector<uint32_t>& GetEffects() const
    {
        return m_effects;
    }

    /**
     * @brief Acknowledge and free everything.
     */
    void Finish()
    {
        m_writeQueue.Clear();
        m_unsent.clear();
        m_rtxQueue.AckUpTo(Seq(m_written));
        EXPECT_TRUE(m_rtxQueue.IsEmpty());
        EXPECT_EQ(m_rtxQueue.GetPacketsOut(), 0U);
        EXPECT_EQ(m_rtxQueue.GetTruesize(), 0U);
        EXPECT_EQ(m_writeQueue.GetTruesize(), 0U);
        EXPECT_EQ(m_pool.GetInUse(), 0U);
    }

  private:
    /// Operations whose effects are counted.
    enum Effect
    {
        APPENDED,
        SPLIT,
        GROWN,
        SWALLOWED,
        SENT,
        ACKED_WHOLE,
        ACKED_PART,
        ACKED_OLD,
        PUT_BACK,
        RTX_SPLIT,
        CLEARED,
        EFFECTS
    };

    uint32_t Pick(uint32_t limit)
    {
        return std::uniform_int_distribution<uint32_t>(0, limit - 1)(m_random);
    }

    uint32_t Seq(uint64_t position) const
    {
        return m_start + static_cast<uint32_t>(position);
    }

    void CheckSkb(const LinuxSkb& skb, const ModelSkb& model) const
    {
        ASSERT_EQ(skb.seq, Seq(model.begin));
        ASSERT_EQ(skb.length, model.length);
        ASSERT_EQ(skb.endSeq, Seq(model.begin + model.length));
        ASSERT_EQ(skb.truesize, model.length + OVERHEAD);
        ASSERT_EQ(skb.mss, model.mss);
        ASSERT_EQ(skb.segs, model.segs);
        ASSERT_EQ(skb.psh, model.psh);
        ASSERT_EQ(skb.eor, model.eor);
        ASSERT_EQ(skb.retransmitted, model.retransmitted);
        ASSERT_EQ(skb.sentTimeNs, model.sentTimeNs);
    }

    void CheckFind()
    {
        const uint64_t from = m_sent.empty() ? m_written : m_sent.front().begin;
        const uint64_t position = from + Pick(200000);
        const ModelSkb* expected = nullptr;
        for (const auto& model : m_sent)
        {
            if (position >= model.begin && position < model.begin + model.length)
            {
                expected = &model;
            }
        }
        const LinuxSkb* found = m_rtxQueue.FindBySeq(Seq(position));
        ASSERT_EQ(found != nullptr, expected != nullptr);
        if (found)
        {
            ASSERT_EQ(found->seq, Seq(expected->begin));
        }
        ASSERT_EQ(m_rtxQueue.FindBySeq(Seq(from) - 1), nullptr);
    }

    void Append(uint32_t mss)
    {
        const uint32_t goal = mss * (1 + Pick(30));
        uint32_t bytes = 1 + Pick(80000);
        const uint32_t written = bytes;
        const auto result = m_writeQueue.Append(bytes, mss, goal);
        EXPECT_EQ(result.bytes, written);
        while (bytes > 0)
        {
            if (m_unsent.empty() || m_unsent.back().length >= goal || m_unsent.back().eor)
            {
                m_unsent.push_back(ModelSkb{m_written, 0, mss, 1, false, false});
            }
            ModelSkb& tail = m_unsent.back();
            const uint32_t part = std::min(bytes, goal - tail.length);
            tail.length += part;
            tail.psh = false;
            tail.Count(mss);
            m_written += part;
            bytes -= part;
        }
        EXPECT_EQ(result.skb, m_writeQueue.Back());
        EXPECT_EQ(result.reachedGoal, m_unsent.back().length >= goal);
        if (Pick(2) == 0)
        {
            m_writeQueue.MarkPush();
            m_unsent.back().psh = true;
        }
        if (Pick(8) == 0)
        {
            m_writeQueue.MarkEor();
            m_unsent.back().eor = true;
        }
        ++m_effects[APPENDED];
    }

    /**
     * @brief Cut a model skb in two.
     * @param queue where it is
     * @param index which one
     * @param keep what stays
     * @param mss payload bytes per segment
     */
    void SplitModel(std::deque<ModelSkb>& queue, std::size_t index, uint32_t keep, uint32_t mss)
    {
        ModelSkb right = queue[index];
        right.begin += keep;
        right.length -= keep;
        right.Count(mss);
        queue[index].length = keep;
        queue[index].psh = false;
        queue[index].eor = false;
        queue[index].Count(mss);
        queue.insert(queue.begin() + static_cast<std::ptrdiff_t>(index) + 1, right);
    }

    void Split(uint32_t mss)
    {
        if (m_unsent.empty() || m_unsent.front().length < 2)
        {
            return;
        }
        const uint32_t keep = 1 + Pick(m_unsent.front().length - 1);
        m_writeQueue.Split(m_writeQueue.Front(), keep, mss);
        SplitModel(m_unsent, 0, keep, mss);
        ++m_effects[SPLIT];
    }

    void Grow(uint32_t mss)
    {
        if (m_unsent.empty())
        {
            return;
        }
        const uint32_t wanted = Pick(50000);
        uint32_t moved = 0;
        if (m_unsent.size() > 1 && !m_unsent[0].eor)
        {
            moved = std::min(wanted, m_unsent[1].length);
        }
        EXPECT_EQ(m_writeQueue.Grow(m_writeQueue.Front(), wanted, mss), moved);
        if (moved == 0)
        {
            return;
        }
        m_unsent[0].length += moved;
        m_unsent[0].Count(mss);
        m_unsent[1].begin += moved;
        m_unsent[1].length -= moved;
        ++m_effects[GROWN];
        if (m_unsent[1].length == 0)
        {
            m_unsent[0].psh = m_unsent[0].psh || m_unsent[1].psh;
            m_unsent[0].eor = m_unsent[1].eor;
            m_unsent.erase(m_unsent.begin() + 1);
            ++m_effects[SWALLOWED];
        }
        else
        {
            m_unsent[1].Count(mss);
        }
    }

    void Send()
    {
        LinuxSkb* skb = m_writeQueue.PopFront();
        EXPECT_EQ(skb != nullptr, !m_unsent.empty());
        if (!skb)
        {
            return;
        }
        if (Pick(10) == 0)
        {
            m_writeQueue.PushFront(skb); // dropped locally
            ++m_effects[PUT_BACK];
            return;
        }
        skb->sentTimeNs = m_timeNs;
        m_rtxQueue.Push(skb);
        m_sent.push_back(m_unsent.front());
        m_sent.back().sentTimeNs = m_timeNs;
        m_unsent.pop_front();
        ++m_effects[SENT];
    }

    void Ack()
    {
        if (m_sent.empty())
        {
            return;
        }
        const uint64_t oldest = m_sent.front().begin;
        const uint64_t sentBytes = m_sent.back().begin + m_sent.back().length - oldest;
        uint64_t una = oldest + Pick(static_cast<uint32_t>(sentBytes) + 1);
        if (Pick(2) == 0)
        {
            una = oldest + Pick(static_cast<uint32_t>(std::min<uint64_t>(sentBytes, 40000)) + 1);
        }
        LinuxRtxQueue::AckResult expected;
        while (!m_sent.empty() && m_sent.front().begin + m_sent.front().length <= una)
        {
            NoteAcked(expected, m_sent.front(), m_sent.front().segs);
            expected.bytes += m_sent.front().length;
            ++expected.skbs;
            m_sent.pop_front();
            ++m_effects[ACKED_WHOLE];
        }
        if (!m_sent.empty() && m_sent.front().begin < una && m_sent.front().segs > 1)
        {
            ModelSkb& head = m_sent.front();
            const auto trimmed = static_cast<uint32_t>(una - head.begin);
            const uint32_t before = head.segs;
            head.begin = una;
            head.length -= trimmed;
            head.Count(head.mss);
            expected.bytes += trimmed;
            expected.partial = before != head.segs;
            if (expected.partial)
            {
                NoteAcked(expected, head, before - head.segs);
            }
            ++m_effects[ACKED_PART];
        }
        if (expected.bytes == 0)
        {
            ++m_effects[ACKED_OLD];
        }
        const auto result = m_rtxQueue.AckUpTo(Seq(una));
        EXPECT_EQ(result.segs, expected.segs);
        EXPECT_EQ(result.bytes, expected.bytes);
        EXPECT_EQ(result.skbs, expected.skbs);
        EXPECT_EQ(result.partial, expected.partial);
        EXPECT_EQ(result.retransmitted, expected.retransmitted);
        EXPECT_EQ(result.hasSentTime, expected.hasSentTime);
        EXPECT_EQ(result.firstSentNs, expected.firstSentNs);
        EXPECT_EQ(result.lastSentNs, expected.lastSentNs);
        m_acked += result.bytes;
    }

    static void NoteAcked(LinuxRtxQueue::AckResult& result, const ModelSkb& skb, uint32_t segs)
    {
        result.segs += segs;
        if (skb.retransmitted)
        {
            result.retransmitted = true;
            return;
        }
        if (!result.hasSentTime)
        {
            result.firstSentNs = skb.sentTimeNs;
        }
        result.hasSentTime = true;
        result.lastSentNs = skb.sentTimeNs;
    }

    /**
     * @brief Do something that happens seldom.
     * @param mss payload bytes per segment
     */
    void Rare(uint32_t mss)
    {
        if (Pick(40) == 0)
        {
            // What was written and not sent is thrown away: the stream goes on from what was sent.
            m_discarded += m_writeQueue.GetBytes();
            m_writeQueue.Clear();
            m_unsent.clear();
            ++m_effects[CLEARED];
            return;
        }
        if (m_sent.empty())
        {
            return;
        }
        const std::size_t index = Pick(static_cast<uint32_t>(m_sent.size()));
        LinuxSkb* skb = m_rtxQueue.FindBySeq(Seq(m_sent[index].begin));
        ASSERT_NE(skb, nullptr);
        if (m_sent[index].length > 1)
        {
            const uint32_t keep = 1 + Pick(m_sent[index].length - 1);
            m_rtxQueue.Split(skb, keep, mss, OVERHEAD);
            SplitModel(m_sent, index, keep, mss);
            ++m_effects[RTX_SPLIT];
        }
        skb->retransmitted = true;
        skb->sentTimeNs = m_timeNs;
        m_sent[index].retransmitted = true;
        m_sent[index].sentTimeNs = m_timeNs;
    }

    std::mt19937 m_random;         //!< source of all decisions
    uint32_t m_start;              //!< sequence number of the first byte
    int64_t m_timeNs{0};           //!< counts the steps
    uint64_t m_written{0};         //!< bytes written
    uint64_t m_acked{0};           //!< bytes acknowledged
    uint64_t m_discarded{0};       //!< bytes cleared
    std::deque<ModelSkb> m_unsent; //!< the naive write queue
    std::deque<ModelSkb> m_sent;   //!< the naive rtx queue
    LinuxSkbPool m_pool;           //!< memory
    LinuxWriteQueue m_writeQueue;  //!< the real write queue
    LinuxRtxQueue m_rtxQueue;      //!< the real rtx queue
    std::vector<uint32_t> m_effects = std::vector<uint32_t>(EFFECTS, 0); //!< what happened
};

class QueueModelTest : public ::testing::TestWithParam<uint32_t>
{
};

} // namespace

TEST_P(QueueModelTest, BehavesLikeTheNaiveModel)
{
    QueueModel model(GetParam());
    for (int i = 0; i < 20000; ++i)
    {
        model.Step();
        model.Check();
        ASSERT_FALSE(HasFailure()) << "step " << i;
    }
    // The test means nothing if some operation never did anything.
    for (uint32_t count : model.GetEffects())
    {
        EXPECT_GT(count, 10U);
    }
    model.Finish();
}

INSTANTIATE_TEST_SUITE_P(Seeds, QueueModelTest, ::testing::Range(1U, 7U));

TEST(QueueModel, SteadyFlowTakesNoMemory)
{
    LinuxSkbPool pool;
    LinuxWriteQueue writeQueue(pool);
    LinuxRtxQueue rtxQueue(pool);
    writeQueue.SetWriteSeq(0xf0000000U);
    uint32_t una = 0xf0000000U;
    std::size_t capacity = 0;
    // A locked cycle of 2 and 23 segments: 3.6 GB, so the sequence numbers wrap.
    for (int round = 0; round < 100000; ++round)
    {
        writeQueue.Append(36200, 1448, 36200);
        for (uint32_t length : {33304U, 2896U})
        {
            LinuxSkb* skb = writeQueue.Front();
            if (skb->length > length)
            {
                writeQueue.Split(skb, length, 1448);
            }
            ASSERT_EQ(skb->length, length);
            rtxQueue.Push(writeQueue.PopFront());
        }
        if (round >= 3)
        {
            for (int i = 0; i < 25; ++i)
            {
                una += 1448;
                ASSERT_EQ(rtxQueue.AckUpTo(una).segs, 1U);
            }
            ASSERT_EQ(rtxQueue.Count(), 6U);
            ASSERT_EQ(rtxQueue.GetPacketsOut(), 75U);
        }
        if (round == 10)
        {
            capacity = pool.GetCapacity();
        }
    }
    EXPECT_EQ(pool.GetCapacity(), capacity);
    rtxQueue.Clear();
}
