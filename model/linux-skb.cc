/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-skb.h"

#include <cassert>

namespace ns3
{

void
LinuxSkb::SetSegments(uint32_t newMss)
{
    assert(newMss > 0);
    mss = newMss;
    // An skb that carries nothing but FIN is a segment too.
    segs = length <= newMss ? 1 : (length - 1) / newMss + 1;
}

void
LinuxSkb::MoveTail(LinuxSkb& right, uint32_t keep, uint32_t newMss, uint32_t overhead)
{
    assert(keep > 0 && keep < length);
    const uint32_t moved = length - keep;
    // The hooks ignore assignment: all but the links is copied.
    right = *this;
    right.seq = seq + keep;
    right.length = moved;
    right.truesize = moved + overhead;
    endSeq = right.seq;
    length = keep;
    truesize -= moved;
    psh = false;
    fin = false;
    eor = false;
    SetSegments(newMss);
    right.SetSegments(newMss);
}

LinuxSkbPool::~LinuxSkbPool()
{
    assert(m_inUse == 0);
    m_free.clear();
}

LinuxSkb*
LinuxSkbPool::Allocate()
{
    if (m_free.empty())
    {
        m_chunks.push_back(std::make_unique<LinuxSkb[]>(CHUNK_SKBS));
        for (std::size_t i = 0; i < CHUNK_SKBS; ++i)
        {
            m_free.push_back(m_chunks.back()[i]);
        }
    }
    // The skb freed last is the one most likely to be in the cache.
    LinuxSkb& skb = m_free.front();
    m_free.pop_front();
    ++m_inUse;
    return &skb;
}

void
LinuxSkbPool::Free(LinuxSkb* skb)
{
    assert(skb && !skb->listHook.is_linked() && !skb->setHook.is_linked() &&
           !skb->timeHook.is_linked());
    assert(m_inUse > 0);
    // The hooks ignore assignment, so this resets everything else.
    *skb = LinuxSkb();
    m_free.push_front(*skb);
    --m_inUse;
}

} // namespace ns3
