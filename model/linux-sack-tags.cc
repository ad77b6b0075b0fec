/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What an ACK sacks is marked in the rtx queue.

#include "linux-loss-recovery.h"
#include "linux-sequence.h"

#include <algorithm>

namespace ns3
{

using LinuxRules::SeqAfter;
using LinuxRules::SeqBefore;

uint32_t
LinuxLossRecovery::HighestSack() const
{
    return m_queue.GetSackedOut() == 0 || SeqBefore(m_highestSack, m_una) ? m_una : m_highestSack;
}

bool
LinuxLossRecovery::CheckDsack(LinuxAck& ack,
                              const SackBlock* blocks,
                              std::size_t count,
                              SackResult& result)
{
    const SackBlock& first = blocks[0];
    const bool belowAck = SeqBefore(first.start, ack.ack);
    const bool withinNext = count > 1 && !SeqBefore(first.start, blocks[1].start) &&
                            !SeqAfter(first.end, blocks[1].end);
    if (!(belowAck || withinNext) || !SeqBefore(first.start, first.end))
    {
        return false;
    }
    const uint32_t length = first.end - first.start;
    if (length > m_maxWindow)
    {
        return false;
    }
    const uint32_t segs = (length + m_mss - 1) / m_mss;
    ack.dsackOfProbe = length <= m_mss && m_probe && m_probeHighSeq == first.end;
    m_dsackDups += segs;
    if (m_dsackDups > m_totalRetrans)
    {
        return false; // more than was ever sent twice: the network duplicates
    }
    if (m_reorderingSeen > 0 && !ack.dsackOfProbe)
    {
        m_rack.OnDsack();
    }
    ack.dsack = true;
    result.delivered += segs;
    m_host.Note(LinuxRecoveryEvent::Dsack, first.start, segs);

    const bool forgotten = !SeqAfter(first.end, ack.priorUna);
    if (m_hasUndo && m_undoRetrans > 0 && forgotten && SeqAfter(first.end, m_undoMarker))
    {
        m_undoRetrans = std::max<int64_t>(m_undoRetrans - segs, 0);
    }
    return true;
}

bool
LinuxLossRecovery::IsBlockValid(const SackBlock& block, bool isDsack) const
{
    if (SeqAfter(block.end, m_nxt) || !SeqBefore(block.start, block.end) ||
        !SeqBefore(block.start, m_nxt))
    {
        return false;
    }
    if (SeqAfter(block.start, m_una))
    {
        return true;
    }
    // Only a duplicate SACK may name what was acknowledged, back to the start of the reduction.
    if (!isDsack || !m_hasUndo || SeqAfter(block.end, m_una))
    {
        return false;
    }
    if (!SeqBefore(block.start, m_undoMarker))
    {
        return true;
    }
    return SeqAfter(block.end, m_undoMarker) && !SeqBefore(block.start, block.end - m_maxWindow);
}

void
LinuxLossRecovery::TagSacks(LinuxAck& ack, const SackBlock* blocks, std::size_t count)
{
    SackResult result;
    result.reordered = m_nxt;
    if (m_queue.GetSackedOut() == 0)
    {
        m_highestSack = m_una;
    }
    count = std::min(count, MAX_SACKS);
    const bool hasDsack = count > 0 && CheckDsack(ack, blocks, count, result);
    const bool tooOld = SeqBefore(ack.ack, ack.priorUna - m_maxWindow);
    if (!tooOld && m_queue.GetPacketsOut() > 0)
    {
        // The valid ones, in the order of the queue.
        std::array<SackBlock, MAX_SACKS> sorted;
        std::size_t used = 0;
        std::size_t dsack = MAX_SACKS;
        for (std::size_t i = 0; i < count; ++i)
        {
            const bool isDsack = i == 0 && hasDsack;
            if (!IsBlockValid(blocks[i], isDsack) || !SeqAfter(blocks[i].end, ack.priorUna))
            {
                continue;
            }
            std::size_t place = used++;
            for (; place > 0 && SeqAfter(sorted[place - 1].start, blocks[i].start); --place)
            {
                sorted[place] = sorted[place - 1];
                dsack += dsack == place - 1 ? 1 : 0;
            }
            sorted[place] = blocks[i];
            if (isDsack)
            {
                dsack = place;
            }
        }

        LinuxSkb* cursor = nullptr;
        std::size_t known = m_queue.GetSackedOut() == 0 ? m_nLastSacks : 0;
        for (std::size_t i = 0; i < used; ++i)
        {
            const bool isDsack = i == dsack;
            const SackBlock* nextDsack = i + 1 == dsack && dsack < used ? &sorted[dsack] : nullptr;
            SackBlock rest = sorted[i];
            // What the last ACK said already needs no second look.
            while (!isDsack && known < m_nLastSacks && SeqBefore(rest.start, rest.end))
            {
                const SackBlock& seen = m_lastSacks[known];
                if (!SeqBefore(rest.start, seen.end))
                {
                    ++known;
                    continue;
                }
                if (!SeqAfter(rest.end, seen.start))
                {
                    break;
                }
                if (SeqBefore(rest.start, seen.start))
                {
                    cursor = Walk(ack,
                                  SkipTo(cursor, rest.start),
                                  {rest.start, seen.start},
                                  false,
                                  nextDsack,
                                  result);
                }
                if (SeqAfter(rest.end, seen.end) && nextDsack &&
                    SeqBefore(nextDsack->start, seen.end))
                {
                    cursor = Walk(ack,
                                  SkipTo(cursor, nextDsack->start),
                                  *nextDsack,
                                  true,
                                  nullptr,
                                  result);
                }
                rest.start = SeqAfter(rest.end, seen.end) ? seen.end : rest.end;
            }
            if (SeqBefore(rest.start, rest.end))
            {
                cursor = Walk(ack, SkipTo(cursor, rest.start), rest, isDsack, nextDsack, result);
            }
        }
        m_lastSacks = sorted;
        m_nLastSacks = used;
        if (m_state != LinuxCaState::Loss || m_hasUndo)
        {
            CheckSackReordering(result.reordered);
        }
    }
    m_rate.Count(result.delivered);
    if (result.firstUs >= 0)
    {
        ack.sackRttUs = std::max<int64_t>(m_nowUs - result.firstUs, 0);
        ack.newestRttUs = std::max<int64_t>(m_nowUs - result.lastUs, 0);
    }
}

LinuxSkb*
LinuxLossRecovery::SkipTo(LinuxSkb* cursor, uint32_t seq)
{
    return cursor && SeqAfter(cursor->seq, seq) ? cursor : m_queue.FindBySeq(seq);
}

LinuxLossRecovery::Overlap
LinuxLossRecovery::Match(LinuxSkb* skb, const SackBlock& block)
{
    const bool startsInside = !SeqAfter(block.start, skb->seq);
    if (startsInside && !SeqBefore(block.end, skb->endSeq))
    {
        return Overlap::Inside;
    }
    if (skb->segs <= 1 || !SeqAfter(skb->endSeq, block.start))
    {
        return Overlap::None;
    }
    // Only whole segments are marked: what the block covers is rounded down, what lies before it
    // up.
    const uint32_t mss = skb->mss;
    uint32_t keep;
    if (startsInside)
    {
        keep = (block.end - skb->seq) / mss * mss;
        if (keep == 0)
        {
            return Overlap::Stop;
        }
    }
    else
    {
        keep = (block.start - skb->seq + mss - 1) / mss * mss;
        if (keep >= skb->length)
        {
            return Overlap::None;
        }
    }
    m_queue.Split(skb, keep, mss, m_overhead);
    return startsInside ? Overlap::Inside : Overlap::None;
}

LinuxSkb*
LinuxLossRecovery::Walk(LinuxAck& ack,
                        LinuxSkb* cursor,
                        const SackBlock& block,
                        bool isDsack,
                        const SackBlock* nextDsack,
                        SackResult& result)
{
    LinuxSkb* skb = cursor;
    for (; skb && SeqBefore(skb->seq, block.end); skb = m_queue.Next(skb))
    {
        Overlap overlap = Overlap::None;
        bool isDuplicate = isDsack;
        if (nextDsack && SeqBefore(skb->seq, nextDsack->end))
        {
            overlap = Match(skb, *nextDsack);
            isDuplicate = isDuplicate || overlap == Overlap::Inside;
        }
        if (overlap != Overlap::Inside)
        {
            overlap = Match(skb, block);
        }
        if (overlap == Overlap::Stop)
        {
            break;
        }
        if (overlap == Overlap::Inside)
        {
            TagOne(ack, skb, isDuplicate, result);
        }
    }
    return skb;
}

void
LinuxLossRecovery::TagOne(LinuxAck& ack, LinuxSkb* skb, bool isDsack, SackResult& result)
{
    if (isDsack && skb->retransmitted)
    {
        if (m_hasUndo && m_undoRetrans > 0 && SeqAfter(skb->endSeq, m_undoMarker))
        {
            m_undoRetrans = std::max<int64_t>(m_undoRetrans - skb->segs, 0);
        }
        if (skb->sacked && SeqBefore(skb->seq, result.reordered))
        {
            result.reordered = skb->seq;
        }
    }
    if (!SeqAfter(skb->endSeq, m_una))
    {
        return;
    }
    if (!skb->sacked)
    {
        const int64_t sentUs = skb->GetSentUs();
        m_rack.Advance(m_nowUs, sentUs, skb->endSeq, skb->retransmitted, m_minRttUs);
        if (!skb->retransmitted)
        {
            // A hole that was never sent again has been filled: that is reordering.
            if (SeqBefore(skb->seq, HighestSack()) && SeqBefore(skb->seq, result.reordered))
            {
                result.reordered = skb->seq;
            }
            ack.origAcked = ack.origAcked || !SeqAfter(skb->endSeq, m_highSeq);
            result.firstUs = result.firstUs < 0 ? sentUs : result.firstUs;
            result.lastUs = sentUs;
        }
        if (skb->lost)
        {
            // Without L the retransmission is believed to be still on its way.
            m_queue.UnmarkRetrans(skb);
            m_queue.UnmarkLost(skb);
        }
        m_queue.MarkSacked(skb);
        ack.dataSacked = true;
        result.delivered += skb->segs;
    }
    if (isDsack)
    {
        m_queue.UnmarkRetrans(skb);
    }
    m_rate.OnDelivered(skb->rate,
                       skb->GetSentUs(),
                       skb->endSeq,
                       skb->retransmitted,
                       skb->sacked,
                       ack.rate);
    if (SeqAfter(skb->endSeq, m_highestSack))
    {
        m_highestSack = skb->endSeq;
    }
}

} // namespace ns3
