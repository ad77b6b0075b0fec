/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Between loss recovery and the congestion control: the window in segments, and who sets it.

#include "linux-congestion-ops.h"
#include "linux-tcp-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpCongestion");

namespace
{

constexpr uint32_t UNSET = std::numeric_limits<uint32_t>::max();

// The states of both are listed in the same order.
static_assert(static_cast<int>(LinuxCaState::Disorder) == TcpSocketState::CA_DISORDER);
static_assert(static_cast<int>(LinuxCaState::Cwr) == TcpSocketState::CA_CWR);
static_assert(static_cast<int>(LinuxCaState::Recovery) == TcpSocketState::CA_RECOVERY);
static_assert(static_cast<int>(LinuxCaState::Loss) == TcpSocketState::CA_LOSS);

} // namespace

uint32_t
LinuxTcpSocket::GetCwnd() const
{
    return GetCwndSegments();
}

void
LinuxTcpSocket::SetCwnd(uint32_t cwnd)
{
    m_tcb->m_cWnd = std::max(cwnd, 1U) * m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

uint32_t
LinuxTcpSocket::GetSsthresh() const
{
    const uint32_t ssthresh = m_tcb->m_ssThresh;
    return ssthresh == UNSET ? INFINITE_SSTHRESH : ssthresh / m_tcb->m_segmentSize;
}

void
LinuxTcpSocket::SetSsthresh(uint32_t ssthresh)
{
    const uint64_t bytes = uint64_t{ssthresh} * m_tcb->m_segmentSize;
    m_tcb->m_ssThresh = ssthresh >= INFINITE_SSTHRESH
                            ? UNSET
                            : static_cast<uint32_t>(std::min<uint64_t>(bytes, UNSET));
}

uint32_t
LinuxTcpSocket::ReduceSsthresh()
{
    return m_congestionControl->GetSsThresh(m_tcb, BytesInFlight()) / m_tcb->m_segmentSize;
}

bool
LinuxTcpSocket::OwnsCwnd() const
{
    return m_congestionControl->HasCongControl();
}

void
LinuxTcpSocket::TakeState(LinuxCaState state)
{
    const auto theirs = static_cast<TcpSocketState::TcpCongState_t>(state);
    m_congestionControl->CongestionStateSet(m_tcb, theirs);
    m_tcb->m_congState = theirs;
}

void
LinuxTcpSocket::NotifyTimeout()
{
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
}

void
LinuxTcpSocket::NotifyReductionDone()
{
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
}

bool
LinuxTcpSocket::CanSendNew() const
{
    return CanSend() && !m_writeQueue.IsEmpty() && WindowLeft(m_writeQueue.Front()->seq) > 0;
}

void
LinuxTcpSocket::Note(LinuxRecoveryEvent event, uint32_t seq, uint32_t segs)
{
    m_recoveryTrace({Simulator::Now(), event, seq, segs});
}

uint32_t
LinuxTcpSocket::PacketsInFlight() const
{
    return m_recovery.GetInFlight();
}

uint32_t
LinuxTcpSocket::BytesInFlight() const
{
    const uint32_t segs = PacketsInFlight();
    // Exact while nothing is lost or sacked; whole segments otherwise.
    const uint64_t bytes = segs == m_rtxQueue.GetPacketsOut()
                               ? m_rtxQueue.GetBytes()
                               : uint64_t{segs} * m_tcb->m_segmentSize;
    m_tcb->m_bytesInFlight = static_cast<uint32_t>(bytes);
    return static_cast<uint32_t>(bytes);
}

void
LinuxTcpSocket::NotifyPktsAcked(const LinuxAckSample& sample)
{
    auto ours = DynamicCast<LinuxCongestionOps>(m_congestionControl);
    if (ours)
    {
        ours->SetAckSample(sample);
        ours->PktsAcked(m_tcb, sample.ackedSegs, m_tcb->m_lastRtt);
        ours->ClearAckSample();
    }
    else if (sample.ackedSegs > 0)
    {
        m_congestionControl->PktsAcked(m_tcb, sample.ackedSegs, m_tcb->m_lastRtt);
    }
}

void
LinuxTcpSocket::ControlCwnd(const LinuxAck& ack, LinuxAckSample& sample)
{
    const uint32_t mss = m_tcb->m_segmentSize;
    m_tcb->m_lastAckedSackedBytes = ack.rate.ackedSacked * mss;
    if (OwnsCwnd())
    {
        ControlCwndByRate(ack);
    }
    else if (m_recovery.IsReducing())
    {
        m_recovery.ReduceCwnd(ack);
    }
    else if (m_recovery.MayRaiseCwnd(ack))
    {
        RaiseCwnd(ack, sample);
    }
}

void
LinuxTcpSocket::RaiseCwnd(const LinuxAck& ack, LinuxAckSample& sample)
{
    const uint32_t cwnd = GetCwndSegments();
    // A window that is not the limit does not grow.
    const bool isLimited = m_cwndValidation.IsCwndLimited(m_tcb->m_cWnd < m_tcb->m_ssThresh, cwnd);
    LINUX_TCP_SET_CWND_LIMITED(m_tcb, isLimited);
    if (auto ours = DynamicCast<LinuxCongestionOps>(m_congestionControl))
    {
        sample.ackedSegs = ack.rate.ackedSacked;
        sample.isCwndLimited = isLimited;
        ours->SetAckSample(sample);
        ours->IncreaseWindow(m_tcb, sample.ackedSegs);
        ours->ClearAckSample();
    }
    else if (isLimited)
    {
        // Not all of ns-3's own ask whether cwnd is the limit.
        m_congestionControl->IncreaseWindow(m_tcb, ack.rate.ackedSacked);
    }
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
LinuxTcpSocket::ControlCwndByRate(const LinuxAck& ack)
{
    const uint32_t mss = m_tcb->m_segmentSize;
    const LinuxRules::RateSample& sample = ack.rate;
    const LinuxRules::DeliveryRate& rate = m_recovery.GetRate();
    TcpRateOps::TcpRateSample rs;
    rs.m_isAppLimited = sample.appLimited;
    rs.m_priorDelivered = sample.priorDelivered * mss;
    rs.m_bytesLoss = sample.losses * mss;
    rs.m_priorInFlight = sample.priorInFlight * mss;
    rs.m_ackedSacked = sample.ackedSacked * mss;
    rs.m_delivered = static_cast<int32_t>(std::max<int64_t>(sample.delivered, 0) * mss);
    if (sample.hasPrior)
    {
        rs.m_priorTime = MicroSeconds(sample.priorUs);
        rs.m_sendElapsed = MicroSeconds(sample.sendIntervalUs);
        rs.m_ackElapsed = MicroSeconds(sample.ackIntervalUs);
    }
    if (sample.intervalUs > 0)
    {
        rs.m_interval = MicroSeconds(sample.intervalUs);
        rs.m_deliveryRate = DataRate(static_cast<uint64_t>(rs.m_delivered) * 8 * 1000000 /
                                     static_cast<uint64_t>(sample.intervalUs));
    }
    TcpRateOps::TcpRateConnection rc;
    rc.m_delivered = uint64_t{rate.GetDelivered()} * mss;
    rc.m_deliveredTime = MicroSeconds(rate.GetDeliveredUs());
    rc.m_firstSentTime = MicroSeconds(rate.GetFirstSentUs());
    rc.m_appLimited = rate.GetAppLimited() * mss;
    rc.m_rateDelivered = rs.m_delivered;
    rc.m_rateInterval = rs.m_interval;
    rc.m_rateAppLimited = rs.m_isAppLimited;
    m_congestionControl->CongControl(m_tcb, rc, rs);
}

} // namespace ns3
