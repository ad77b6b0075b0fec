/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One skb becomes one packet, is charged and handed to IP; segments that were lost are sent again.

#include "linux-congestion-ops.h"
#include "linux-sequence.h"
#include "linux-skb-tag.h"
#include "linux-tcp-socket.h"
#include "linux-tso-rules.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
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
    if (PacketsInFlight() == 0)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    // ns-3's buffer only stores the bytes: one item of any length.
    TcpTxItem* item = m_txBuffer->CopyFromSequence(skb->length, SequenceNumber32(skb->seq));
    const LinuxEgress::Result result = TransmitPacket(item->GetPacketCopy(), *skb, false);
    if (result == LinuxEgress::Result::DROPPED || result == LinuxEgress::Result::FAILED)
    {
        // The skb stays the head of the write queue, its bytes were not sent.
        m_txBuffer->ResetLastSegmentSent();
        m_clock.Stamp(Simulator::Now().GetNanoSeconds());
        return result;
    }
    const uint32_t packetsOut = m_rtxQueue.GetPacketsOut();
    Depart(skb, packetsOut == 0);
    m_writeQueue.PopFront();
    m_rtxQueue.Push(skb);
    m_recovery.OnSent(skb->endSeq, skb->segs);
    m_tcb->m_highTxMark = std::max(SequenceNumber32(skb->endSeq), m_tcb->m_highTxMark.Get());
    m_tcb->m_nextTxSequence = m_tcb->m_highTxMark.Get();
    BytesInFlight();
    if (packetsOut == 0 || m_recovery.GetTimer() == LinuxTimer::LossProbe)
    {
        m_recovery.RearmRto(Simulator::Now().GetMicroSeconds());
    }
    TraceXmit(*skb, packetsOut, false);
    Simulator::ScheduleNow(&LinuxTcpSocket::NotifyDataSent, this, skb->length);
    return result;
}

void
LinuxTcpSocket::Depart(LinuxSkb* skb, bool isFirst)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    if (auto ours = DynamicCast<LinuxCongestionOps>(m_congestionControl))
    {
        ours->DataSent(now / 1000);
    }
    m_dataSegsOut += skb->segs;
    skb->sentTimeNs =
        m_clock.Depart(now, skb->length, IsPaced() ? GetPacingRate() : 0, m_dataSegsOut);
    m_recovery.GetRate().OnSent(skb->rate, skb->GetSentUs(), isFirst);
}

LinuxEgress::Result
LinuxTcpSocket::TransmitPacket(Ptr<Packet> packet, LinuxSkb& skb, bool isRetransmission)
{
    const SequenceNumber32 seq(skb.seq);
    const uint32_t length = packet->GetSize();
    // Behind the peer's FIN ours goes alone: ns-3's own sockets misplace a FIN that comes with data
    // while they wait for it.
    const bool fin = m_closeOnEmpty && m_writes.empty() &&
                     m_txBuffer->SizeFromSequence(seq + length) == 0 && m_state != CLOSE_WAIT &&
                     m_state != LAST_ACK;
    uint8_t flags = TcpHeader::ACK;
    // A TSO packet always carries PSH, so that the receiver's GRO does not wait behind it
    // (Linux 5.0, 051ba67447de).
    if (skb.psh || skb.segs > 1)
    {
        flags |= TcpHeader::PSH;
    }
    if (fin)
    {
        flags |= TcpHeader::FIN;
    }
    const bool cwr = !isRetransmission && m_recovery.TakeCwr();
    if (cwr)
    {
        flags |= TcpHeader::CWR;
    }

    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(seq);
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    LINUX_TCP_ADD_SOCKET_TAGS(packet, isRetransmission);

    skb.charge = m_egress->GetLedger()->Charge(m_account, skb.truesize);
    packet->AddPacketTag(
        LinuxSkbTag(skb.charge, m_tcb->m_segmentSize, skb.segs, skb.truesize - length));
    m_egress->Begin(skb.charge);
    SendToPeer(packet, header);
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
        m_ecnCWRSeq = seq;
        if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
        {
            m_tcb->m_ecnState = TcpSocketState::ECN_CWR_SENT;
        }
    }
    if (fin && m_state == ESTABLISHED)
    {
        m_state = FIN_WAIT_1;
    }
    return result;
}

void
LinuxTcpSocket::SendToPeer(Ptr<Packet> packet, TcpHeader& header)
{
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    m_txTrace(packet, header, this);
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
}

bool
LinuxTcpSocket::IsInHostQueue(const LinuxSkb* skb)
{
    if (!m_egress->GetLedger()->IsCharged(skb->charge))
    {
        return false;
    }
    m_account->SetThrottled(); // its completion tries again
    return true;
}

LinuxLossRecovery::Attempt
LinuxTcpSocket::RetransmitSkb(LinuxSkb* skb, uint32_t segs)
{
    using Attempt = LinuxLossRecovery::Attempt;
    NS_LOG_FUNCTION(this << skb->seq << skb->length << segs);
    if (IsInHostQueue(skb))
    {
        return Attempt::Refused;
    }
    const uint32_t mss = m_tcb->m_segmentSize;
    const uint32_t una = m_txBuffer->HeadSequence().GetValue();
    m_rtxQueue.TrimHead(una); // half a segment was acknowledged
    uint32_t window = WindowLeft(skb->seq);
    if (window == 0)
    {
        // The oldest segment serves as a probe of the closed window.
        if (skb->seq != una)
        {
            return Attempt::Refused;
        }
        window = mss;
    }
    uint32_t length = mss * segs;
    if (length > window)
    {
        length = window >= mss ? window / mss * mss : window;
    }
    if (skb->length > length)
    {
        m_rtxQueue.Split(skb, length, mss, m_skbOverhead);
    }
    if (PacketsInFlight() == 0)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    const LinuxEgress::Result result = TransmitPacket(CopyBytes(*skb), *skb, true);
    if (result == LinuxEgress::Result::DROPPED || result == LinuxEgress::Result::FAILED)
    {
        m_clock.Stamp(Simulator::Now().GetNanoSeconds());
        m_recovery.EnterCwr();
        return Attempt::Dropped;
    }
    Depart(skb, false);
    TraceXmit(*skb, m_rtxQueue.GetPacketsOut(), true);
    return Attempt::Sent;
}

Ptr<Packet>
LinuxTcpSocket::CopyBytes(const LinuxSkb& skb)
{
    // The buffer may have cut them elsewhere before.
    Ptr<Packet> packet;
    for (uint32_t offset = 0; offset < skb.length;)
    {
        TcpTxItem* item =
            m_txBuffer->CopyFromSequence(skb.length - offset, SequenceNumber32(skb.seq + offset));
        Ptr<Packet> part = item->GetPacketCopy();
        offset += part->GetSize();
        if (packet)
        {
            packet->AddAtEnd(part);
        }
        else
        {
            packet = part;
        }
    }
    return packet;
}

void
LinuxTcpSocket::XmitRecovery(LinuxLossRecovery::Resend resend)
{
    if (resend == LinuxLossRecovery::Resend::New)
    {
        // F-RTO: what becomes of new data shows whether the timeout was spurious.
        PushPending(Push::NAGLE_OFF);
        if (LinuxRules::SeqAfter(m_tcb->m_highTxMark.Get().GetValue(), m_recovery.GetHighSeq()))
        {
            return;
        }
        m_recovery.EndFrto();
    }
    if (resend != LinuxLossRecovery::Resend::Nothing)
    {
        XmitRetransmitQueue();
    }
}

void
LinuxTcpSocket::XmitRetransmitQueue()
{
    using Attempt = LinuxLossRecovery::Attempt;
    if (m_rtxQueue.IsEmpty() || m_inXmit || (!m_endPoint && !m_endPoint6))
    {
        return;
    }
    m_inXmit = true;
    ResolveSettings();
    const uint32_t maxSegs = TsoSegs();
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const LinuxSkb* head = m_rtxQueue.Front();
    bool restartTimer = false;
    bool holeSeen = false;
    for (LinuxSkb* skb = m_recovery.FirstToResend(); skb; skb = m_rtxQueue.Next(skb))
    {
        if (IsPaced() && m_clock.MustWait(now))
        {
            m_pacingTimer.Cancel();
            m_pacingTimer.Schedule(NanoSeconds(m_clock.GetClock() - now));
            break;
        }
        if (!holeSeen)
        {
            m_recovery.SetResendHint(skb);
        }
        const uint32_t quota = LinuxRules::CwndQuota(GetCwndSegments(), PacketsInFlight());
        if (quota == 0 || m_rtxQueue.GetRetransOut() >= m_rtxQueue.GetLostOut())
        {
            break;
        }
        if (!skb->lost)
        {
            holeSeen = holeSeen || !(skb->inRetrans || skb->sacked);
            continue;
        }
        if (skb->sacked || skb->inRetrans)
        {
            continue;
        }
        if (SmallQueueCheck(skb->length, skb->truesize, 1))
        {
            break;
        }
        const Attempt attempt = RetransmitSkb(skb, std::min(quota, maxSegs));
        m_recovery.OnRetransmit(skb, attempt);
        if (attempt != Attempt::Sent)
        {
            break;
        }
        m_recovery.CountResent(skb->segs);
        restartTimer =
            restartTimer || (skb == head && m_recovery.GetTimer() != LinuxTimer::Reordering);
    }
    if (restartTimer)
    {
        m_recovery.RestartRto();
    }
    BytesInFlight();
    m_inXmit = false;
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

} // namespace ns3
