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
LinuxRtxQueue::AddToSums(const LinuxSkb& skb, int64_t segs)
{
    const auto change = static_cast<uint32_t>(segs); // modulo 2^32 a negative one subtracts
    m_packetsOut += change;
    m_sackedOut += skb.sacked ? change : 0;
    m_lostOut += skb.lost ? change : 0;
    m_retransOut += skb.inRetrans ? change : 0;
}

void
LinuxRtxQueue::Push(LinuxSkb* skb)
{
    assert(skb->segs > 0);
    assert(m_set.empty() || !SeqBefore(skb->seq, m_set.rbegin()->endSeq));
    m_set.insert(m_set.end(), *skb);
    m_timeList.push_back(*skb);
    AddToSums(*skb, skb->segs);
    m_bytes += skb->length;
    m_truesize += skb->truesize;
}

uint32_t
LinuxRtxQueue::TrimFront(uint32_t una, AckResult& result)
{
    LinuxSkb* skb = Front();
    // A part of a single segment is not worth anything.
    if (skb->segs == 1 || !SeqAfter(una, skb->seq))
    {
        return 0;
    }
    const uint32_t segs = skb->segs;
    result.bytes += una - skb->seq;
    TrimHead(una);
    return segs - skb->segs;
}

void
LinuxRtxQueue::TrimHead(uint32_t una)
{
    LinuxSkb* skb = Front();
    if (!skb || !SeqAfter(una, skb->seq) || !SeqBefore(una, skb->endSeq))
    {
        return;
    }
    const uint32_t trimmed = una - skb->seq;
    AddToSums(*skb, -int64_t{skb->segs});
    skb->seq = una;
    skb->length -= trimmed;
    skb->truesize -= trimmed;
    skb->SetSegments(skb->mss);
    AddToSums(*skb, skb->segs);
    m_bytes -= trimmed;
    m_truesize -= trimmed;
}

void
LinuxRtxQueue::Account(const LinuxSkb& skb, uint32_t segs, AckResult& result)
{
    result.segs += segs;
    if (skb.retransmitted)
    {
        result.retransmitted = true;
    }
    else if (!skb.sacked)
    {
        if (!result.hasSentTime)
        {
            result.firstSentNs = skb.sentTimeNs;
            result.hasSentTime = true;
        }
        result.lastSentNs = skb.sentTimeNs;
    }
}

void
LinuxRtxQueue::FreeFront()
{
    LinuxSkb* skb = &*m_set.begin();
    m_set.erase(m_set.begin());
    LeaveTimeOrder(skb);
    AddToSums(*skb, -int64_t{skb->segs});
    m_bytes -= skb->length;
    m_truesize -= skb->truesize;
    m_pool.Free(skb);
}

void
LinuxRtxQueue::LeaveTimeOrder(LinuxSkb* skb)
{
    if (skb->timeHook.is_linked())
    {
        m_timeList.erase(m_timeList.iterator_to(*skb));
    }
}

void
LinuxRtxQueue::MarkSacked(LinuxSkb* skb)
{
    assert(!skb->sacked);
    skb->sacked = true;
    m_sackedOut += skb->segs;
    LeaveTimeOrder(skb);
}

void
LinuxRtxQueue::UnmarkSacked(LinuxSkb* skb)
{
    if (skb->sacked)
    {
        skb->sacked = false;
        m_sackedOut -= skb->segs;
    }
}

void
LinuxRtxQueue::MarkLost(LinuxSkb* skb)
{
    assert(!skb->sacked && !skb->lost);
    skb->lost = true;
    m_lostOut += skb->segs;
}

void
LinuxRtxQueue::UnmarkLost(LinuxSkb* skb)
{
    if (skb->lost)
    {
        skb->lost = false;
        m_lostOut -= skb->segs;
    }
}

void
LinuxRtxQueue::UnmarkRetrans(LinuxSkb* skb)
{
    if (skb->inRetrans)
    {
        skb->inRetrans = false;
        m_retransOut -= skb->segs;
    }
}

void
LinuxRtxQueue::MarkRetransmitted(LinuxSkb* skb, bool counted)
{
    if (counted && !skb->inRetrans)
    {
        skb->inRetrans = true;
        m_retransOut += skb->segs;
    }
    skb->retransmitted = true;
    if (!skb->sacked)
    {
        LeaveTimeOrder(skb);
        m_timeList.push_back(*skb);
    }
}

LinuxSkb*
LinuxRtxQueue::OldestSent()
{
    return m_timeList.empty() ? nullptr : &m_timeList.front();
}

LinuxSkb*
LinuxRtxQueue::NextSent(LinuxSkb* skb)
{
    auto next = std::next(m_timeList.iterator_to(*skb));
    return next == m_timeList.end() ? nullptr : &*next;
}

uint32_t
LinuxRtxQueue::GetSackedOut() const
{
    return m_sackedOut;
}

uint32_t
LinuxRtxQueue::GetLostOut() const
{
    return m_lostOut;
}

uint32_t
LinuxRtxQueue::GetRetransOut() const
{
    return m_retransOut;
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
    AddToSums(*skb, -int64_t{skb->segs});
    skb->MoveTail(*right, bytes, mss, overhead);
    AddToSums(*skb, int64_t{skb->segs} + right->segs); // both have the same marks
    m_truesize += overhead;
    m_set.insert(std::next(m_set.iterator_to(*skb)), *right);
    if (skb->timeHook.is_linked())
    {
        m_timeList.insert(std::next(m_timeList.iterator_to(*skb)), *right);
    }
    return right;
}

void
LinuxRtxQueue::Clear()
{
    m_timeList.clear();
    m_set.clear_and_dispose([this](LinuxSkb* skb) { m_pool.Free(skb); });
    m_packetsOut = 0;
    m_sackedOut = 0;
    m_lostOut = 0;
    m_retransOut = 0;
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
