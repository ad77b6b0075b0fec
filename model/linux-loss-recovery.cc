/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What an ACK does to the state: losses, reductions of the window and their undo.

#include "linux-loss-recovery.h"

#include "linux-sequence.h"
#include "linux-timer-wheel.h"

#include <algorithm>
#include <cassert>

namespace ns3
{

using LinuxRules::SeqAfter;
using LinuxRules::SeqBefore;

namespace
{

/// Bits of tcp_recovery.
constexpr uint8_t RECOVERY_RACK = 1;
constexpr uint8_t RECOVERY_STATIC_WINDOW = 2;
constexpr uint8_t RECOVERY_NO_DUPTHRESH = 4;

/// A sacked head may still be acknowledged for so long before it counts as dropped, microseconds.
constexpr int64_t RENEGING_DELAY_US = 10000;

} // namespace

LinuxLossRecovery::LinuxLossRecovery(LinuxRtxQueue& queue, LinuxRecoveryHost& host)
    : m_queue(queue),
      m_host(host)
{
}

void
LinuxLossRecovery::Start(const Config& config, uint32_t una)
{
    m_config = config;
    m_reordering = config.reordering;
    m_una = una;
    m_nxt = una;
    m_highSeq = una;
    m_highestSack = una;
    m_rtoTicks = m_srttUs8 == 0 ? config.hz : m_rtoTicks;
}

void
LinuxLossRecovery::SetRtt(uint32_t srttUs8, uint32_t rttvarUs, uint32_t minRttUs)
{
    constexpr int64_t RTO_MAX_US = 120000000;
    m_srttUs8 = srttUs8;
    m_minRttUs = minRttUs;
    const int64_t rtoUs = std::min(int64_t{srttUs8 >> 3} + rttvarUs, RTO_MAX_US);
    m_rtoTicks = LinuxRules::UsToTicks(rtoUs, m_config.hz);
}

uint32_t
LinuxLossRecovery::GetSackedOut() const
{
    return m_config.sack ? m_queue.GetSackedOut() : m_renoSacked;
}

uint32_t
LinuxLossRecovery::GetInFlight() const
{
    return m_queue.GetPacketsOut() + m_queue.GetRetransOut() - GetSackedOut() -
           m_queue.GetLostOut();
}

bool
LinuxLossRecovery::IsReducing() const
{
    return m_state == LinuxCaState::Cwr || m_state == LinuxCaState::Recovery;
}

bool
LinuxLossRecovery::IsRack() const
{
    return (m_config.recovery & RECOVERY_RACK) != 0;
}

bool
LinuxLossRecovery::NeedsEcho() const
{
    return m_state != LinuxCaState::Open || m_retransStamp != 0 || m_queue.GetRetransOut() > 0 ||
           (!m_queue.IsEmpty() && m_queue.Front()->retransmitted);
}

void
LinuxLossRecovery::SetState(LinuxCaState state)
{
    m_host.TakeState(state);
    m_state = state;
    m_host.Note(LinuxRecoveryEvent::State, static_cast<uint32_t>(state), 0);
}

void
LinuxLossRecovery::OnSent(uint32_t endSeq, uint32_t segs)
{
    m_nxt = endSeq;
    if (IsReducing())
    {
        m_prr.OnSent(segs);
    }
}

void
LinuxLossRecovery::BeginAck(int64_t nowUs, LinuxAck& ack)
{
    m_nowUs = nowUs;
    ack.priorUna = m_una;
    ack.priorFack = m_config.sack ? HighestSack() : m_una;
    ack.priorInFlight = GetInFlight();
    ack.priorDelivered = m_rate.GetDelivered();
    ack.priorLost = m_lost;
    ack.priorPackets = m_queue.GetPacketsOut();
    ack.reneged = m_reneged;
    ack.rate.priorInFlight = ack.priorInFlight;
    m_echoMs = ack.hasEcho ? ack.echoMs : 0;
    m_resend = Resend::Nothing;
    if (SeqAfter(ack.ack, m_una))
    {
        ack.advanced = true;
        ack.windowUpdate = true;
        m_timeouts = 0;
        m_una = ack.ack;
    }
}

void
LinuxLossRecovery::CleanRtxQueue(LinuxAck& ack)
{
    const uint32_t priorSacked = GetSackedOut();
    uint32_t reordered = m_nxt;
    bool whole = true;
    int64_t firstUs = -1;
    int64_t lastUs = -1;
    const auto visit = [&](LinuxSkb& skb, uint32_t segs, uint32_t startSeq) {
        const int64_t sentUs = skb.GetSentUs();
        if (skb.retransmitted)
        {
            ack.retransAcked = true;
        }
        else if (!skb.sacked)
        {
            firstUs = firstUs < 0 ? sentUs : firstUs;
            lastUs = sentUs;
            reordered = SeqBefore(startSeq, reordered) ? startSeq : reordered;
            ack.origAcked = ack.origAcked || !SeqAfter(skb.endSeq, m_highSeq);
        }
        if (!skb.sacked && m_config.sack)
        {
            m_rate.Count(segs);
            // An echo from before the retransmission: what was sent first has arrived.
            const bool spurious =
                skb.retransmitted && EchoBefore(static_cast<uint32_t>(sentUs / 1000));
            if (!spurious)
            {
                m_rack.Advance(m_nowUs, sentUs, skb.endSeq, skb.retransmitted, m_minRttUs);
            }
        }
        m_rate.OnDelivered(skb.rate, sentUs, skb.endSeq, skb.retransmitted, skb.sacked, ack.rate);
        whole = whole && !SeqAfter(skb.endSeq, m_una);
        if (m_resendHint == &skb && whole)
        {
            m_resendHint = nullptr;
        }
    };
    const auto acked = m_queue.AckUpTo(m_una, visit);
    ack.segs = acked.segs;
    ack.bytes = acked.bytes;
    ack.dataAcked = acked.segs > 0;
    ack.reneging = !m_queue.IsEmpty() && m_queue.Front()->sacked;

    if (firstUs >= 0 && !ack.retransAcked)
    {
        ack.seqRttUs = std::max<int64_t>(m_nowUs - firstUs, 0);
        const bool sackIsNewer = ack.sackRttUs >= 0;
        ack.newestRttUs = sackIsNewer ? ack.newestRttUs : std::max<int64_t>(m_nowUs - lastUs, 0);
        // Alone and short: the receiver may have waited for more.
        ack.maybeDelayed = ack.segs == 1 && whole && priorSacked == 0 &&
                           m_una - ack.priorUna < m_mss &&
                           ack.rate.priorDelivered + 1 == m_rate.GetDelivered() &&
                           !(ack.dataSacked || ack.ece || ack.dsack);
    }
    if (ack.seqRttUs < 0)
    {
        ack.seqRttUs = ack.sackRttUs;
    }
    if (ack.seqRttUs < 0 && m_echoMs != 0 && ack.dataAcked)
    {
        // What was sent twice is timed by the echo.
        const auto elapsedMs = static_cast<uint32_t>(m_nowUs / 1000) - m_echoMs;
        if (elapsedMs < INT32_MAX / 1000)
        {
            ack.seqRttUs = std::max(elapsedMs, 1U) * int64_t{1000};
            ack.newestRttUs = ack.seqRttUs;
        }
    }
    ack.rate.rttUs = ack.newestRttUs;

    if (ack.dataAcked)
    {
        ack.setTimer = true;
        if (!m_config.sack)
        {
            RemoveRenoSacks(ack.segs);
            ack.origAcked = ack.origAcked && !ack.retransAcked;
        }
        else if (SeqBefore(reordered, ack.priorFack))
        {
            CheckSackReordering(reordered);
        }
    }
    else if (!m_queue.IsEmpty() && ack.sackRttUs >= 0 &&
             ack.sackRttUs > m_nowUs - m_queue.Front()->GetSentUs())
    {
        // What was sent after the head does not put the timeout off.
        ack.setTimer = true;
    }
}

LinuxLossRecovery::Resend
LinuxLossRecovery::UpdateState(LinuxAck& ack)
{
    if (!(m_config.recovery & RECOVERY_STATIC_WINDOW))
    {
        m_rack.UpdateReorderWindow(ack.rate.priorDelivered, m_rate.GetDelivered());
    }
    if (m_probe)
    {
        ProcessLossProbe(ack);
    }
    const bool dubious = !ack.IsNotDuplicate() || ack.dataSacked || ack.ece || ack.dsack ||
                         m_state != LinuxCaState::Open;
    if (dubious)
    {
        const bool isDuplicate = !(ack.advanced || ack.IsNotDuplicate() || ack.dsack);
        Alert(ack, isDuplicate ? 1 : 0);
    }
    if (ack.setTimer && !ScheduleLossProbe(m_nowUs, true))
    {
        RearmRto(m_nowUs);
    }
    return m_resend;
}

LinuxLossRecovery::Resend
LinuxLossRecovery::UpdateFromOldAck(LinuxAck& ack)
{
    if (ack.dsack || ack.dataSacked || ack.priorPackets > 0)
    {
        Alert(ack, 0);
    }
    return m_resend;
}

void
LinuxLossRecovery::FinishSample(LinuxAck& ack)
{
    m_rate.Finish(m_nowUs,
                  m_rate.GetDelivered() - ack.priorDelivered,
                  m_lost - ack.priorLost,
                  ack.reneged,
                  m_minRttUs,
                  ack.rate);
    ack.rate.ackDelayed = ack.maybeDelayed;
}

void
LinuxLossRecovery::ReduceCwnd(const LinuxAck& ack)
{
    if (ack.rate.ackedSacked == 0 || m_prr.GetPriorCwnd() == 0)
    {
        return;
    }
    LinuxRules::Prr::Ack share;
    share.delivered = ack.rate.ackedSacked;
    share.lost = ack.rate.losses;
    share.advanced = ack.advanced;
    share.retransAcked = ack.retransAcked;
    share.lostRetrans = ack.lostRetrans;
    share.inFlight = GetInFlight();
    share.ssthresh = m_host.GetSsthresh();
    const uint32_t cwnd = m_prr.OnAck(share, m_config.prr);
    m_host.SetCwnd(cwnd);
    m_host.Note(LinuxRecoveryEvent::Prr, cwnd - share.inFlight, share.delivered);
}

bool
LinuxLossRecovery::MayRaiseCwnd(const LinuxAck& ack) const
{
    return m_reordering > m_config.reordering ? ack.IsProgress() : ack.dataAcked;
}

// Reordering.

void
LinuxLossRecovery::CheckSackReordering(uint32_t lowSeq)
{
    const uint32_t fack = HighestSack();
    if (!SeqBefore(lowSeq, fack))
    {
        return;
    }
    const uint32_t metric = fack - lowSeq;
    if (metric > m_reordering * m_mss)
    {
        m_reordering = std::min((metric + m_mss - 1) / m_mss, m_config.maxReordering);
    }
    ++m_reorderingSeen;
    m_host.Note(LinuxRecoveryEvent::Reordering, lowSeq, m_reordering);
}

void
LinuxLossRecovery::CheckRenoReordering(uint32_t addend)
{
    // More duplicates than segments that can have caused them.
    const uint32_t packets = m_queue.GetPacketsOut();
    const uint32_t holes = std::min(std::max(m_queue.GetLostOut(), 1U), packets);
    if (m_renoSacked + holes <= packets)
    {
        return;
    }
    m_renoSacked = packets - holes;
    m_reordering = std::min(packets + addend, m_config.maxReordering);
    ++m_reorderingSeen;
    m_host.Note(LinuxRecoveryEvent::Reordering, m_una, m_reordering);
}

void
LinuxLossRecovery::AddRenoSack(uint32_t dupacks)
{
    if (dupacks == 0)
    {
        return;
    }
    const uint32_t before = m_renoSacked;
    m_renoSacked += dupacks;
    CheckRenoReordering(0);
    if (m_renoSacked > before)
    {
        m_rate.Count(m_renoSacked - before);
    }
}

void
LinuxLossRecovery::RemoveRenoSacks(uint32_t acked)
{
    // One segment was the hole, the others have caused the duplicates.
    m_rate.Count(acked > m_renoSacked + 1 ? acked - m_renoSacked : 1);
    m_renoSacked = acked - 1 >= m_renoSacked ? 0 : m_renoSacked - (acked - 1);
    CheckRenoReordering(acked);
}

// What is lost.

void
LinuxLossRecovery::MarkLost(LinuxSkb* skb)
{
    if (skb->sacked)
    {
        return;
    }
    // The search for what to send again goes back to the skb, when it has passed it.
    const bool allResent = m_queue.GetRetransOut() >= m_queue.GetLostOut();
    if (m_resendHint ? SeqBefore(skb->seq, m_resendHint->seq) : allResent)
    {
        m_resendHint = skb;
    }
    if (!skb->lost)
    {
        m_queue.MarkLost(skb);
        m_lost += skb->segs;
        m_host.Note(LinuxRecoveryEvent::MarkLost, skb->seq, skb->segs);
    }
    else if (skb->inRetrans)
    {
        m_queue.UnmarkRetrans(skb);
        m_lost += skb->segs;
        m_host.Note(LinuxRecoveryEvent::LostRetransmit, skb->seq, skb->segs);
    }
}

void
LinuxLossRecovery::MarkHeadLost(uint32_t packets, bool headOnly)
{
    uint32_t sacked = 0;
    for (LinuxSkb* skb = m_queue.Front(); skb; skb = m_queue.Next(skb))
    {
        sacked += skb->sacked ? skb->segs : 0;
        if (sacked > packets)
        {
            break;
        }
        if (!skb->lost)
        {
            MarkLost(skb);
        }
        if (headOnly)
        {
            break;
        }
    }
}

void
LinuxLossRecovery::MarkNewRenoLost(bool advanced)
{
    const bool starts = m_state < LinuxCaState::Recovery && m_renoSacked >= m_reordering;
    const bool goesOn = m_state == LinuxCaState::Recovery && advanced;
    LinuxSkb* head = m_queue.Front();
    if (!(starts || goesOn) || head->lost)
    {
        return;
    }
    if (head->segs > 1 && head->length > head->mss)
    {
        m_queue.Split(head, head->mss, head->mss, m_overhead);
    }
    MarkLost(head);
}

uint64_t
LinuxLossRecovery::DetectLossUs()
{
    LinuxRules::Rack::Conditions conditions;
    conditions.inRecovery = m_state >= LinuxCaState::Recovery;
    conditions.reorderingSeen = m_reorderingSeen > 0;
    conditions.enoughSacked = GetSackedOut() >= m_reordering;
    conditions.noDupThresh = (m_config.recovery & RECOVERY_NO_DUPTHRESH) != 0;
    conditions.minRttUs = m_minRttUs;
    conditions.srttUs = m_srttUs8 >> 3;
    const uint32_t windowUs = m_rack.GetReorderWindowUs(conditions);
    int64_t longestUs = 0;
    LinuxSkb* next = nullptr;
    for (LinuxSkb* skb = m_queue.OldestSent(); skb; skb = next)
    {
        next = m_queue.NextSent(skb);
        if (skb->lost && !skb->inRetrans)
        {
            continue; // known, and not sent again yet
        }
        if (!m_rack.IsOlder(skb->GetSentUs(), skb->endSeq))
        {
            break;
        }
        const int64_t remainingUs = m_rack.GetRemainingUs(m_nowUs, skb->GetSentUs(), windowUs);
        if (remainingUs <= 0)
        {
            MarkLost(skb);
            m_queue.LeaveTimeOrder(skb);
        }
        else
        {
            longestUs = std::max(longestUs, remainingUs);
        }
    }
    return static_cast<uint64_t>(longestUs);
}

bool
LinuxLossRecovery::DetectLoss()
{
    /// Timers of less than two ticks are not set (TCP_TIMEOUT_MIN).
    constexpr int64_t TIMEOUT_MIN_TICKS = 2;
    if (!m_rack.TakeAdvanced())
    {
        return false;
    }
    const uint64_t remainingUs = DetectLossUs();
    if (remainingUs == 0)
    {
        return false;
    }
    const int64_t minUs = TIMEOUT_MIN_TICKS * 1000000 / m_config.hz;
    const uint64_t ticks =
        LinuxRules::UsToTicks(static_cast<int64_t>(remainingUs) + minUs, m_config.hz);
    m_timer = LinuxTimer::Reordering;
    m_host.StartTimer(m_timer, std::min(ticks, m_rtoTicks));
    return true;
}

void
LinuxLossRecovery::IdentifyLoss(LinuxAck& ack)
{
    if (m_queue.IsEmpty())
    {
        return;
    }
    if (!m_config.sack)
    {
        MarkNewRenoLost(ack.advanced);
    }
    else if (IsRack())
    {
        const uint32_t retransOut = m_queue.GetRetransOut();
        if (DetectLoss())
        {
            ack.setTimer = false;
        }
        ack.lostRetrans = ack.lostRetrans || retransOut > m_queue.GetRetransOut();
    }
}

bool
LinuxLossRecovery::CheckReneging(LinuxAck& ack)
{
    if (!(ack.reneging && ack.advanced))
    {
        return false;
    }
    const int64_t waitUs = std::max<int64_t>(m_srttUs8 >> 4, RENEGING_DELAY_US);
    m_timer = LinuxTimer::Rto;
    m_host.StartTimer(m_timer, LinuxRules::UsToTicks(waitUs, m_config.hz));
    ack.setTimer = false;
    return true;
}

// The state machine.

void
LinuxLossRecovery::Alert(LinuxAck& ack, uint32_t dupacks)
{
    const bool farAhead = SeqAfter(HighestSack(), m_una + m_reordering * m_mss);
    bool doLost = dupacks > 0 || (ack.dataSacked && farAhead);
    if (m_queue.GetPacketsOut() == 0)
    {
        m_renoSacked = 0;
    }
    if (ack.ece)
    {
        m_priorSsthresh = 0; // congestion is proven: nothing is taken back
    }
    if (CheckReneging(ack) || EndStates())
    {
        return;
    }
    bool headOnly = false;
    if (m_state == LinuxCaState::Recovery)
    {
        bool done = false;
        ProcessRecovery(ack, dupacks, doLost, done);
        if (done)
        {
            return;
        }
    }
    else
    {
        if (m_state == LinuxCaState::Loss)
        {
            ProcessLoss(ack, dupacks);
            IdentifyLoss(ack);
            if (!(m_state == LinuxCaState::Open || ack.lostRetrans))
            {
                return;
            }
        }
        if (!m_config.sack)
        {
            if (ack.advanced)
            {
                m_renoSacked = 0;
            }
            AddRenoSack(dupacks);
        }
        if (m_state <= LinuxCaState::Disorder)
        {
            TryUndoDsack();
        }
        IdentifyLoss(ack);
        if (!TimeToRecover())
        {
            TryToOpen(ack.ece);
            return;
        }
        EnterRecovery(ack.ece);
        headOnly = true;
    }
    if (!IsRack() && doLost && m_config.sack)
    {
        if (GetSackedOut() >= m_reordering)
        {
            MarkHeadLost(GetSackedOut() - m_reordering, false);
        }
        else if (headOnly)
        {
            MarkHeadLost(1, true);
        }
    }
    m_resend = Resend::Lost;
}

bool
LinuxLossRecovery::EndStates()
{
    if (m_state == LinuxCaState::Open)
    {
        m_retransStamp = 0;
    }
    else if (!SeqBefore(m_una, m_highSeq))
    {
        if (m_state == LinuxCaState::Cwr)
        {
            // Held until something beyond is acknowledged, so that CWR has reached the receiver.
            if (m_una != m_highSeq)
            {
                EndReduction();
                SetState(LinuxCaState::Open);
            }
        }
        else if (m_state == LinuxCaState::Recovery)
        {
            m_renoSacked = 0;
            if (TryUndoRecovery())
            {
                return true;
            }
            EndReduction();
        }
    }
    return false;
}

void
LinuxLossRecovery::ProcessRecovery(LinuxAck& ack, uint32_t dupacks, bool& doLost, bool& done)
{
    done = true;
    if (!ack.advanced)
    {
        if (!m_config.sack)
        {
            AddRenoSack(dupacks);
        }
    }
    else if (TryUndoPartial(ack.priorUna, doLost))
    {
        return;
    }
    if (TryUndoDsack())
    {
        TryToOpen(ack.ece);
    }
    IdentifyLoss(ack);
    if (m_state != LinuxCaState::Recovery)
    {
        if (!TimeToRecover())
        {
            return;
        }
        EnterRecovery(ack.ece); // reordering first, then a loss
    }
    done = false;
}

void
LinuxLossRecovery::ProcessLoss(LinuxAck& ack, uint32_t dupacks)
{
    const bool recovered = !SeqBefore(m_una, m_highSeq);
    if (ack.advanced && TryUndoLoss(false))
    {
        return;
    }
    if (m_frto)
    {
        // What was never sent again has arrived: the timeout was spurious.
        if (ack.origAcked && TryUndoLoss(true))
        {
            return;
        }
        if (SeqAfter(m_nxt, m_highSeq))
        {
            if (ack.dataSacked || dupacks > 0)
            {
                m_frto = false; // the loss was real
            }
        }
        else if (ack.advanced && !recovered)
        {
            m_highSeq = m_nxt;
            if (m_host.CanSendNew())
            {
                m_resend = Resend::New;
                return;
            }
            m_frto = false;
        }
    }
    if (recovered)
    {
        TryUndoRecovery();
        return;
    }
    if (!m_config.sack)
    {
        if (SeqAfter(m_nxt, m_highSeq) && dupacks > 0)
        {
            AddRenoSack(dupacks);
        }
        else if (ack.advanced)
        {
            m_renoSacked = 0;
        }
    }
    m_resend = Resend::Lost;
}

bool
LinuxLossRecovery::TimeToRecover() const
{
    return m_queue.GetLostOut() > 0 || (!IsRack() && GetSackedOut() + 1 > m_reordering);
}

bool
LinuxLossRecovery::AnyRetransDone()
{
    return m_queue.GetRetransOut() > 0 || (!m_queue.IsEmpty() && m_queue.Front()->retransmitted);
}

void
LinuxLossRecovery::TryKeepOpen()
{
    const bool left = GetSackedOut() + m_queue.GetLostOut() > 0;
    const LinuxCaState state =
        left || AnyRetransDone() ? LinuxCaState::Disorder : LinuxCaState::Open;
    if (m_state != state)
    {
        SetState(state);
        m_highSeq = m_nxt;
    }
}

void
LinuxLossRecovery::TryToOpen(bool ece)
{
    if (!AnyRetransDone())
    {
        m_retransStamp = 0;
    }
    if (ece)
    {
        EnterCwr();
    }
    if (m_state != LinuxCaState::Cwr)
    {
        TryKeepOpen();
    }
}

void
LinuxLossRecovery::EnterCwr()
{
    m_priorSsthresh = 0;
    if (m_state < LinuxCaState::Cwr)
    {
        m_hasUndo = false;
        BeginReduction();
        SetState(LinuxCaState::Cwr);
    }
}

void
LinuxLossRecovery::EnterRecovery(bool ece)
{
    if (!AnyRetransDone())
    {
        m_retransStamp = 0;
    }
    m_priorSsthresh = 0;
    InitUndo();
    if (!IsReducing())
    {
        if (!ece)
        {
            m_priorSsthresh = CurrentSsthresh();
        }
        BeginReduction();
    }
    SetState(LinuxCaState::Recovery);
}

uint32_t
LinuxLossRecovery::CurrentSsthresh() const
{
    const uint32_t cwnd = m_host.GetCwnd();
    return IsReducing() ? m_host.GetSsthresh()
                        : std::max(m_host.GetSsthresh(), (cwnd >> 1) + (cwnd >> 2));
}

void
LinuxLossRecovery::BeginReduction()
{
    m_highSeq = m_nxt;
    m_probe = false;
    m_priorCwnd = m_host.GetCwnd();
    m_prr.Begin(m_priorCwnd);
    m_host.SetSsthresh(m_host.ReduceSsthresh());
    m_queueCwr = m_config.ecn;
    m_host.Note(LinuxRecoveryEvent::Reduction, m_priorCwnd, m_host.GetSsthresh());
}

void
LinuxLossRecovery::EndReduction()
{
    if (m_host.OwnsCwnd())
    {
        return;
    }
    if (m_host.GetSsthresh() < LinuxRecoveryHost::INFINITE_SSTHRESH &&
        (m_state == LinuxCaState::Cwr || m_hasUndo))
    {
        m_host.SetCwnd(m_host.GetSsthresh());
    }
    m_host.NotifyReductionDone();
}

bool
LinuxLossRecovery::TakeCwr()
{
    const bool queued = m_queueCwr;
    m_queueCwr = false;
    return queued;
}

void
LinuxLossRecovery::ProcessLossProbe(const LinuxAck& ack)
{
    if (SeqBefore(ack.ack, m_probeHighSeq))
    {
        return;
    }
    if (!m_probeRetrans || ack.dsackOfProbe)
    {
        m_probe = false; // new data arrived, or both copies did
    }
    else if (SeqAfter(ack.ack, m_probeHighSeq))
    {
        // Beyond the probe without a duplicate SACK: it has repaired a loss.
        BeginReduction();
        SetState(LinuxCaState::Cwr);
        EndReduction();
        TryKeepOpen();
    }
    else if (!(ack.advanced || ack.IsNotDuplicate() || ack.dataSacked))
    {
        m_probe = false; // both copies arrived
    }
}

// Undo.

bool
LinuxLossRecovery::EchoBefore(uint32_t stampMs) const
{
    return m_echoMs != 0 && SeqBefore(m_echoMs, stampMs);
}

bool
LinuxLossRecovery::IsPacketDelayed() const
{
    if (m_retransStamp != 0)
    {
        return EchoBefore(m_retransStamp);
    }
    // Nothing was sent again: what advanced was merely late. NewReno forgets its stamp at the end.
    return m_config.sack || SeqBefore(m_una, m_highSeq);
}

bool
LinuxLossRecovery::MayUndo() const
{
    return m_hasUndo && (m_undoRetrans == 0 || IsPacketDelayed());
}

void
LinuxLossRecovery::InitUndo()
{
    m_hasUndo = true;
    m_undoMarker = m_una;
    m_undoRetrans = m_queue.GetRetransOut() + (m_probe && m_probeRetrans ? 1 : 0);
    if (m_undoRetrans == 0)
    {
        m_undoRetrans = -1; // nothing to wait for is not the same as nothing needless
    }
}

void
LinuxLossRecovery::UndoReduction(bool unmarkLost)
{
    if (unmarkLost)
    {
        for (LinuxSkb* skb = m_queue.Front(); skb; skb = m_queue.Next(skb))
        {
            m_queue.UnmarkLost(skb);
        }
        m_resendHint = nullptr;
    }
    if (m_priorSsthresh != 0)
    {
        m_host.SetCwnd(std::max(m_host.GetCwnd(), m_priorCwnd));
        if (m_priorSsthresh > m_host.GetSsthresh())
        {
            m_host.SetSsthresh(m_priorSsthresh);
            m_queueCwr = false;
        }
    }
    m_hasUndo = false;
    m_rack.ForceAdvance();
    m_host.Note(LinuxRecoveryEvent::Undo, m_host.GetCwnd(), m_host.GetSsthresh());
}

bool
LinuxLossRecovery::HoldsNewReno()
{
    if (m_una != m_highSeq || m_config.sack)
    {
        return false;
    }
    // Duplicates of the window just recovered must not start another recovery.
    if (!AnyRetransDone())
    {
        m_retransStamp = 0;
    }
    return true;
}

bool
LinuxLossRecovery::TryUndoRecovery()
{
    if (MayUndo())
    {
        UndoReduction(false);
    }
    else
    {
        m_rack.OnRecovered();
    }
    if (HoldsNewReno())
    {
        return true;
    }
    SetState(LinuxCaState::Open);
    m_reneged = false;
    return false;
}

bool
LinuxLossRecovery::TryUndoDsack()
{
    if (!m_hasUndo || m_undoRetrans != 0)
    {
        return false;
    }
    m_rack.OnDsackUndo();
    UndoReduction(false);
    return true;
}

bool
LinuxLossRecovery::TryUndoLoss(bool spurious)
{
    if (!spurious && !MayUndo())
    {
        return false;
    }
    UndoReduction(true);
    m_timeouts = 0;
    if (HoldsNewReno())
    {
        return true;
    }
    if (spurious || m_config.sack)
    {
        SetState(LinuxCaState::Open);
        m_reneged = false;
    }
    return true;
}

bool
LinuxLossRecovery::TryUndoPartial(uint32_t priorUna, bool& doLost)
{
    if (!m_hasUndo || !IsPacketDelayed())
    {
        doLost = SeqAfter(HighestSack(), m_una + m_reordering * m_mss);
        return false;
    }
    // The hole was filled by what was late, not by what was sent again.
    CheckSackReordering(priorUna);
    if (m_queue.GetRetransOut() > 0)
    {
        return true; // nothing more is sent again until it is clear
    }
    if (!AnyRetransDone())
    {
        m_retransStamp = 0;
    }
    UndoReduction(true);
    TryKeepOpen();
    return false;
}

// Retransmissions.

LinuxSkb*
LinuxLossRecovery::FirstToResend()
{
    return m_resendHint ? m_resendHint : m_queue.Front();
}

void
LinuxLossRecovery::OnRetransmit(LinuxSkb* skb, Attempt attempt)
{
    if (attempt == Attempt::Sent)
    {
        m_queue.MarkRetransmitted(skb);
    }
    if (attempt != Attempt::Refused)
    {
        m_totalRetrans += skb->segs;
        skb->retransmitted = true; // its time is no measure any more
    }
    if (m_retransStamp == 0)
    {
        m_retransStamp = std::max(static_cast<uint32_t>(skb->GetSentUs() / 1000), 1U);
    }
    m_undoRetrans = std::max<int64_t>(m_undoRetrans, 0) + skb->segs;
}

void
LinuxLossRecovery::CountResent(uint32_t segs)
{
    if (IsReducing())
    {
        m_prr.OnSent(segs);
    }
}

} // namespace ns3
