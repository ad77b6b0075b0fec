/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-rtx-queue.h"

#include <cassert>
#include <iterator>

namespace ns3
{

using LinuxRules::SeqAfter;
using LinuxRules::SeqBefore;

LinuxRtxQueue::LinuxRtxQueue(LinuxSkbPool& pool)
    : m_pool(pool)
{
}

LinuxRtxQueue::~LinuxRtxQueue()
{
    Clear();
}

void
LinuxRtxQueue::Push(LinuxSkb* skb)
{
    assert(skb->segs > 0);
    assert(m_set.empty() || !SeqBefore(skb->seq, m_set.rbegin()->endSeq));
    m_set.insert(m_set.end(), *skb);
    m_packetsOut += skb->segs;
    m_bytes += skb->length;
    m_truesize += skb->truesize;
}

LinuxRtxQueue::AckResult
LinuxRtxQueue::AckUpTo(uint32_t una)
{
    AckResult result;
    while (LinuxSkb* skb = Front())
    {
        const bool whole = !SeqAfter(skb->endSeq, una);
        uint32_t segs = skb->segs;
        if (whole)
        {
            result.bytes += skb->length;
        }
        else
        {
            // A part of a single segment is not worth anything.
            if (skb->segs == 1 || !SeqAfter(una, skb->seq))
            {
                break;
            }
            const uint32_t trimmed = una - skb->seq;
            skb->seq = una;
            skb->length -= trimmed;
            skb->truesize -= trimmed;
            skb->SetSegments(skb->mss);
            m_bytes -= trimmed;
            m_truesize -= trimmed;
            result.bytes += trimmed;
            segs -= skb->segs;
            m_packetsOut -= segs;
            if (segs == 0)
            {
                break;
            }
            result.partial = true;
        }

        result.segs += segs;
        if (skb->retransmitted)
        {
            result.retransmitted = true;
        }
        else if (!skb->sacked)
        {
            if (!result.hasSentTime)
            {
                result.firstSentNs = skb->sentTimeNs;
                result.hasSentTime = true;
            }
            result.lastSentNs = skb->sentTimeNs;
        }
        if (!whole)
        {
            break;
        }
        ++result.skbs;
        result.finAcked = result.finAcked || skb->fin;
        FreeFront();
    }
    return result;
}

void
LinuxRtxQueue::FreeFront()
{
    LinuxSkb* skb = &*m_set.begin();
    m_set.erase(m_set.begin());
    m_packetsOut -= skb->segs;
    m_bytes -= skb->length;
    m_truesize -= skb->truesize;
    m_pool.Free(skb);
}

LinuxSkb*
LinuxRtxQueue::FindBySeq(uint32_t seq)
{
    return const_cast<LinuxSkb*>(static_cast<const LinuxRtxQueue*>(this)->FindBySeq(seq));
}

const LinuxSkb*
LinuxRtxQueue::FindBySeq(uint32_t seq) const
{
    auto after = m_set.upper_bound(seq, Order());
    if (after == m_set.begin())
    {
        return nullptr;
    }
    const LinuxSkb& skb = *std::prev(after);
    return SeqBefore(seq, skb.endSeq) ? &skb : nullptr;
}

LinuxSkb*
LinuxRtxQueue::Front()
{
    return m_set.empty() ? nullptr : &*m_set.begin();
}

const LinuxSkb*
LinuxRtxQueue::Front() const
{
    return m_set.empty() ? nullptr : &*m_set.begin();
}

LinuxSkb*
LinuxRtxQueue::Back()
{
    return m_set.empty() ? nullptr : &*m_set.rbegin();
}

const LinuxSkb*
LinuxRtxQueue::Back() const
{
    return m_set.empty() ? nullptr : &*m_set.rbegin();
}

LinuxSkb*
LinuxRtxQueue::Next(LinuxSkb* skb)
{
    auto next = std::next(m_set.iterator_to(*skb));
    return next == m_set.end() ? nullptr : &*next;
}

LinuxSkb*
LinuxRtxQueue::Split(LinuxSkb* skb, uint32_t bytes, uint32_t mss, uint32_t overhead)
{
    LinuxSkb* right = m_pool.Allocate();
    m_packetsOut -= skb->segs;
    skb->MoveTail(*right, bytes, mss, overhead);
    m_packetsOut += skb->segs + right->segs;
    m_truesize += overhead;
    m_set.insert(std::next(m_set.iterator_to(*skb)), *right);
    return right;
}

void
LinuxRtxQueue::Clear()
{
    m_set.clear_and_dispose([this](LinuxSkb* skb) { m_pool.Free(skb); });
    m_packetsOut = 0;
    m_bytes = 0;
    m_truesize = 0;
}

bool
LinuxRtxQueue::IsEmpty() const
{
    return m_set.empty();
}

std::size_t
LinuxRtxQueue::Count() const
{
    return m_set.size();
}

uint32_t
LinuxRtxQueue::GetPacketsOut() const
{
    return m_packetsOut;
}

uint64_t
LinuxRtxQueue::GetBytes() const
{
    return m_bytes;
}

uint64_t
LinuxRtxQueue::GetTruesize() const
{
    return m_truesize;
}

int64_t
LinuxRtxQueue::GetHeadSentTimeNs() const
{
    return m_set.empty() ? 0 : m_set.begin()->sentTimeNs;
}

} // namespace ns3
