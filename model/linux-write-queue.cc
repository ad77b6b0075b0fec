/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-write-queue.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace ns3
{

LinuxWriteQueue::LinuxWriteQueue(LinuxSkbPool& pool, uint32_t overhead)
    : m_pool(pool),
      m_overhead(overhead)
{
}

LinuxWriteQueue::~LinuxWriteQueue()
{
    Clear();
}

void
LinuxWriteQueue::SetOverhead(uint32_t overhead)
{
    m_overhead = overhead;
}

uint32_t
LinuxWriteQueue::GetOverhead() const
{
    return m_overhead;
}

void
LinuxWriteQueue::SetWriteSeq(uint32_t seq)
{
    assert(m_list.empty());
    m_writeSeq = seq;
}

uint32_t
LinuxWriteQueue::GetWriteSeq() const
{
    return m_writeSeq;
}

LinuxSkb*
LinuxWriteQueue::NewTail()
{
    LinuxSkb* skb = m_pool.Allocate();
    skb->seq = m_writeSeq;
    skb->endSeq = m_writeSeq;
    skb->truesize = m_overhead;
    m_truesize += m_overhead;
    m_list.push_back(*skb);
    return skb;
}

LinuxWriteQueue::AppendResult
LinuxWriteQueue::AppendStep(uint32_t bytes, uint32_t mss, uint32_t sizeGoal, bool firstOfWrite)
{
    assert(sizeGoal > 0);
    AppendResult result;
    LinuxSkb* tail = Back();
    if (bytes > 0)
    {
        if (!tail || tail->length >= sizeGoal || tail->eor || tail->fin)
        {
            tail = NewTail();
            result.newSkb = true;
        }
        result.bytes = std::min(bytes, sizeGoal - tail->length);
        tail->psh = tail->psh && !firstOfWrite;
        tail->length += result.bytes;
        tail->endSeq += result.bytes;
        tail->truesize += result.bytes;
        tail->SetSegments(mss);
        m_writeSeq += result.bytes;
        m_bytes += result.bytes;
        m_truesize += result.bytes;
    }
    result.skb = tail;
    result.reachedGoal = tail && tail->length >= sizeGoal;
    result.isHead = tail && tail == Front();
    return result;
}

LinuxWriteQueue::AppendResult
LinuxWriteQueue::Append(uint32_t bytes, uint32_t mss, uint32_t sizeGoal)
{
    AppendResult result = AppendStep(bytes, mss, sizeGoal);
    while (result.bytes < bytes)
    {
        AppendResult step = AppendStep(bytes - result.bytes, mss, sizeGoal, false);
        step.bytes += result.bytes;
        step.newSkb = step.newSkb || result.newSkb;
        result = step;
    }
    return result;
}

LinuxSkb*
LinuxWriteQueue::AppendFin(uint32_t mss)
{
    LinuxSkb* tail = Back();
    assert(!tail || !tail->fin);
    if (!tail)
    {
        tail = NewTail();
    }
    tail->fin = true;
    ++tail->endSeq;
    ++m_writeSeq;
    tail->SetSegments(mss);
    return tail;
}

void
LinuxWriteQueue::MarkPush()
{
    if (!m_list.empty())
    {
        m_list.back().psh = true;
    }
}

void
LinuxWriteQueue::MarkEor()
{
    if (!m_list.empty())
    {
        m_list.back().eor = true;
    }
}

LinuxSkb*
LinuxWriteQueue::Front()
{
    return m_list.empty() ? nullptr : &m_list.front();
}

const LinuxSkb*
LinuxWriteQueue::Front() const
{
    return m_list.empty() ? nullptr : &m_list.front();
}

LinuxSkb*
LinuxWriteQueue::Back()
{
    return m_list.empty() ? nullptr : &m_list.back();
}

const LinuxSkb*
LinuxWriteQueue::Back() const
{
    return m_list.empty() ? nullptr : &m_list.back();
}

LinuxSkb*
LinuxWriteQueue::Next(LinuxSkb* skb)
{
    auto next = std::next(m_list.iterator_to(*skb));
    return next == m_list.end() ? nullptr : &*next;
}

bool
LinuxWriteQueue::IsLast(const LinuxSkb* skb) const
{
    return skb == Back();
}

LinuxSkb*
LinuxWriteQueue::Split(LinuxSkb* skb, uint32_t bytes, uint32_t mss)
{
    LinuxSkb* right = m_pool.Allocate();
    skb->MoveTail(*right, bytes, mss, m_overhead);
    m_truesize += m_overhead;
    m_list.insert(std::next(m_list.iterator_to(*skb)), *right);
    return right;
}

uint32_t
LinuxWriteQueue::Grow(LinuxSkb* skb, uint32_t bytes, uint32_t mss)
{
    LinuxSkb* next = Next(skb);
    if (!next || skb->eor)
    {
        return 0;
    }
    const uint32_t moved = std::min(bytes, next->length);
    if (moved == 0)
    {
        return 0;
    }
    skb->length += moved;
    skb->endSeq += moved;
    skb->truesize += moved;
    next->length -= moved;
    next->seq += moved;
    next->truesize -= moved;
    if (next->length == 0)
    {
        skb->endSeq = next->endSeq; // one more when it carries FIN
        skb->psh = skb->psh || next->psh;
        skb->fin = next->fin;
        skb->eor = next->eor;
        m_truesize -= next->truesize;
        m_list.erase(m_list.iterator_to(*next));
        m_pool.Free(next);
    }
    else
    {
        next->SetSegments(mss);
    }
    skb->SetSegments(mss);
    return moved;
}

LinuxSkb*
LinuxWriteQueue::PopFront()
{
    if (m_list.empty())
    {
        return nullptr;
    }
    LinuxSkb& skb = m_list.front();
    m_list.pop_front();
    m_bytes -= skb.length;
    m_truesize -= skb.truesize;
    return &skb;
}

void
LinuxWriteQueue::PushFront(LinuxSkb* skb)
{
    assert(skb->endSeq == (m_list.empty() ? m_writeSeq : m_list.front().seq));
    m_bytes += skb->length;
    m_truesize += skb->truesize;
    m_list.push_front(*skb);
}

void
LinuxWriteQueue::Clear()
{
    m_list.clear_and_dispose([this](LinuxSkb* skb) { m_pool.Free(skb); });
    m_bytes = 0;
    m_truesize = 0;
}

bool
LinuxWriteQueue::IsEmpty() const
{
    return m_list.empty();
}

std::size_t
LinuxWriteQueue::Count() const
{
    return m_list.size();
}

uint64_t
LinuxWriteQueue::GetBytes() const
{
    return m_bytes;
}

uint64_t
LinuxWriteQueue::GetTruesize() const
{
    return m_truesize;
}

} // namespace ns3
