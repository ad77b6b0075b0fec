/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The receiving end: what is offered, when it is acknowledged, and what reading changes.

#include "linux-gro-tag.h"
#include "linux-tcp-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-interface.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpReceive");

namespace
{

/// A FIN is repeated for so long. Linux's eight retries of an orphan take about as long.
const Time ORPHAN_TIMEOUT = Seconds(100);

/// Bytes that the timestamp option takes in every segment.
constexpr uint32_t TIMESTAMP_ROOM = 12;

} // namespace

void
LinuxTcpSocket::SetRcvBufSize(uint32_t size)
{
    TcpSocketBase::SetRcvBufSize(size);
    m_rcvBufSet = m_rcvBufSet || m_constructed;
}

uint32_t
LinuxTcpSocket::GetFullSegment() const
{
    return GetAdvmss() - (m_timestampEnabled ? TIMESTAMP_ROOM : 0);
}

void
LinuxTcpSocket::SetupReceiver()
{
    LinuxRules::ReceiveWindowConfig config;
    if (m_rcvBufSet)
    {
        // SO_RCVBUF: a fixed buffer, whose bytes ns-3 counts without overhead.
        config.buffer = GetRcvBufSize();
        config.bufferMax = config.buffer;
        config.autotune = false;
        config.advWinScale = 0;
    }
    else
    {
        config.buffer = std::min(m_rmemDefault, m_rmemMax);
        config.bufferMax = m_rmemMax;
        config.autotune = m_moderateRcvbuf;
        config.advWinScale = m_advWinScale;
        // The window decides what may come; the base class derives the window scale from this.
        m_tcb->m_rxBuffer->SetMaxBufferSize(m_rmemMax);
    }
    config.overhead = m_skbOverhead;
    config.maxTcpHeader = m_maxTcpHeader;
    m_rcvWindow = LinuxRules::ReceiveWindow(config);
    m_ackPolicy = LinuxRules::AckPolicy();
    // A SYN+ACK knows whether timestamps take their room; a SYN does not.
    const uint32_t mss = m_state == SYN_RCVD ? GetFullSegment() : GetAdvmss();
    m_rcvWindow.OfferInitial(m_rcvBufSet ? 0 : mss);
    m_rcvSetUp = true;
}

void
LinuxTcpSocket::StartReceiver()
{
    if (!m_rcvSetUp)
    {
        SetupReceiver();
    }
    if (!m_rcvStarted)
    {
        m_rcvStarted = true;
        m_rcvWindow.Start(Simulator::Now().GetMicroSeconds(),
                          m_tcb->m_rxBuffer->NextRxSequence().GetValue(),
                          m_winScalingEnabled ? m_rcvWindShift : 0,
                          GetFullSegment());
    }
}

uint16_t
LinuxTcpSocket::AdvertisedWindowSize(bool scale) const
{
    // Offering a window changes what the next one may be; the base class asks once per packet.
    auto self = const_cast<LinuxTcpSocket*>(this);
    uint32_t window;
    if (m_state < ESTABLISHED)
    {
        if (!m_rcvSetUp)
        {
            self->SetupReceiver();
        }
        window = m_rcvWindow.GetOffered();
    }
    else
    {
        self->StartReceiver();
        window = m_tcb->m_rxBuffer->GotFin()
                     ? m_advWnd.Get()
                     : self->m_rcvWindow.Offer(m_tcb->m_rxBuffer->NextRxSequence().GetValue(),
                                               m_ackPolicy.GetRcvMss(),
                                               m_tcb->m_rxBuffer->Size());
    }
    if (window != m_advWnd)
    {
        self->m_advWnd = window;
    }
    if (scale && m_winScalingEnabled)
    {
        window >>= m_rcvWindShift;
    }
    return static_cast<uint16_t>(std::min<uint32_t>(window, m_maxWinSize));
}

void
LinuxTcpSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    NS_LOG_FUNCTION(this << packet->GetSize());
    StartReceiver();
    Ptr<TcpRxBuffer> buffer = m_tcb->m_rxBuffer;
    const SequenceNumber32 expected = buffer->NextRxSequence();
    const uint32_t size = packet->GetSize();
    LinuxGroTag merged; // of one segment unless GRO has merged several
    const bool isMerged = packet->RemovePacketTag(merged);
    const SequenceNumber32 start = tcpHeader.GetSequenceNumber();
    const SequenceNumber32 end = start + size;
    m_sacks.ClearDuplicate();
    if (!buffer->Add(packet, tcpHeader))
    {
        if (size > 0)
        {
            // Seen before, or no room: the peer should learn where we are.
            if (end <= expected)
            {
                NoteDuplicate(start, end);
            }
            else if (start > expected && end <= buffer->MaxRxSequence())
            {
                NoteDuplicate(start, end);
                m_sacks.Add(start.GetValue(), end.GetValue());
            }
            m_ackPolicy.EnterQuickMode(m_rcvWindow.GetOffered());
        }
        AcknowledgeNow();
        return;
    }
    const SequenceNumber32 next = buffer->NextRxSequence();
    const bool inOrder = next > expected;
    if (start < expected)
    {
        NoteDuplicate(start, expected);
    }
    if (!inOrder)
    {
        m_sacks.Add(start.GetValue(), std::min(end, buffer->MaxRxSequence()).GetValue());
    }
    else
    {
        m_sacks.Advance(next.GetValue());
        MeasureData(tcpHeader,
                    size,
                    isMerged ? merged.GetSegs() : 1,
                    isMerged ? merged.GetGsoSize() : size,
                    next);
    }
    const bool holes = buffer->Size() > buffer->Available();
    const bool filled = next > end;
    if (holes || filled || IsAckDue())
    {
        AcknowledgeNow();
    }
    else
    {
        DelayAck();
    }
    if (!inOrder)
    {
        return;
    }
    const bool wasOpen = m_state == ESTABLISHED;
    if (!m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    // The FIN may have come before this data. Behind our own FIN the base class looks for itself.
    if (!wasOpen || !buffer->Finished() || (tcpHeader.GetFlags() & TcpHeader::FIN))
    {
        return;
    }
    if (m_state == FIN_WAIT_1)
    {
        m_state = CLOSING; // the application closed when it had read the last byte
        SendAck();
    }
    else if (m_state == ESTABLISHED)
    {
        DoPeerClose();
    }
}

void
LinuxTcpSocket::MeasureData(const TcpHeader& tcpHeader,
                            uint32_t size,
                            uint32_t segs,
                            uint32_t segmentSize,
                            SequenceNumber32 next)
{
    const int64_t nowUs = Simulator::Now().GetMicroSeconds();
    if (m_timestampEnabled && tcpHeader.HasOption(TcpOption::TS))
    {
        auto timestamps = DynamicCast<const TcpOptionTS>(tcpHeader.GetOption(TcpOption::TS));
        const uint32_t echo = timestamps->GetEcho();
        if (echo != m_lastEcho && size >= m_ackPolicy.GetRcvMss())
        {
            // The timestamp clock has steps of 1 ms.
            const uint32_t elapsed = TcpOptionTS::NowToTsValue() - echo;
            m_rcvWindow.OnTimestampRtt(std::max(elapsed, 1U) * 1000);
        }
        m_lastEcho = echo;
    }
    m_ackPolicy.OnData(Simulator::Now().GetMilliSeconds(),
                       segmentSize,
                       (tcpHeader.GetFlags() & TcpHeader::PSH) != 0,
                       GetFullSegment(),
                       tcpHeader.GetLength() * 4,
                       m_rcvWindow.GetOffered(),
                       m_rto.Get().GetMilliSeconds());
    if (m_rcvWindow.OnData(nowUs,
                           next.GetValue(),
                           size,
                           segs,
                           m_ackPolicy.GetRcvMss(),
                           m_tcb->m_rxBuffer->Size()))
    {
        m_ackPolicy.OnWindowGrowth();
    }
}

bool
LinuxTcpSocket::IsAckDue() const
{
    const uint32_t rcvNxt = m_tcb->m_rxBuffer->NextRxSequence().GetValue();
    const uint32_t free = m_rcvWindow.Free(m_ackPolicy.GetRcvMss(), m_tcb->m_rxBuffer->Size());
    return m_ackPolicy.IsDue(m_rcvWindow.GetUnacknowledged(rcvNxt),
                             free >= m_rcvWindow.GetOffered());
}

void
LinuxTcpSocket::AcknowledgeNow()
{
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
    SendAck();
}

void
LinuxTcpSocket::SendAck()
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_CE_RCVD ||
        m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        SendEmptyPacket(TcpHeader::ACK | TcpHeader::ECE);
        m_tcb->m_ecnState = TcpSocketState::ECN_SENDING_ECE;
    }
    else
    {
        SendEmptyPacket(TcpHeader::ACK);
    }
}

void
LinuxTcpSocket::DelayAck()
{
    const Time delay = MilliSeconds(m_ackPolicy.GetDelay(m_rttEstimator.GetSrttUs()));
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (!m_delAckEvent.IsExpired())
    {
        const Time left = Simulator::GetDelayLeft(m_delAckEvent);
        if (left <= delay / 4)
        {
            SendAck(); // the timer is about to do so
            return;
        }
        if (left <= delay)
        {
            return;
        }
        m_delAckEvent.Cancel();
    }
    m_delAckEvent = Simulator::Schedule(delay, &LinuxTcpSocket::DelAckTimeout, this);
}

void
LinuxTcpSocket::DelAckTimeout()
{
    m_ackPolicy.OnDelayPassed(m_rto.Get().GetMilliSeconds());
    TcpSocketBase::DelAckTimeout();
}

void
LinuxTcpSocket::SendEmptyPacket(uint8_t flags)
{
    // The last SYN retry drops the connection, and with it perhaps the last reference.
    Ptr<LinuxTcpSocket> self(this);
    if ((flags & TcpHeader::FIN) && !m_finSent)
    {
        m_finSent = true;
        m_finTime = Simulator::Now();
    }
    if ((flags & TcpHeader::FIN) && Simulator::Now() - m_finTime > ORPHAN_TIMEOUT)
    {
        // The base class would repeat it for ever.
        NotifyErrorClose();
        m_state = CLOSED;
        DeallocateEndPoint();
        return;
    }
    const bool isPure = (flags & ~TcpHeader::ECE) == TcpHeader::ACK && m_state >= ESTABLISHED;
    if (!isPure)
    {
        TcpSocketBase::SendEmptyPacket(flags);
    }
    else if (m_endPoint || m_endPoint6)
    {
        SendPureAck(flags);
    }
    if (flags & TcpHeader::ACK)
    {
        m_ackPolicy.OnAckSent();
    }
}

void
LinuxTcpSocket::SendPureAck(uint8_t flags)
{
    Ptr<Packet> packet = Create<Packet>();
    LINUX_TCP_ADD_ACK_TAGS(packet);
    TcpHeader header;
    header.SetFlags(flags);
    const bool finSent = m_state == FIN_WAIT_1 || m_state == LAST_ACK || m_state == CLOSING;
    header.SetSequenceNumber(m_tcb->m_nextTxSequence.Get() + (finSent ? 1 : 0));
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    AddOptions(header);
    if (m_sackEnabled && !m_sacks.IsEmpty())
    {
        AddSacks(header);
    }
    header.SetWindowSize(AdvertisedWindowSize());
    m_highTxAck = std::max(m_highTxAck, header.GetAckNumber());
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    SendToPeer(packet, header);
}

void
LinuxTcpSocket::AddSacks(TcpHeader& header)
{
    constexpr std::size_t OPTION_HEADER = 2;
    constexpr std::size_t OPTION_BLOCK = 8;
    const std::size_t room = header.GetMaxOptionLength() - header.GetOptionLength();
    std::array<LinuxRules::SackList::Block, LinuxRules::SackList::MAX_BLOCKS> blocks;
    const std::size_t count = m_sacks.Take(blocks, (room - OPTION_HEADER) / OPTION_BLOCK);
    Ptr<TcpOptionSack> option = CreateObject<TcpOptionSack>();
    for (std::size_t i = 0; i < count; ++i)
    {
        option->AddSackBlock({SequenceNumber32(blocks[i].start), SequenceNumber32(blocks[i].end)});
    }
    header.AppendOption(option);
}

void
LinuxTcpSocket::NoteDuplicate(SequenceNumber32 start, SequenceNumber32 end)
{
    if (m_dsack)
    {
        m_sacks.SetDuplicate(start.GetValue(), end.GetValue());
    }
}

void
LinuxTcpSocket::NoteOldData(Ptr<const Packet> packet)
{
    TcpHeader header;
    const uint32_t headerSize = packet->PeekHeader(header);
    const uint32_t size = packet->GetSize() - headerSize;
    const SequenceNumber32 end = header.GetSequenceNumber() + size;
    // The base class drops it, with an ACK.
    if (size > 0 && m_rcvStarted && end < m_tcb->m_rxBuffer->NextRxSequence())
    {
        NoteDuplicate(header.GetSequenceNumber(), end);
        m_ackPolicy.EnterQuickMode(m_rcvWindow.GetOffered());
    }
}

void
LinuxTcpSocket::ReceiveV4(Ptr<Packet> packet,
                          Ipv4Header header,
                          uint16_t port,
                          Ptr<Ipv4Interface> interface)
{
    NoteOldData(packet);
    ForwardUp(packet, header, port, interface);
}

void
LinuxTcpSocket::ReceiveV6(Ptr<Packet> packet,
                          Ipv6Header header,
                          uint16_t port,
                          Ptr<Ipv6Interface> interface)
{
    NoteOldData(packet);
    ForwardUp6(packet, header, port, interface);
}

void
LinuxTcpSocket::TakeCallbacks()
{
    Ptr<LinuxTcpSocket> self(this);
    if (m_endPoint)
    {
        m_endPoint->SetRxCallback(MakeCallback(&LinuxTcpSocket::ReceiveV4, self));
    }
    if (m_endPoint6)
    {
        m_endPoint6->SetRxCallback(MakeCallback(&LinuxTcpSocket::ReceiveV6, self));
    }
}

Ptr<Packet>
LinuxTcpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Ptr<Packet> packet = TcpSocketBase::Recv(maxSize, flags);
    if (packet && packet->GetSize() > 0 && m_rcvStarted)
    {
        m_rcvWindow.OnRead(Simulator::Now().GetMicroSeconds(), packet->GetSize());
        if (m_state == ESTABLISHED || m_state == FIN_WAIT_1 || m_state == FIN_WAIT_2)
        {
            AckAfterRead();
        }
    }
    return packet;
}

void
LinuxTcpSocket::AckAfterRead()
{
    const uint32_t rcvNxt = m_tcb->m_rxBuffer->NextRxSequence().GetValue();
    bool due = m_ackPolicy.IsDueAfterRead(m_rcvWindow.GetUnacknowledged(rcvNxt),
                                          m_tcb->m_rxBuffer->Size() == 0);
    const uint32_t left = m_rcvWindow.GetLeft(rcvNxt);
    if (!due && 2 * uint64_t{left} <= m_rcvWindow.GetClamp())
    {
        // Tell the peer when the window has at least doubled.
        const uint32_t free = m_rcvWindow.Free(m_ackPolicy.GetRcvMss(), m_tcb->m_rxBuffer->Size());
        due = free > 0 && free >= 2 * uint64_t{left};
    }
    if (due)
    {
        AcknowledgeNow();
    }
}

} // namespace ns3
