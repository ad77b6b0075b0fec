/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What arrives: acknowledged skbs leave the rtx queue and give round-trip times; cwnd, pacing rate
// and window follow; then the loop runs again.

#include "linux-congestion-ops.h"
#include "linux-rtt-estimator.h"
#include "linux-sequence.h"
#include "linux-tcp-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <array>
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
    m_recovery.OnSent(skb->endSeq, skb->segs);
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
    if (m_started)
    {
        TakeAck(tcpHeader, packet->GetSize() > 0);
    }
    else
    {
        // The end of the handshake, or of a connection closed before it could send anything.
        AdvanceUna(tcpHeader.GetAckNumber());
    }
    if (packet->GetSize() > 0)
    {
        ReceivedData(packet, tcpHeader);
    }
}

void
LinuxTcpSocket::AdvanceUna(SequenceNumber32 ackNumber)
{
    if (ackNumber > m_txBuffer->HeadSequence() && ackNumber <= m_tcb->m_highTxMark.Get() + 1)
    {
        m_txBuffer->DiscardUpTo(ackNumber);
        m_tcb->m_nextTxSequence = std::max(ackNumber, m_tcb->m_nextTxSequence.Get());
        m_dataRetrCount = m_dataRetries;
        m_ackedData = true;
        if (ackNumber > m_tcb->m_highTxMark.Get())
        {
            m_retxEvent.Cancel(); // the FIN has arrived
        }
    }
}

void
LinuxTcpSocket::TakeAck(const TcpHeader& tcpHeader, bool hasData)
{
    const SequenceNumber32 ackNumber = tcpHeader.GetAckNumber();
    if (ackNumber > m_tcb->m_highTxMark.Get() + 1)
    {
        return;
    }
    LinuxAck ack;
    // A FIN has no place in the queue.
    ack.ack = std::min(ackNumber, m_tcb->m_highTxMark.Get()).GetValue();
    ack.hasData = hasData;
    ack.windowUpdate = m_windowUpdate;
    ack.ece = TakeEcnEcho(tcpHeader);
    if (m_timestampEnabled && m_recovery.NeedsEcho() && tcpHeader.HasOption(TcpOption::TS))
    {
        ack.hasEcho = true;
        ack.echoMs = DynamicCast<const TcpOptionTS>(tcpHeader.GetOption(TcpOption::TS))->GetEcho();
    }
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    LinuxAckSample sample;
    sample.nowUs = nowUs;
    sample.inFlight = PacketsInFlight();

    // The order is that of tcp_ack().
    m_recovery.BeginAck(nowUs, ack);
    AdvanceUna(ackNumber);
    TagSacks(tcpHeader, ack);
    auto resend = LinuxLossRecovery::Resend::Nothing;
    if (ack.priorPackets == 0)
    {
        resend = m_recovery.UpdateFromOldAck(ack);
    }
    else
    {
        m_recovery.CleanRtxQueue(ack);
        if (ack.seqRttUs >= 0)
        {
            TakeRtt(ack.seqRttUs, ack.newestRttUs, ack.maybeDelayed);
        }
        sample.ackedSegs = ack.segs;
        sample.rttUs = ack.newestRttUs;
        sample.sndUna = ack.ack;
        sample.sndNxt = m_tcb->m_highTxMark.Get().GetValue();
        sample.pacingRate = GetPacingRate();
        sample.gsoMaxSize = m_gsoMaxSize;
        sample.paced = IsPaced();
        m_tcb->m_lastAckedSeq = ackNumber;
        NotifyPktsAcked(sample);
        resend = m_recovery.UpdateState(ack);
        m_recovery.FinishSample(ack);
        ControlCwnd(ack, sample);
    }
    BytesInFlight(); // for those who read it from the state
    ClampCwnd();
    RefreshPacingRate();
    m_ackedTrace({Simulator::Now(),
                  m_txBuffer->HeadSequence().GetValue() - m_firstSeq,
                  ack.segs,
                  m_rtxQueue.GetPacketsOut(),
                  GetCwndSegments(),
                  m_tcb->m_ssThresh / m_tcb->m_segmentSize,
                  m_rttEstimator.GetSrttUs(),
                  m_minRtt.Get(),
                  GetPacingRate(),
                  m_rWnd.Get(),
                  m_account->GetWmem()});
    XmitRecovery(resend);
}

bool
LinuxTcpSocket::TakeEcnEcho(const TcpHeader& tcpHeader)
{
    const auto state = m_tcb->m_ecnState.Get();
    if (state == TcpSocketState::ECN_DISABLED)
    {
        return false;
    }
    const bool ece = (tcpHeader.GetFlags() & TcpHeader::ECE) != 0;
    // One state serves both directions in ns-3: what the receiver is about to say goes first.
    const bool receiverBusy =
        state == TcpSocketState::ECN_CE_RCVD || state == TcpSocketState::ECN_SENDING_ECE;
    if (ece)
    {
        m_ecnEchoSeq = tcpHeader.GetAckNumber();
    }
    if (!receiverBusy && (ece || state == TcpSocketState::ECN_ECE_RCVD))
    {
        m_tcb->m_ecnState = ece ? TcpSocketState::ECN_ECE_RCVD : TcpSocketState::ECN_IDLE;
    }
    return ece;
}

void
LinuxTcpSocket::TagSacks(const TcpHeader& tcpHeader, LinuxAck& ack)
{
    if (!m_sackEnabled || !tcpHeader.HasOption(TcpOption::SACK))
    {
        return;
    }
    auto option = DynamicCast<const TcpOptionSack>(tcpHeader.GetOption(TcpOption::SACK));
    std::array<LinuxLossRecovery::SackBlock, LinuxLossRecovery::MAX_SACKS> blocks;
    std::size_t count = 0;
    for (const auto& [start, end] : option->GetSackList())
    {
        if (count < blocks.size())
        {
            blocks[count++] = {start.GetValue(), end.GetValue()};
        }
    }
    m_recovery.SetMaxWindow(m_maxWindow);
    m_recovery.TagSacks(ack, blocks.data(), count);
}

void
LinuxTcpSocket::EstimateRtt(const TcpHeader& tcpHeader)
{
    if (!(tcpHeader.GetFlags() & TcpHeader::ACK))
    {
        return;
    }
    // The base class takes the window next. An ACK that could change it is no duplicate.
    const uint32_t window = uint32_t{tcpHeader.GetWindowSize()} << m_sndWindShift;
    const SequenceNumber32 seq = tcpHeader.GetSequenceNumber();
    m_windowUpdate = seq > m_highRxMark.Get() ||
                     (seq == m_highRxMark.Get() && (window > m_rWnd.Get() || window == 0));
    // Data is timed by skb in TakeAck; this is the handshake.
    if (m_synTimed && (m_state == SYN_SENT || m_state == SYN_RCVD))
    {
        m_synTimed = false;
        const int64_t rttUs = Simulator::Now().GetMicroSeconds() - m_synTime.GetMicroSeconds();
        TakeRtt(rttUs, rttUs, false);
    }
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

void
LinuxTcpSocket::TakeRtt(int64_t rttUs, int64_t newestUs, bool maybeDelayed)
{
    m_minRtt.Update(Simulator::Now().GetMicroSeconds(),
                    static_cast<uint32_t>(newestUs),
                    maybeDelayed);
    m_rttEstimator.Sample(static_cast<uint32_t>(rttUs),
                          m_txBuffer->HeadSequence().GetValue(),
                          m_tcb->m_highTxMark.Get().GetValue());
    m_recovery.SetRtt(m_rttEstimator.GetSrttUs8(), m_rttEstimator.GetRttvarUs(), m_minRtt.Get());

    const Time srtt = NanoSeconds(m_rttEstimator.GetSrttUs8() * int64_t{125});
    if (auto estimator = DynamicCast<LinuxRttEstimator>(m_rtt))
    {
        estimator->Set(srtt, MicroSeconds(m_rttEstimator.GetRttvarUs()));
    }
    m_rto = TicksToTime(m_recovery.GetRtoTicks());
    LINUX_TCP_SET_RTT(m_tcb, srtt, MicroSeconds(rttUs));
    m_tcb->m_minRtt = MicroSeconds(m_minRtt.Get());
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
    KeepTimer();
    if (!m_writeQueue.IsEmpty())
    {
        PushPending(Push::NORMAL);
    }
    WriteSpace(std::exchange(m_ackedData, false));
    FinishClose();
}

} // namespace ns3
