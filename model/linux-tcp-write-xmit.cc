/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The loop: what of the write queue is sent now (tcp_write_xmit), and who calls it again.

#include "linux-grow-rule.h"
#include "linux-sequence.h"
#include "linux-small-queue.h"
#include "linux-tcp-socket.h"
#include "linux-tso-defer.h"
#include "linux-tso-rules.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpWriteXmit");

using LinuxRules::SeqAfter;

namespace
{

/// Linux's probe timer never fires sooner (TCP_RTO_MIN).
const Time PROBE_MIN = MilliSeconds(200);

} // namespace

uint32_t
LinuxTcpSocket::WriteXmit(Push push, bool pushOne)
{
    if (m_inXmit || !CanSend())
    {
        return 0;
    }
    m_inXmit = true;
    ResolveSettings();
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const uint32_t mss = m_tcb->m_segmentSize;
    const uint32_t maxSegs = TsoSegs();
    uint32_t sent = 0;
    bool cwndLimited = false;
    StopReason reason = STOP_EMPTY;
    while (LinuxSkb* skb = m_writeQueue.Front())
    {
        // 1. pacing
        if (IsPaced() && m_clock.MustWait(now))
        {
            m_pacingTimer.Cancel();
            m_pacingTimer.Schedule(NanoSeconds(m_clock.GetClock() - now));
            reason = STOP_PACING;
            break;
        }
        // 2. congestion window
        const uint32_t inFlight = PacketsInFlight();
        uint32_t quota = LinuxRules::CwndQuota(GetCwndSegments(), inFlight);
        skb->SetSegments(mss);
        const bool fin = m_closeOnEmpty && m_writeQueue.IsLast(skb) && m_writes.empty();
        const bool passesCwnd =
            push == Push::PROBE || (fin && skb->segs == 1 && m_settings.finPassesCwnd);
        if (quota == 0 && passesCwnd)
        {
            quota = 1;
        }
        if (quota == 0)
        {
            reason = STOP_CWND;
            break;
        }
        // 3. grow
        quota = std::min(quota, maxSegs);
        if (m_settings.growSkb && skb->length < quota * mss)
        {
            if (const LinuxSkb* next = m_writeQueue.Next(skb))
            {
                m_writeQueue.Grow(skb,
                                  LinuxRules::GrowBytes(skb->length, quota, mss, next->length),
                                  mss);
                skb->SetSegments(mss);
            }
        }
        // 4. receive window
        const uint32_t window = WindowLeft(skb->seq);
        if (std::min(skb->length, mss) > window)
        {
            reason = STOP_RWND;
            break;
        }
        // 5. Nagle for a single segment, defer for a TSO packet
        if (skb->segs == 1)
        {
            if (LinuxRules::NagleHolds(skb->length < mss, fin, GetNagleState(push, skb)))
            {
                reason = STOP_NAGLE;
                break;
            }
        }
        else if (!pushOne && ShouldDefer(skb, maxSegs, inFlight, cwndLimited))
        {
            reason = STOP_DEFER;
            break;
        }
        // 6. split
        const uint32_t limit = skb->segs == 1
                                   ? mss
                                   : LinuxRules::SplitPoint(skb->length,
                                                            window,
                                                            mss,
                                                            quota,
                                                            m_writeQueue.IsLast(skb),
                                                            GetNagleState(push, nullptr));
        if (skb->length > limit)
        {
            m_writeQueue.Split(skb, limit, mss);
        }
        // 7. small queue
        if (SmallQueueCheck(skb->length, skb->truesize, 0))
        {
            reason = STOP_SMALL_QUEUE;
            break;
        }
        // 8. transmit
        const uint32_t segs = skb->segs;
        const uint32_t length = skb->length;
        const uint32_t endSeq = skb->endSeq;
        const LinuxEgress::Result result = TransmitSkb(skb);
        if (result == LinuxEgress::Result::FAILED)
        {
            reason = STOP_ERROR;
            break;
        }
        if (result == LinuxEgress::Result::DROPPED)
        {
            m_recovery.EnterCwr();
            reason = STOP_LOCAL_DROP;
            break;
        }
        if (result == LinuxEgress::Result::CONGESTION_NOTICE)
        {
            m_recovery.EnterCwr();
        }
        if (length < segs * mss)
        {
            m_smallSeq = endSeq;
            m_smallSent = true;
        }
        sent += segs;
        if (pushOne)
        {
            reason = STOP_PUSH_ONE;
            break;
        }
    }
    cwndLimited = cwndLimited || PacketsInFlight() >= GetCwndSegments();
    if (sent > 0 || cwndLimited)
    {
        m_cwndValidation.AfterSend(cwndLimited,
                                   m_rtxQueue.GetPacketsOut(),
                                   m_txBuffer->HeadSequence().GetValue(),
                                   m_tcb->m_highTxMark.Get().GetValue());
    }
    if (sent > 0 && push != Push::PROBE)
    {
        m_recovery.ScheduleLossProbe(now / 1000, false);
    }
    m_stopTrace(reason);
    m_inXmit = false; // a listener may write
    NS_LOG_LOGIC(this << " sent " << sent << " segments, stopped by " << reason);
    return sent;
}

uint32_t
LinuxTcpSocket::TsoSegs() const
{
    LinuxRules::TsoSizing sizing;
    sizing.pacingRate = GetPacingRate();
    sizing.pacingShift = m_pacingShift;
    sizing.gsoMaxSize = m_gsoMaxSize;
    sizing.gsoMaxSegs = m_gsoMaxSegs;
    sizing.mss = m_tcb->m_segmentSize;
    sizing.minTsoSegs = m_minTsoSegs;
    sizing.minRttUs = m_minRtt.Get();
    sizing.tsoRttLog = m_tsoRttLog;
    sizing.autosize = m_settings.tsoAutosize;
    return LinuxRules::TsoSegs(sizing);
}

uint32_t
LinuxTcpSocket::WindowLeft(uint32_t seq) const
{
    const uint32_t end = m_txBuffer->HeadSequence().GetValue() + m_rWnd.Get();
    return SeqAfter(end, seq) ? end - seq : 0;
}

LinuxRules::NagleState
LinuxTcpSocket::GetNagleState(Push push, const LinuxSkb* skb) const
{
    LinuxRules::NagleState state;
    state.noDelay = m_noDelay || push == Push::NAGLE_OFF || push == Push::PROBE;
    // Only the last skb in the queue can be held back.
    state.pushed = push == Push::FORCED || (skb && !m_writeQueue.IsLast(skb));
    state.packetsOut = !m_rtxQueue.IsEmpty();
    state.smallSegmentOutstanding =
        m_smallSent && SeqAfter(m_smallSeq, m_txBuffer->HeadSequence().GetValue());
    return state;
}

bool
LinuxTcpSocket::ShouldDefer(const LinuxSkb* skb,
                            uint32_t maxSegs,
                            uint32_t inFlight,
                            bool& cwndLimited)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const uint32_t mss = m_tcb->m_segmentSize;
    const uint32_t cwnd = GetCwndSegments();
    LinuxRules::DeferInput input;
    input.recoveryOrLoss = m_recovery.GetState() >= LinuxCaState::Recovery;
    input.nsSinceLastSend = now - m_clock.GetClock();
    input.windowLeft = WindowLeft(skb->seq);
    input.cwndLeft = (cwnd > inFlight ? cwnd - inFlight : 0) * mss;
    input.maxSegs = maxSegs;
    input.mss = mss;
    input.length = skb->length;
    input.lastInQueue = m_writeQueue.IsLast(skb);
    input.sendWindow = m_rWnd.Get();
    input.cwndBytes = cwnd * mss;
    input.tsoWinDivisor = m_tsoWinDivisor;
    input.rtxQueueEmpty = m_rtxQueue.IsEmpty();
    input.headAgeNs = m_rtxQueue.IsEmpty() ? 0 : now - m_rtxQueue.GetHeadSentTimeNs();
    input.srttUs = m_rttEstimator.GetSrttUs();
    input.srttEighths = m_rttEstimator.GetSrttUs8() & 7;
    input.finOrEor = skb->eor || (m_closeOnEmpty && input.lastInQueue && m_writes.empty());
    switch (LinuxRules::TsoDefer(input))
    {
    case LinuxRules::DeferReason::SendNow:
        return false;
    case LinuxRules::DeferReason::CwndLimited:
        cwndLimited = true;
        return true;
    default:
        return true;
    }
}

bool
LinuxTcpSocket::SmallQueueCheck(uint32_t length, uint32_t truesize, uint8_t factor)
{
    LinuxRules::SmallQueueInput input;
    input.formula = m_settings.smallQueueLimit;
    input.pacingRate = GetPacingRate();
    input.pacingShift = m_pacingShift;
    input.truesize = truesize;
    input.limitOutputBytes = m_settings.limitOutputBytes;
    input.paced = IsPaced();
    input.factor = factor;
    const uint64_t limit = LinuxRules::SmallQueueLimitBytes(input);
    const uint64_t wmem = m_account->GetWmem();
    if (!LinuxRules::SmallQueueOver(m_settings.smallQueueLimit, wmem, limit))
    {
        return false;
    }
    const LinuxTcpThrottleRecord record{Simulator::Now(),
                                        length,
                                        m_rtxQueue.GetPacketsOut(),
                                        wmem,
                                        limit,
                                        input.pacingRate,
                                        GetCwndSegments(),
                                        truesize,
                                        factor};
    if (LinuxRules::SmallQueueBypassed(m_settings.smallQueueBypass, m_rtxQueue.Count()))
    {
        m_bypassedTrace(record);
        return false;
    }
    m_account->SetThrottled();
    m_throttledTrace(record);
    return true;
}

bool
LinuxTcpSocket::IsPaced() const
{
    // SO_MAX_PACING_RATE asks for pacing too.
    return m_tcb->m_pacing || m_maxPacingRate.GetBitRate() != UINT64_MAX;
}

void
LinuxTcpSocket::TsqHandler()
{
    NS_LOG_FUNCTION(this);
    if (!m_started || (!m_endPoint && !m_endPoint6))
    {
        return;
    }
    if (m_rtxQueue.GetLostOut() > m_rtxQueue.GetRetransOut() &&
        GetCwndSegments() > PacketsInFlight())
    {
        XmitRetransmitQueue();
    }
    WriteXmit(Push::NORMAL, false);
    CheckProbeTimer();
}

void
LinuxTcpSocket::PacingExpired()
{
    TsqHandler();
}

void
LinuxTcpSocket::CheckProbeTimer()
{
    // While the window is zero the base class probes it.
    const bool stuck =
        CanSend() && m_rtxQueue.IsEmpty() && !m_writeQueue.IsEmpty() && m_persistEvent.IsExpired();
    if (!stuck)
    {
        m_sendPendingDataEvent.Cancel();
    }
    else if (m_sendPendingDataEvent.IsExpired())
    {
        m_sendPendingDataEvent = Simulator::Schedule(std::max(PROBE_MIN, m_rto.Get()),
                                                     &LinuxTcpSocket::ProbeTimeout,
                                                     this);
    }
}

void
LinuxTcpSocket::ProbeTimeout()
{
    NS_LOG_FUNCTION(this);
    LinuxSkb* skb = m_writeQueue.Front();
    if (!CanSend() || !skb || !m_rtxQueue.IsEmpty())
    {
        return;
    }
    if (m_rWnd.Get() == 0)
    {
        TcpSocketBase::PersistTimeout(); // the window closed when there was nothing to send
        return;
    }
    // A window below one mss never opens the loop: send what fits, as tcp_write_wakeup does.
    const uint32_t bytes = std::min({skb->length, m_tcb->m_segmentSize, WindowLeft(skb->seq)});
    if (bytes > 0 && !m_inXmit)
    {
        if (bytes < skb->length)
        {
            m_writeQueue.Split(skb, bytes, m_tcb->m_segmentSize);
        }
        skb->SetSegments(m_tcb->m_segmentSize);
        m_inXmit = true;
        TransmitSkb(skb);
        m_inXmit = false;
    }
    PushPending(Push::NORMAL);
}

} // namespace ns3
