/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The retransmission timer: loss probe, reordering, timeout.

#include "linux-tcp-socket.h"
#include "linux-timer-wheel.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpTimers");

Time
LinuxTcpSocket::TicksToTime(uint64_t ticks) const
{
    return NanoSeconds(ticks * 1000000000 / m_hz);
}

void
LinuxTcpSocket::StartTimer(LinuxTimer timer, uint64_t ticks)
{
    if (timer == LinuxTimer::None)
    {
        m_timerAt = Time::Max();
        return; // an event that is under way finds nothing to do
    }
    const Time now = Simulator::Now();
    const auto tick = static_cast<uint64_t>(now.GetNanoSeconds()) * m_hz / 1000000000;
    m_timerAt = TicksToTime(LinuxRules::TimerWheelExpiry(tick, ticks));
    // Mostly the timer is put off, long before it fires: the event looks for itself then.
    if (m_retxEvent.IsExpired() || m_timerAt < m_timerEventAt)
    {
        m_retxEvent.Cancel();
        m_timerEventAt = m_timerAt;
        m_retxEvent = Simulator::Schedule(m_timerAt - now, &LinuxTcpSocket::TimerEvent, this);
    }
}

void
LinuxTcpSocket::TimerEvent()
{
    if (m_timerAt > Simulator::Now())
    {
        KeepTimer();
        return;
    }
    Ptr<LinuxTcpSocket> self(this);
    m_inBase = true;
    m_timerAt = Time::Max();
    switch (m_recovery.GetTimer())
    {
    case LinuxTimer::LossProbe:
        SendLossProbe();
        break;
    case LinuxTimer::Reordering:
        ReorderTimeout();
        break;
    case LinuxTimer::Rto:
        RetransmitTimeout();
        break;
    default:
        break;
    }
    m_inBase = false;
    AfterBase();
}

void
LinuxTcpSocket::KeepTimer()
{
    if (!m_retxEvent.IsExpired())
    {
        return;
    }
    // The base class stops it when the window closes, even when data is outstanding.
    if (m_timerAt != Time::Max() && !m_rtxQueue.IsEmpty())
    {
        m_timerEventAt = std::max(m_timerAt, Simulator::Now());
        m_retxEvent = Simulator::Schedule(m_timerEventAt - Simulator::Now(),
                                          &LinuxTcpSocket::TimerEvent,
                                          this);
    }
    else if (m_rtxQueue.IsEmpty() && m_txBuffer->Size() == 0 &&
             (m_state == FIN_WAIT_1 || m_state == CLOSING))
    {
        m_retxEvent = Simulator::Schedule(m_rto, &LinuxTcpSocket::ReTxTimeout, this);
    }
}

void
LinuxTcpSocket::ReTxTimeout()
{
    NS_LOG_FUNCTION(this);
    if (!m_rtxQueue.IsEmpty() || (m_started && m_txBuffer->Size() > 0))
    {
        return; // data has its own timer
    }
    Ptr<LinuxTcpSocket> self(this);
    m_inBase = true;
    TcpSocketBase::ReTxTimeout(); // SYN or FIN
    m_inBase = false;
    AfterBase();
}

void
LinuxTcpSocket::RetransmitTimeout()
{
    NS_LOG_FUNCTION(this);
    LinuxSkb* head = m_rtxQueue.Front();
    if (!head)
    {
        return;
    }
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    Note(LinuxRecoveryEvent::Rto, head->seq, m_recovery.GetTimeouts());
    // Behind a closed window retransmissions are probes, and go on for ever.
    const bool closed = m_rWnd.Get() == 0;
    if (!closed && m_recovery.IsTimedOut(nowUs, m_retries2))
    {
        NS_LOG_INFO("no ACK for too long, the connection is dropped");
        m_errno = ERROR_NOTCONN;
        NotifyErrorClose();
        DeallocateEndPoint();
        return;
    }
    m_recovery.EnterLoss(nowUs, !closed);
    ClampCwnd();
    ResolveSettings();
    const auto attempt = RetransmitSkb(m_rtxQueue.Front(), 1);
    m_recovery.OnRetransmit(m_rtxQueue.Front(), attempt);
    if (attempt == LinuxLossRecovery::Attempt::Dropped)
    {
        m_recovery.RetrySoon();
        return;
    }
    m_recovery.BackOff();
    m_rto = TicksToTime(m_recovery.GetRtoTicks());
}

void
LinuxTcpSocket::SendLossProbe()
{
    NS_LOG_FUNCTION(this);
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    Note(LinuxRecoveryEvent::LossProbe, m_tcb->m_highTxMark.Get().GetValue(), 0);
    ResolveSettings();
    if (m_recovery.BeginLossProbe())
    {
        TryLossProbe();
    }
    m_recovery.RearmRto(nowUs);
}

void
LinuxTcpSocket::TryLossProbe()
{
    const uint32_t mss = m_tcb->m_segmentSize;
    // New data when there is any, else the last segment again.
    const LinuxSkb* next = CanSend() ? m_writeQueue.Front() : nullptr;
    if (next && std::min(next->length, mss) <= WindowLeft(next->seq))
    {
        if (WriteXmit(Push::PROBE, true) > 0)
        {
            m_recovery.OnLossProbeSent(nullptr);
        }
        return;
    }
    LinuxSkb* last = m_rtxQueue.Back();
    if (!last || IsInHostQueue(last))
    {
        return;
    }
    const uint32_t before = (last->segs - 1) * mss;
    if (before > 0 && last->length > before)
    {
        last = m_rtxQueue.Split(last, before, mss, m_skbOverhead);
    }
    if (RetransmitSkb(last, 1) == LinuxLossRecovery::Attempt::Sent)
    {
        m_recovery.OnLossProbeSent(last);
    }
}

void
LinuxTcpSocket::ReorderTimeout()
{
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    Note(LinuxRecoveryEvent::ReorderTimer, m_txBuffer->HeadSequence().GetValue(), 0);
    if (m_recovery.OnReorderTimer(nowUs))
    {
        ClampCwnd();
        RefreshPacingRate();
        XmitRetransmitQueue();
    }
    if (m_recovery.GetTimer() != LinuxTimer::Rto)
    {
        m_recovery.RearmRto(nowUs);
    }
}

} // namespace ns3
