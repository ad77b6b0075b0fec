/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-nic-queue.h"

#include "linux-nic.h"

#include "ns3/abort.h"
#include "ns3/address.h"
#include "ns3/csma-channel.h"
#include "ns3/csma-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNicQueue");

NS_OBJECT_ENSURE_REGISTERED(LinuxNicQueue);

namespace
{

constexpr uint16_t ETHERTYPE_IPV4 = 0x0800; //!< EtherType of IPv4
constexpr uint16_t ETHERTYPE_ARP = 0x0806;  //!< EtherType of ARP
constexpr uint16_t ETHERTYPE_IPV6 = 0x86DD; //!< EtherType of IPv6

} // namespace

TypeId
LinuxNicQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxNicQueue")
                            .SetParent<Queue<Packet>>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxNicQueue>();
    return tid;
}

LinuxNicQueue::LinuxNicQueue()
    : NS_LOG_TEMPLATE_DEFINE("LinuxNicQueue")
{
}

LinuxNicQueue::~LinuxNicQueue()
{
}

bool
LinuxNicQueue::IsSupported(Ptr<NetDevice> device)
{
    return DynamicCast<PointToPointNetDevice>(device) || DynamicCast<CsmaNetDevice>(device);
}

void
LinuxNicQueue::Attach(Ptr<NetDevice> device, Ptr<LinuxNic> nic)
{
    m_device = PeekPointer(device);
    m_nic = PeekPointer(nic);
    m_pointToPoint = PeekPointer(DynamicCast<PointToPointNetDevice>(device));
    m_csma = PeekPointer(DynamicCast<CsmaNetDevice>(device));
    NS_ASSERT_MSG(m_pointToPoint || m_csma, "unsupported device");

    nic->Attach(device,
                m_csma ? LinuxSegmenter::Link::ETHERNET_FCS : LinuxSegmenter::Link::PPP,
                false,
                MakeCallback(&LinuxNicQueue::Start, this));
    nic->SetDelivery(MakeCallback(&LinuxNicQueue::Deliver, this),
                     MakeCallback(&LinuxNicQueue::Interpose, this));
    ReadLinkRate();
    // The traces keep the queue alive as long as the device can call it.
    Ptr<LinuxNicQueue> self(this);
    device->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&LinuxNicQueue::TxEnd, self));
    device->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&LinuxNicQueue::TxRefused, self));
    nic->TraceConnectWithoutContext("Drop", MakeCallback(&LinuxNicQueue::Dropped, self));
    if (m_csma)
    {
        // PhyRxEnd sees the frames of all stations; MacRx only those for this one.
        device->TraceConnectWithoutContext("MacRx", MakeCallback(&LinuxNicQueue::RxEnd, self));
        device->TraceConnectWithoutContext("PhyTxDrop", MakeCallback(&LinuxNicQueue::TxDrop, self));
        m_csma->SetQueue(self);
    }
    else
    {
        device->TraceConnectWithoutContext("PhyRxEnd", MakeCallback(&LinuxNicQueue::RxEnd, self));
        m_pointToPoint->SetQueue(self);
    }
}

void
LinuxNicQueue::DoDispose()
{
    m_nic = nullptr;
    m_device = nullptr;
    m_pointToPoint = nullptr;
    m_csma = nullptr;
    m_startFrame = nullptr;
    Queue<Packet>::DoDispose();
}

void
LinuxNicQueue::ReadLinkRate()
{
    if (m_csma)
    {
        if (Ptr<CsmaChannel> channel = DynamicCast<CsmaChannel>(m_csma->GetChannel()))
        {
            const DataRate rate = channel->GetDataRate();
            m_nic->SetLinkRate(rate, rate.CalculateBytesTxTime(LinuxNic::ETHERNET_GAP));
        }
        return;
    }
    DataRateValue rate;
    TimeValue gap;
    m_pointToPoint->GetAttribute("DataRate", rate);
    m_pointToPoint->GetAttribute("InterframeGap", gap);
    m_nic->SetLinkRate(rate.Get(), gap.Get());
}

void
LinuxNicQueue::UpdateCounts()
{
    m_nPackets = m_nic->GetWaitingFrames() + (m_startFrame ? 1 : 0);
    m_nBytes = m_nic->GetWaitingBytes() + (m_startFrame ? m_startFrame->GetSize() : 0);
}

bool
LinuxNicQueue::Enqueue(Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    if (!m_nic)
    {
        return false;
    }
    if (m_starting)
    {
        m_startFrame = packet;
        UpdateCounts();
        return true;
    }
    m_accepting = true;
    const bool accepted = m_nic->Accept(packet);
    m_accepting = false;
    if (accepted)
    {
        UpdateCounts();
    }
    return accepted;
}

Ptr<Packet>
LinuxNicQueue::Dequeue()
{
    if (!m_nic)
    {
        return nullptr;
    }
    Ptr<Packet> frame = m_startFrame ? m_startFrame : m_nic->NextFrame();
    m_startFrame = nullptr;
    if (!frame)
    {
        return nullptr;
    }
    // Through the base class for its traces and statistics.
    UpdateCounts();
    DoEnqueue(GetContainer().begin(), frame);
    return DoDequeue(GetContainer().begin());
}

Ptr<Packet>
LinuxNicQueue::Remove()
{
    if (m_nic)
    {
        m_startFrame = nullptr;
        m_nic->Flush();
        UpdateCounts();
    }
    return nullptr;
}

Ptr<const Packet>
LinuxNicQueue::Peek() const
{
    if (m_startFrame || !m_nic)
    {
        return m_startFrame;
    }
    return m_nic->PeekFrame();
}

void
LinuxNicQueue::Start()
{
    NS_LOG_FUNCTION(this);
    // A stock device takes a frame from its queue only when a packet is sent or a frame has ended.
    // So the frame goes through Send, without the link header that the device adds.
    LinuxSegmenter::LinkAddress address;
    Ptr<Packet> frame = m_nic->NextFrame(address);
    if (!frame)
    {
        return;
    }
    m_starting = true;
    const bool sent =
        m_csma ? m_csma->SendFrom(frame, address.source, address.destination, address.protocol)
               : m_pointToPoint->Send(frame, m_pointToPoint->GetBroadcast(), address.protocol);
    m_starting = false;
    if (!sent)
    {
        m_nic->FrameFinished(); // refused: it will never be on the wire
    }
    UpdateCounts();
}

void
LinuxNicQueue::TxEnd(Ptr<const Packet> /* packet */)
{
    if (!m_nic)
    {
        return;
    }
    if (m_pointToPoint)
    {
        const Time difference = Simulator::Now() - m_nic->GetFrameEnd();
        if (Abs(difference).GetTimeStep() > 2)
        {
            ReadLinkRate(); // it was changed
        }
    }
    m_nic->FrameFinished();
    UpdateCounts(); // the ring may have been refilled since the last frame
}

void
LinuxNicQueue::TxDrop(Ptr<const Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    if (m_nic)
    {
        m_nic->FrameFinished();
        UpdateCounts();
        Simulator::ScheduleNow(&LinuxNicQueue::AfterTxDrop, Ptr<LinuxNicQueue>(this));
    }
}

void
LinuxNicQueue::AfterTxDrop()
{
    if (!m_nic || m_nic->IsFrameOnWire())
    {
        return;
    }
    if (!m_csma->IsSendEnabled())
    {
        m_nic->Flush();
        UpdateCounts();
    }
    else if (m_nic->GetWaitingFrames() > 0)
    {
        Start();
    }
}

void
LinuxNicQueue::RxEnd(Ptr<const Packet> /* packet */)
{
    if (m_nic)
    {
        m_nic->FrameArrived();
    }
}

void
LinuxNicQueue::Interpose()
{
    NS_LOG_FUNCTION(this);
    Ptr<LinuxNicQueue> self(this);
    m_device->SetReceiveCallback(MakeCallback(&LinuxNicQueue::RxUp, self));
}

bool
LinuxNicQueue::RxUp(Ptr<NetDevice> /* device */,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from)
{
    if (m_nic)
    {
        m_nic->Receive(packet, protocol, from);
    }
    return true;
}

void
LinuxNicQueue::Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    Ptr<Node> node = m_device->GetNode();
    Ptr<TrafficControlLayer> tc = node->GetObject<TrafficControlLayer>();
    bool expected = false; // the layer stops the simulation when it does not know a protocol
    switch (protocol)
    {
    case ETHERTYPE_IPV4:
    case ETHERTYPE_ARP:
        if (Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>())
        {
            expected = ipv4->GetInterfaceForDevice(m_device) >= 0;
        }
        break;
    case ETHERTYPE_IPV6:
        if (Ptr<Ipv6> ipv6 = node->GetObject<Ipv6>())
        {
            expected = ipv6->GetInterfaceForDevice(m_device) >= 0;
        }
        break;
    default:
        break;
    }
    if (tc && expected)
    {
        tc->Receive(m_device,
                    packet,
                    protocol,
                    from,
                    m_device->GetAddress(),
                    NetDevice::PACKET_HOST);
    }
    else
    {
        NS_LOG_LOGIC("node " << node->GetId() << " has no use for protocol " << protocol);
    }
}

void
LinuxNicQueue::TxRefused(Ptr<const Packet> packet)
{
    if (m_nic)
    {
        m_nic->Refuse(packet);
    }
}

void
LinuxNicQueue::Dropped(Ptr<const Packet> packet)
{
    Ptr<Packet> item = ConstCast<Packet>(packet);
    if (m_accepting)
    {
        DropBeforeEnqueue(item);
    }
    else
    {
        DropAfterDequeue(item);
    }
}

} // namespace ns3
