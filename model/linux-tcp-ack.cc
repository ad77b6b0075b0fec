/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What arrives: acknowledged skbs leave the rtx queue and give round-trip times; cwnd, pacing rate
// and window follow; then the loop runs again.

#include "linux-congestion-ops.h"
#include "linux-frozen-cwnd-ops.h"
#include "linux-rtt-estimator.h"
#include "linux-sequence.h"
#include "linux-tcp-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpAck");

void
LinuxTcpSocket::DoForwardUp(Ptr<Packet> packet,
                            const Address& fromAddress,
                            const Address& toAddress)
{
    // The packet may close the connection, and with it the last reference elsewhere go.
    Ptr<LinuxTcpSocket> self(this);
    m_inBase = true;
    TcpHeader header;
    const uint32_t headerSize = packet->PeekHeader(header);
    if ((header.GetFlags() & TcpHeader::ACK) &&
        header.GetAckNumber() == m_tcb->m_highTxMark.Get() + 1)
    {
        TakeProbeByte();
    }
    if ((m_state == FIN_WAIT_1 || m_state == FIN_WAIT_2) &&
        (header.GetFlags() & (TcpHeader::FIN | TcpHeader::RST | TcpHeader::SYN)) ==
            TcpHeader::FIN &&
        packet->GetSize() > headerSize)
    {
        packet = SplitFin(packet, fromAddress, toAddress);
    }
    if (m_state == TIME_WAIT && (header.GetFlags() & TcpHeader::FIN))
    {
        SendEmptyPacket(TcpHeader::ACK); // the last one was lost
    }
    else if (IsAckShortOfFin(packet))
    {
        AckWhileClosing(packet);
    }
    else
    {
        TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    }
    m_inBase = false;
    AfterBase();
}

Ptr<Packet>
LinuxTcpSocket::SplitFin(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress)
{
    TcpHeader header;
    packet->RemoveHeader(header);
    const uint8_t flags = header.GetFlags();
    const uint32_t length = packet->GetSize();
    header.SetFlags(flags & ~TcpHeader::FIN);
    packet->AddHeader(header);
    TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    header.SetFlags(flags);
    header.SetSequenceNumber(header.GetSequenceNumber() + length);
    Ptr<Packet> fin = Create<Packet>();
    fin->AddHeader(header);
    return fin;
}

void
LinuxTcpSocket::TakeProbeByte()
{
    LinuxSkb* skb = m_writeQueue.Front();
    if (!CanSend() || !skb || skb->seq != m_tcb->m_highTxMark.Get().GetValue())
    {
        return;
    }
    if (skb->length > 1)
    {
        m_writeQueue.Split(skb, 1, m_tcb->m_segmentSize);
    }
    skb->SetSegments(m_tcb->m_segmentSize);
    m_txBuffer->CopyFromSequence(1, SequenceNumber32(skb->seq));
    skb->sentTimeNs = m_clock.Stamp(Simulator::Now().GetNanoSeconds());
    skb->retransmitted = true;
    m_writeQueue.PopFront();
    m_rtxQueue.Push(skb);
    m_tcb->m_highTxMark = m_tcb->m_highTxMark.Get() + 1;
    m_tcb->m_nextTxSequence = m_tcb->m_highTxMark.Get();
}

bool
LinuxTcpSocket::IsAckShortOfFin(Ptr<const Packet> packet) const
{
    if (m_state != LAST_ACK && m_state != CLOSING)
    {
        return false;
    }
    TcpHeader header;
    packet->PeekHeader(header);
    const uint8_t flags =
        header.GetFlags() & ~(TcpHeader::PSH | TcpHeader::URG | TcpHeader::CWR | TcpHeader::ECE);
    return (flags == TcpHeader::ACK || flags == (TcpHeader::FIN | TcpHeader::ACK)) &&
           header.GetAckNumber() <= m_tcb->m_highTxMark.Get();
}

void
LinuxTcpSocket::AckWhileClosing(Ptr<Packet> packet)
{
    TcpHeader header;
    packet->RemoveHeader(header);
    m_rxTrace(packet, header, this);
    if (m_timestampEnabled && header.HasOption(TcpOption::TS))
    {
        ProcessOptionTimestamp(header.GetOption(TcpOption::TS), header.GetSequenceNumber());
    }
    EstimateRtt(header);
    UpdateWindowSize(header);
    if (header.GetFlags() & TcpHeader::FIN)
    {
        SendEmptyPacket(TcpHeader::ACK); // the peer has not seen ours
    }
    ReceivedAck(Create<Packet>(), header);
}

void
LinuxTcpSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    const SequenceNumber32 ack = tcpHeader.GetAckNumber();
    LinuxAckSample sample;
    sample.nowUs = Simulator::Now().GetMicroSeconds();
    sample.inFlight = PacketsInFlight();
    sample.sndUna = std::max(ack, m_txBuffer->HeadSequence()).GetValue();
    sample.sndNxt = m_tcb->m_highTxMark.Get().GetValue();
    if (ack > m_txBuffer->HeadSequence() && ack <= m_tcb->m_highTxMark.Get() + 1)
    {
        const auto acked = m_rtxQueue.AckUpTo(ack.GetValue());
        sample.ackedSegs = acked.segs;
        m_ackedData = true;
        // What was sent twice does not tell which copy is acknowledged.
        if (acked.hasSentTime && !acked.retransmitted)
        {
            sample.rttUs = SampleRtt(acked.firstSentNs, acked.lastSentNs, ack.GetValue());
        }
    }

    // A window that is not the limit does not grow.
    sample.isCwndLimited =
        m_cwndValidation.IsCwndLimited(m_tcb->m_cWnd < m_tcb->m_ssThresh, GetCwndSegments());
    sample.isCwndFull = m_cwndValidation.IsCwndLimited(false, GetCwndSegments());
    sample.pacingRate = GetPacingRate();
    sample.gsoMaxSize = m_gsoMaxSize;
    sample.paced = IsPaced();
    ProcessAckWith(sample, packet, tcpHeader);

    ClampCwnd();
    RefreshPacingRate();
    m_ackedTrace({Simulator::Now(),
                  m_txBuffer->HeadSequence().GetValue() - m_firstSeq,
                  sample.ackedSegs,
                  m_rtxQueue.GetPacketsOut(),
                  GetCwndSegments(),
                  m_tcb->m_ssThresh / m_tcb->m_segmentSize,
                  m_rttEstimator.GetSrttUs(),
                  m_minRtt.Get(),
                  GetPacingRate(),
                  m_rWnd.Get(),
                  m_account->GetWmem()});
}

void
LinuxTcpSocket::ProcessAckWith(const LinuxAckSample& sample,
                               Ptr<Packet> packet,
                               const TcpHeader& tcpHeader)
{
    Ptr<TcpCongestionOps> congestionControl = m_congestionControl;
    LINUX_TCP_SET_CWND_LIMITED(m_tcb, sample.isCwndLimited);
    if (auto ours = DynamicCast<LinuxCongestionOps>(congestionControl))
    {
        ours->SetAckSample(sample);
        TcpSocketBase::ReceivedAck(packet, tcpHeader);
        ours->ClearAckSample();
        return;
    }
    // ns-3's own do not all ask whether cwnd is the limit.
    if (!sample.isCwndLimited)
    {
        m_frozenCwnd->SetReal(congestionControl);
        m_congestionControl = m_frozenCwnd;
    }
    TcpSocketBase::ReceivedAck(packet, tcpHeader);
    m_congestionControl = congestionControl;
    m_frozenCwnd->SetReal(nullptr);
}

void
LinuxTcpSocket::EstimateRtt(const TcpHeader& tcpHeader)
{
    // Data is timed by skb in ReceivedAck; this is the handshake.
    if (!m_synTimed || !(tcpHeader.GetFlags() & TcpHeader::ACK) ||
        (m_state != SYN_SENT && m_state != SYN_RCVD))
    {
        return;
    }
    m_synTimed = false;
    const int64_t sent = m_synTime.GetNanoSeconds();
    SampleRtt(sent, sent, tcpHeader.GetAckNumber().GetValue());
}

void
LinuxTcpSocket::UpdateRttHistory(const SequenceNumber32& /* seq */,
                                 uint32_t /* sz */,
                                 bool isRetransmission)
{
    // Called for SYN and SYN+ACK only.
    m_synTime = Simulator::Now();
    m_synTimed = !isRetransmission;
}

int64_t
LinuxTcpSocket::SampleRtt(int64_t firstSentNs, int64_t lastSentNs, uint32_t una)
{
    // Linux takes the difference of two clocks of whole microseconds.
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    const auto rttUs = static_cast<uint32_t>(std::max<int64_t>(nowUs - firstSentNs / 1000, 0));
    const auto lastUs = static_cast<uint32_t>(std::max<int64_t>(nowUs - lastSentNs / 1000, 0));
    m_minRtt.Update(nowUs, lastUs);
    m_rttEstimator.Sample(rttUs, una, m_tcb->m_highTxMark.Get().GetValue());

    const Time srtt = NanoSeconds(m_rttEstimator.GetSrttUs8() * int64_t{125});
    if (auto estimator = DynamicCast<LinuxRttEstimator>(m_rtt))
    {
        estimator->Set(srtt, MicroSeconds(m_rttEstimator.GetRttvarUs()));
    }
    m_rto =
        Max(m_rtt->GetEstimate() + Max(m_clockGranularity, m_rtt->GetVariation() * 4), m_minRto);
    LINUX_TCP_SET_RTT(m_tcb, srtt, MicroSeconds(rttUs));
    m_tcb->m_minRtt = MicroSeconds(m_minRtt.Get());
    return lastUs;
}

void
LinuxTcpSocket::RefreshPacingRate()
{
    if (m_congestionControl->HasCongControl())
    {
        return; // sets its own
    }
    const uint32_t mss = m_tcb->m_segmentSize;
    m_pacingRate = LinuxRules::PacingRate(mss,
                                          GetCwndSegments(),
                                          m_rtxQueue.GetPacketsOut(),
                                          m_tcb->m_ssThresh / mss,
                                          m_rttEstimator.GetSrttUs8(),
                                          m_pacingSsRatio,
                                          m_pacingCaRatio,
                                          GetMaxPacingRate());
    m_tcb->m_pacingRate = DataRate(m_pacingRate * 8);
}

void
LinuxTcpSocket::AfterBase()
{
    if (!m_started && CanSend())
    {
        StartQueues();
    }
    m_maxWindow = std::max(m_maxWindow, m_rWnd.Get());
    if (!m_started || (!m_endPoint && !m_endPoint6))
    {
        return;
    }
    if (!m_rtxQueue.IsEmpty())
    {
        // A zero window stops the base class's timer even when data is outstanding.
        ArmRetransmitTimer();
        XmitRetransmitQueue();
    }
    if (!m_writeQueue.IsEmpty())
    {
        PushPending(Push::NORMAL);
    }
    WriteSpace(std::exchange(m_ackedData, false));
    FinishClose();
    if (m_state == LAST_ACK && m_rtxQueue.IsEmpty() && m_lastAckEvent.IsExpired())
    {
        // Nothing else repeats a FIN that goes alone behind data.
        m_dataRetrCount = m_dataRetries;
        m_lastAckEvent = Simulator::Schedule(m_rto, &LinuxTcpSocket::LastAckTimeout, this);
    }
}

} // namespace ns3
