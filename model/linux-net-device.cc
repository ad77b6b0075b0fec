/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-net-device.h"

#include "linux-attribute-range.h"
#include "linux-net-device-channel.h"
#include "linux-nic.h"
#include "linux-ns3-compat.h"
#include "linux-segmenter.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LinuxNetDevice);

namespace
{

/// Smallest frame of Ethernet, without FCS.
constexpr uint32_t MIN_ETHERNET_FRAME = 60;
/// Preamble, FCS and gap of Ethernet.
constexpr uint32_t ETHERNET_OVERHEAD = 24;

} // namespace

TypeId
LinuxNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("LinuxTcp")
            .AddConstructor<LinuxNetDevice>()
            .AddAttribute("Mtu",
                          "The largest IP packet in bytes, 68 (the least of IPv4) to 65535.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&LinuxNetDevice::SetMtu, &LinuxNetDevice::GetMtu),
                          MakeRangeChecker("ns3::LinuxNetDevice::Mtu", 68, 65535))
            .AddAttribute("Address",
                          "The MAC address of this device.",
                          Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                          MakeMac48AddressAccessor(&LinuxNetDevice::m_address),
                          MakeMac48AddressChecker())
            .AddAttribute(
                "DataRate",
                "The speed of the link.",
                DataRateValue(DataRate("100Mb/s")),
                MakeDataRateAccessor(&LinuxNetDevice::SetDataRate, &LinuxNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute("Framing",
                          "Ethernet: 14-byte header; preamble, FCS, gap and the minimum size count "
                          "as time on the link. Ppp: the 2-byte header of PointToPointNetDevice, "
                          "nothing else.",
                          EnumValue(ETHERNET),
                          LINUX_TCP_ENUM_ACCESSOR(Framing,
                                                  &LinuxNetDevice::SetFraming,
                                                  &LinuxNetDevice::GetFraming),
                          MakeEnumChecker(ETHERNET, "Ethernet", PPP, "Ppp"))
            .AddAttribute("ReceiveErrorModel",
                          "The model of losses on receipt.",
                          PointerValue(),
                          MakePointerAccessor(&LinuxNetDevice::m_receiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A packet has come from above, with its link header.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet was dropped before transmission.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A frame goes up to a promiscuous listener.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame goes up.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A frame begins its serialisation.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "A frame has ended its serialisation.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_phyTxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxDrop",
                            "A frame was lost because nothing is at the other end.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_phyTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A frame was received.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame was lost on receipt.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "Frames sent and received, for captures.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "Frames sent and received, for captures.",
                            MakeTraceSourceAccessor(&LinuxNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

LinuxNetDevice::LinuxNetDevice()
{
    NS_LOG_FUNCTION(this);
}

LinuxNetDevice::~LinuxNetDevice()
{
    NS_LOG_FUNCTION(this);
}

void
LinuxNetDevice::NotifyConstructionCompleted()
{
    NetDevice::NotifyConstructionCompleted();
    AggregateObject(CreateObject<NetDeviceQueueInterface>());
    Ptr<LinuxNic> nic = CreateObject<LinuxNic>();
    AggregateObject(nic);
    m_nic = PeekPointer(nic);
    ConfigureNic();
    m_nic->SetDelivery(MakeCallback(&LinuxNetDevice::Deliver, this), Callback<void>());
    m_nic->TraceConnectWithoutContext("Drop", MakeCallback(&LinuxNetDevice::NicDropped, this));
}

void
LinuxNetDevice::ConfigureNic()
{
    if (m_nic)
    {
        const bool ethernet = m_framing == ETHERNET;
        m_nic->Attach(this,
                      ethernet ? LinuxSegmenter::Link::ETHERNET : LinuxSegmenter::Link::PPP,
                      ethernet,
                      MakeCallback(&LinuxNetDevice::StartNext, this));
        m_nic->SetLinkRate(m_rate, Time(0));
    }
}

void
LinuxNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_txEvent.Cancel();
    m_onWire = nullptr;
    m_linkUp = false;
    m_node = nullptr;
    m_channel = nullptr;
    m_receiveErrorModel = nullptr;
    m_rxCallback.Nullify();
    m_promiscCallback.Nullify();
    NetDevice::DoDispose();
}

void
LinuxNetDevice::Attach(Ptr<LinuxNetDeviceChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    m_channel = channel;
    m_channel->Attach(this);
    SetLinkUp(true);
}

Ptr<LinuxNic>
LinuxNetDevice::GetNic() const
{
    return m_nic;
}

LinuxNetDevice::Framing
LinuxNetDevice::GetFraming() const
{
    return m_framing;
}

void
LinuxNetDevice::SetFraming(Framing framing)
{
    NS_ABORT_MSG_IF(m_nic && framing != m_framing && m_nic->GetRingOccupancy() > 0,
                    "ns3::LinuxNetDevice::Framing cannot change while frames are queued");
    m_framing = framing;
    ConfigureNic();
}

void
LinuxNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0,
                    "ns3::LinuxNetDevice::DataRate is 0bps; its range is more than 0bps");
    m_rate = rate;
    m_tickRest = rate.GetBitRate() / 2;
    ConfigureNic();
}

DataRate
LinuxNetDevice::GetDataRate() const
{
    return m_rate;
}

void
LinuxNetDevice::SetReceiveErrorModel(Ptr<ErrorModel> model)
{
    m_receiveErrorModel = model;
}

void
LinuxNetDevice::SetLinkUp(bool up)
{
    NS_LOG_FUNCTION(this << up);
    NS_ABORT_MSG_IF(up && !m_channel, "LinuxNetDevice: no channel is attached");
    if (m_linkUp == up)
    {
        return;
    }
    m_linkUp = up;
    if (!up)
    {
        m_nic->Flush();
    }
    m_linkChange();
}

// --- transmit -------------------------------------------------------------------------------

bool
LinuxNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, m_address, dest, protocolNumber);
}

bool
LinuxNetDevice::SendFrom(Ptr<Packet> packet,
                         const Address& source,
                         const Address& dest,
                         uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocolNumber);
    const bool hasHeader =
        m_framing == ETHERNET || protocolNumber == 0x0800 || protocolNumber == 0x86DD;
    if (!m_linkUp || !hasHeader)
    {
        m_macTxDropTrace(packet);
        m_nic->Refuse(packet);
        return false;
    }
    LinuxSegmenter::LinkAddress address;
    address.source = Mac48Address::ConvertFrom(source);
    address.destination = Mac48Address::ConvertFrom(dest);
    address.protocol = protocolNumber;
    if (address.destination.IsBroadcast())
    {
        // IP does not resolve addresses on such a link: there is one station to go to.
        if (Ptr<LinuxNetDevice> peer = m_channel->GetPeer(this))
        {
            address.destination = peer->m_address;
        }
    }
    LinuxSegmenter::AddLink(packet,
                            m_framing == ETHERNET ? LinuxSegmenter::Link::ETHERNET
                                                  : LinuxSegmenter::Link::PPP,
                            address);
    m_macTxTrace(packet);
    if (!m_nic->Accept(packet))
    {
        return false; // NicDropped has traced it
    }
    StartNext();
    return true;
}

void
LinuxNetDevice::NicDropped(Ptr<const Packet> packet)
{
    m_macTxDropTrace(packet);
}

Time
LinuxNetDevice::TakeTxTime(uint32_t size)
{
    const uint32_t bytes =
        m_framing == ETHERNET ? std::max(size, MIN_ETHERNET_FRAME) + ETHERNET_OVERHEAD : size;
    const uint64_t rate = m_rate.GetBitRate();
    const auto ticksPerSecond = static_cast<uint64_t>(Seconds(1).GetTimeStep());
    if (ticksPerSecond > 1'000'000'000'000)
    {
        return m_rate.CalculateBytesTxTime(bytes); // finer than picoseconds: nothing to carry
    }
    if (m_busyUntil < Simulator::Now())
    {
        m_tickRest = rate / 2; // a new burst: round to the nearest tick
    }
    const uint64_t total = uint64_t{8} * bytes * ticksPerSecond + m_tickRest;
    m_tickRest = total % rate;
    return TimeStep(total / rate);
}

void
LinuxNetDevice::StartNext()
{
    if (m_onWire || !m_linkUp)
    {
        return;
    }
    Ptr<Packet> frame = m_nic->NextFrame();
    if (!frame)
    {
        return;
    }
    m_onWire = frame;
    const Time txTime = TakeTxTime(frame->GetSize());
    m_busyUntil = Simulator::Now() + txTime;
    m_txEvent = Simulator::Schedule(txTime, &LinuxNetDevice::TransmitComplete, this);
    m_snifferTrace(frame);
    m_promiscSnifferTrace(frame);
    m_phyTxBeginTrace(frame);
    if (m_channel->GetNDevices() == 2)
    {
        m_channel->TransmitStart(frame, this, txTime);
    }
    else
    {
        m_phyTxDropTrace(frame);
    }
}

void
LinuxNetDevice::TransmitComplete()
{
    Ptr<Packet> frame = m_onWire;
    m_onWire = nullptr;
    m_phyTxEndTrace(frame);
    m_nic->FrameFinished();
    StartNext();
}

// --- receive --------------------------------------------------------------------------------

void
LinuxNetDevice::Receive(Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    if (!m_linkUp || (m_receiveErrorModel && m_receiveErrorModel->IsCorrupt(packet)))
    {
        m_phyRxDropTrace(packet);
        return;
    }
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
    m_phyRxEndTrace(packet);
    m_nic->FrameArrived();

    Ptr<Packet> original = packet->Copy();
    LinuxSegmenter::LinkAddress address = LinuxSegmenter::RemoveLink(
        packet,
        m_framing == ETHERNET ? LinuxSegmenter::Link::ETHERNET : LinuxSegmenter::Link::PPP);
    if (m_framing == PPP)
    {
        address.source = m_channel->GetPeer(this)->m_address;
        address.destination = m_address;
    }
    if (!m_promiscCallback.IsNull())
    {
        m_macPromiscRxTrace(original);
        m_promiscCallback(this,
                          packet,
                          address.protocol,
                          address.source,
                          address.destination,
                          PACKET_HOST);
    }
    m_macRxTrace(original);
    m_nic->Receive(packet, address.protocol, address.source);
}

void
LinuxNetDevice::Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    if (!m_rxCallback.IsNull())
    {
        m_rxCallback(this, packet, protocol, from);
    }
}

// --- the rest of NetDevice ------------------------------------------------------------------

void
LinuxNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
LinuxNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
LinuxNetDevice::GetChannel() const
{
    return m_channel;
}

void
LinuxNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
LinuxNetDevice::GetAddress() const
{
    return m_address;
}

bool
LinuxNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
LinuxNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
LinuxNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
LinuxNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
LinuxNetDevice::IsBroadcast() const
{
    return true;
}

Address
LinuxNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
LinuxNetDevice::IsMulticast() const
{
    return true;
}

Address
LinuxNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
LinuxNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
LinuxNetDevice::IsPointToPoint() const
{
    return true;
}

bool
LinuxNetDevice::IsBridge() const
{
    return false;
}

Ptr<Node>
LinuxNetDevice::GetNode() const
{
    return m_node;
}

void
LinuxNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
LinuxNetDevice::NeedsArp() const
{
    return false;
}

void
LinuxNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
LinuxNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
LinuxNetDevice::SupportsSendFrom() const
{
    return m_framing == ETHERNET;
}

} // namespace ns3
