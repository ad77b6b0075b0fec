/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// When the one retransmission timer fires, and what the state becomes then.

#include "linux-loss-recovery.h"
#include "linux-sequence.h"
#include "linux-timer-wheel.h"

#include <algorithm>
#include <utility>

namespace ns3
{

using LinuxRules::SeqAfter;
using LinuxRules::UsToTicks;

namespace
{

/// Seconds of the longest timeout (TCP_RTO_MAX).
constexpr uint64_t RTO_MAX_SECONDS = 120;

} // namespace

bool
LinuxLossRecovery::ScheduleLossProbe(int64_t nowUs, bool advancing)
{
    const uint32_t packetsOut = m_queue.GetPacketsOut();
    if ((m_config.earlyRetrans != 3 && m_config.earlyRetrans != 4) || packetsOut == 0 ||
        !m_config.sack || (m_state != LinuxCaState::Open && m_state != LinuxCaState::Cwr))
    {
        return false;
    }
    uint64_t ticks = m_config.hz; // as the first timeout
    if (m_srttUs8 != 0)
    {
        // The receiver may delay the ACK of a single segment.
        const int64_t slackUs = packetsOut == 1 ? m_config.rtoMinUs : 2000000 / m_config.hz;
        ticks = UsToTicks((m_srttUs8 >> 2) + slackUs, m_config.hz);
    }
    if (advancing)
    {
        ticks = std::min(ticks, m_rtoTicks);
    }
    else if (const LinuxSkb* head = m_queue.Front())
    {
        const int64_t rtoUs = static_cast<int64_t>(m_rtoTicks * 1000000 / m_config.hz);
        const int64_t leftUs = head->GetSentUs() + rtoUs - nowUs;
        if (leftUs > 0)
        {
            ticks = std::min(ticks, UsToTicks(leftUs, m_config.hz));
        }
    }
    m_timer = LinuxTimer::LossProbe;
    m_host.StartTimer(m_timer, ticks);
    return true;
}

void
LinuxLossRecovery::RearmRto(int64_t nowUs)
{
    if (m_queue.GetPacketsOut() == 0)
    {
        m_timer = LinuxTimer::None;
        m_host.StartTimer(m_timer, 0);
        return;
    }
    uint64_t ticks = m_rtoTicks;
    if (m_timer == LinuxTimer::Reordering || m_timer == LinuxTimer::LossProbe)
    {
        // The timeout goes on from the head's transmission.
        const int64_t rtoUs = static_cast<int64_t>(m_rtoTicks * 1000000 / m_config.hz);
        const int64_t leftUs = m_queue.Front()->GetSentUs() + rtoUs - nowUs;
        ticks = UsToTicks(std::max<int64_t>(leftUs, 1), m_config.hz);
    }
    m_timer = LinuxTimer::Rto;
    m_host.StartTimer(m_timer, ticks);
}

void
LinuxLossRecovery::RestartRto()
{
    m_timer = LinuxTimer::Rto;
    m_host.StartTimer(m_timer, m_rtoTicks);
}

void
LinuxLossRecovery::EnterLoss(int64_t nowUs, bool counted)
{
    m_nowUs = nowUs;
    const bool newRecovery = m_state < LinuxCaState::Recovery;
    LinuxSkb* head = m_queue.Front();
    const bool reneged = head && head->sacked;
    if (reneged)
    {
        m_reneged = true;
    }
    m_renoSacked = 0;
    LinuxSkb* next = nullptr;
    for (LinuxSkb* skb = head; skb; skb = next)
    {
        next = m_queue.Next(skb);
        if (reneged)
        {
            m_queue.UnmarkSacked(skb);
        }
        else if ((m_config.recovery & 1) != 0 && skb != head &&
                 m_rack.GetRemainingUs(nowUs, skb->GetSentUs(), 0) > 0)
        {
            continue; // sent less than a round trip ago
        }
        MarkLost(skb);
    }
    m_resendHint = nullptr;

    if (m_state <= LinuxCaState::Disorder || !SeqAfter(m_highSeq, m_una) ||
        (m_state == LinuxCaState::Loss && m_timeouts == 0))
    {
        m_priorSsthresh = CurrentSsthresh();
        m_priorCwnd = m_host.GetCwnd();
        m_host.SetSsthresh(m_host.ReduceSsthresh());
        m_host.NotifyTimeout();
        InitUndo();
    }
    m_host.SetCwnd(GetInFlight() + 1);
    if (m_state <= LinuxCaState::Disorder && GetSackedOut() >= m_config.reordering)
    {
        m_reordering = std::min(m_reordering, m_config.reordering);
    }
    SetState(LinuxCaState::Loss);
    m_highSeq = m_nxt;
    m_probe = false;
    m_queueCwr = m_config.ecn;
    m_frto = m_config.frto != 0 && (newRecovery || m_timeouts > 0);
    m_host.Note(LinuxRecoveryEvent::EnterLoss, m_una, m_queue.GetLostOut());
    m_timeouts += counted ? 1 : 0;
}

void
LinuxLossRecovery::BackOff()
{
    m_rtoTicks = std::min(m_rtoTicks * 2, RTO_MAX_SECONDS * m_config.hz);
    RestartRto();
}

void
LinuxLossRecovery::RetrySoon()
{
    m_timer = LinuxTimer::Rto;
    m_host.StartTimer(m_timer, m_config.hz / 2);
}

bool
LinuxLossRecovery::IsTimedOut(int64_t nowUs, uint32_t retries) const
{
    if (m_timeouts == 0 || m_retransStamp == 0)
    {
        return false;
    }
    // The timeouts double until they have reached the longest one.
    constexpr int64_t RTO_MAX_MS = RTO_MAX_SECONDS * 1000;
    int64_t limitMs = 0;
    int64_t rtoMs = 200;
    for (uint32_t i = 0; i <= retries; ++i)
    {
        limitMs += rtoMs;
        rtoMs = std::min(rtoMs * 2, RTO_MAX_MS);
    }
    const auto elapsedMs = static_cast<uint32_t>(nowUs / 1000) - m_retransStamp;
    return elapsedMs >= limitMs;
}

bool
LinuxLossRecovery::OnReorderTimer(int64_t nowUs)
{
    m_nowUs = nowUs;
    const uint32_t inFlight = GetInFlight();
    const uint32_t lost = m_lost;
    DetectLossUs();
    if (inFlight == GetInFlight())
    {
        return false;
    }
    if (m_state != LinuxCaState::Recovery)
    {
        EnterRecovery(false);
        if (!m_host.OwnsCwnd())
        {
            LinuxAck none;
            none.rate.ackedSacked = 1;
            none.rate.losses = m_lost - lost;
            ReduceCwnd(none);
        }
    }
    return true;
}

bool
LinuxLossRecovery::BeginLossProbe()
{
    if (m_probe)
    {
        return false;
    }
    m_probeRetrans = false;
    return true;
}

void
LinuxLossRecovery::OnLossProbeSent(LinuxSkb* resent)
{
    if (resent)
    {
        m_queue.MarkRetransmitted(resent, false);
        m_totalRetrans += resent->segs;
    }
    m_probe = true;
    m_probeRetrans = resent != nullptr;
    m_probeHighSeq = m_nxt;
    m_timer = LinuxTimer::None; // the timeout starts from now
}

} // namespace ns3
