/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One skb becomes one packet, is charged and handed to IP; segments that were lost are sent again.

#include "linux-congestion-ops.h"
#include "linux-skb-tag.h"
#include "linux-tcp-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpTransmit");

LinuxEgress::Result
LinuxTcpSocket::TransmitSkb(LinuxSkb* skb)
{
    NS_LOG_FUNCTION(this << skb->seq << skb->length);
    const SequenceNumber32 seq(skb->seq);
    const uint32_t mss = m_tcb->m_segmentSize;
    const bool isStart = BytesInFlight() == 0;
    if (isStart)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    // The scoreboard takes one item per segment: SACK and loss marks are per item.
    m_items.clear();
    Ptr<Packet> packet;
    for (uint32_t offset = 0; offset < skb->length; offset += mss)
    {
        TcpTxItem* item =
            m_txBuffer->CopyFromSequence(std::min(mss, skb->length - offset), seq + offset);
        m_items.push_back(item);
        if (packet)
        {
            packet->AddAtEnd(item->GetPacketCopy());
        }
        else
        {
            packet = item->GetPacketCopy();
        }
    }
    const LinuxEgress::Result result =
        TransmitPacket(packet, seq, skb->segs, skb->truesize, skb->psh, false);
    if (result == LinuxEgress::Result::DROPPED || result == LinuxEgress::Result::FAILED)
    {
        // The skb stays the head of the write queue, its bytes were not sent.
        for (std::size_t i = 0; i < m_items.size(); ++i)
        {
            m_txBuffer->ResetLastSegmentSent();
        }
        BytesInFlight();
        m_clock.Stamp(Simulator::Now().GetNanoSeconds());
        return result;
    }
    for (std::size_t i = 0; i < m_items.size(); ++i)
    {
        m_rateOps->SkbSent(m_items[i], isStart && i == 0);
    }
    if (auto ours = DynamicCast<LinuxCongestionOps>(m_congestionControl))
    {
        ours->DataSent(Simulator::Now().GetMicroSeconds());
    }
    m_dataSegsOut += skb->segs;
    skb->sentTimeNs = m_clock.Depart(Simulator::Now().GetNanoSeconds(),
                                     skb->length,
                                     IsPaced() ? GetPacingRate() : 0,
                                     m_dataSegsOut);
    const uint32_t packetsOut = m_rtxQueue.GetPacketsOut();
    m_writeQueue.PopFront();
    m_rtxQueue.Push(skb);
    m_tcb->m_highTxMark = std::max(seq + skb->length, m_tcb->m_highTxMark.Get());
    m_tcb->m_nextTxSequence = m_tcb->m_highTxMark.Get();
    BytesInFlight();
    ArmRetransmitTimer();
    TraceXmit(*skb, packetsOut, false);
    Simulator::ScheduleNow(&LinuxTcpSocket::NotifyDataSent, this, skb->length);
    return result;
}

LinuxEgress::Result
LinuxTcpSocket::TransmitPacket(Ptr<Packet> packet,
                               SequenceNumber32 seq,
                               uint32_t segs,
                               uint32_t truesize,
                               bool psh,
                               bool isRetransmission)
{
    const uint32_t length = packet->GetSize();
    // Behind the peer's FIN ours goes alone: ns-3's own sockets misplace a FIN that comes with data
    // while they wait for it.
    const bool fin = m_closeOnEmpty && m_writes.empty() &&
                     m_txBuffer->SizeFromSequence(seq + length) == 0 && m_state != CLOSE_WAIT &&
                     m_state != LAST_ACK;
    uint8_t flags = TcpHeader::ACK;
    // A TSO packet always carries PSH, so that the receiver's GRO does not wait behind it
    // (Linux 5.0, 051ba67447de).
    if (psh || segs > 1)
    {
        flags |= TcpHeader::PSH;
    }
    if (fin)
    {
        flags |= TcpHeader::FIN;
    }
    const bool cwr = m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD &&
                     m_ecnEchoSeq.Get() > m_ecnCWRSeq.Get() && !isRetransmission;
    if (cwr)
    {
        flags |= TcpHeader::CWR;
    }

    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(seq);
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    LINUX_TCP_ADD_SOCKET_TAGS(packet, isRetransmission);
    m_txTrace(packet, header, this);

    const uint64_t handle = m_egress->GetLedger()->Charge(m_account, truesize);
    packet->AddPacketTag(LinuxSkbTag(handle, m_tcb->m_segmentSize, segs, truesize - length));
    m_egress->Begin(handle);
    if (m_endPoint)
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint->GetLocalAddress(),
                          m_endPoint->GetPeerAddress(),
                          m_boundnetdevice);
    }
    else
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint6->GetLocalAddress(),
                          m_endPoint6->GetPeerAddress(),
                          m_boundnetdevice);
    }
    const LinuxEgress::Result result = m_egress->Finish();
    if (result == LinuxEgress::Result::DROPPED || result == LinuxEgress::Result::FAILED)
    {
        return result;
    }

    // The packet carried our acknowledgement.
    m_delAckEvent.Cancel();
    m_ackPolicy.OnAckSent();
    if (cwr)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_CWR_SENT;
        m_ecnCWRSeq = seq;
    }
    if (fin && m_state == ESTABLISHED)
    {
        m_state = FIN_WAIT_1;
    }
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        m_recoveryOps->UpdateBytesSent(length);
    }
    return result;
}

uint32_t
LinuxTcpSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool /* withAck */)
{
    NS_LOG_FUNCTION(this << seq << maxSize);
    // The base class sends here what it retransmits; new data leaves through the loop. What must
    // wait stays marked as lost, so the completion handler finds it; the base class wants a size.
    const uint32_t sent = seq < m_tcb->m_highTxMark.Get() ? RetransmitSegment(seq, maxSize) : 0;
    // It moved this to the retransmitted segment and does not move it back.
    m_tcb->m_nextTxSequence = m_tcb->m_highTxMark.Get();
    return sent > 0 ? sent : std::max(maxSize, 1U); // a full window makes it ask for 0 bytes
}

uint32_t
LinuxTcpSocket::RetransmitSegment(SequenceNumber32 seq, uint32_t maxSize)
{
    LinuxSkb* skb = m_rtxQueue.FindBySeq(seq.GetValue());
    const uint32_t size = std::min(maxSize, m_txBuffer->SizeFromSequence(seq));
    const uint32_t truesize = size + m_skbOverhead;
    if (size == 0 || SmallQueueCheck(size, truesize, 1))
    {
        return 0;
    }
    const bool isStart = BytesInFlight() == 0;
    TcpTxItem* item = m_txBuffer->CopyFromSequence(size, seq);
    Ptr<Packet> packet = item->GetPacketCopy();
    const uint32_t length = packet->GetSize();
    const uint32_t packetsOut = m_rtxQueue.GetPacketsOut();
    const LinuxEgress::Result result =
        TransmitPacket(packet, seq, 1, length + m_skbOverhead, false, true);
    m_rateOps->SkbSent(item, isStart);
    LinuxSkb sent; // what the trace shows: one segment
    sent.seq = seq.GetValue();
    sent.length = length;
    sent.segs = 1;
    sent.truesize = length + m_skbOverhead;
    sent.sentTimeNs = m_clock.Stamp(Simulator::Now().GetNanoSeconds());
    if (skb)
    {
        skb->retransmitted = true;
        skb->sentTimeNs = sent.sentTimeNs;
    }
    BytesInFlight();
    ArmRetransmitTimer();
    if (result == LinuxEgress::Result::DROPPED || result == LinuxEgress::Result::FAILED)
    {
        // The scoreboard cannot take the mark back: the segment counts as lost on the way and
        // waits for the retransmission timer.
        return 0;
    }
    TraceXmit(sent, packetsOut, true);
    return length;
}

void
LinuxTcpSocket::XmitRetransmitQueue()
{
    const bool recovering = m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
                            m_tcb->m_congState == TcpSocketState::CA_LOSS;
    // NextSeg looks at everything in flight: not to be asked when nothing is lost.
    if ((m_txBuffer->GetLost() == 0 && !recovering) || m_rtxQueue.IsEmpty() || m_inXmit)
    {
        return;
    }
    m_inXmit = true;
    ResolveSettings();
    const bool rescue = m_sackEnabled && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    SequenceNumber32 next;
    SequenceNumber32 nextHigh;
    while (m_txBuffer->NextSeg(&next, &nextHigh, rescue) && next < m_tcb->m_highTxMark.Get())
    {
        const uint32_t window = TcpSocketBase::AvailableWindow();
        uint32_t size = std::min({m_tcb->m_segmentSize,
                                  static_cast<uint32_t>(nextHigh - next),
                                  static_cast<uint32_t>(m_tcb->m_highTxMark.Get() - next)});
        if (size > window)
        {
            // The oldest segment may always go, cut to the window; all else waits.
            if (next != m_txBuffer->HeadSequence() || BytesInFlight() > 0)
            {
                break;
            }
            size = m_rWnd.Get() > 0 ? std::min(size, m_rWnd.Get()) : size;
        }
        if (RetransmitSegment(next, size) == 0)
        {
            break;
        }
    }
    m_inXmit = false;
}

void
LinuxTcpSocket::EnterLocalCwr()
{
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN ||
        m_tcb->m_congState == TcpSocketState::CA_DISORDER)
    {
        EnterCwr(0);
    }
}

void
LinuxTcpSocket::TraceXmit(const LinuxSkb& skb, uint32_t packetsOut, bool isRetransmission)
{
    m_skbSentTrace({Simulator::Now(),
                    skb.seq - m_firstSeq,
                    skb.length,
                    skb.segs,
                    skb.truesize,
                    m_account->GetWmem(),
                    packetsOut,
                    GetCwndSegments(),
                    GetPacingRate(),
                    m_rttEstimator.GetSrttUs(),
                    NanoSeconds(skb.sentTimeNs),
                    isRetransmission});
}

void
LinuxTcpSocket::ArmRetransmitTimer()
{
    if (m_retxEvent.IsExpired())
    {
        m_retxEvent = Simulator::Schedule(m_rto, &LinuxTcpSocket::ReTxTimeout, this);
    }
}

} // namespace ns3
