/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-egress.h"

#include "linux-nic.h"
#include "linux-segmenter.h"
#include "linux-skb-tag.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/ndisc-cache.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxEgress");

NS_OBJECT_ENSURE_REGISTERED(LinuxEgress);

namespace
{

/// How often skbs behind an unresolved address are looked after. Address resolution gives up
/// after seconds.
const Time AUDIT_INTERVAL = MilliSeconds(100);

/**
 * @brief Get the next hop of a route.
 * @param route the route
 * @param destination the destination address
 * @return the gateway, or the destination when it is on the link
 */
Ipv4Address
NextHop(const Ptr<Ipv4Route>& route, const Ipv4Address& destination)
{
    return route->GetGateway() == Ipv4Address::GetZero() ? destination : route->GetGateway();
}

/// @copydoc NextHop
Ipv6Address
NextHop(const Ptr<Ipv6Route>& route, const Ipv6Address& destination)
{
    return route->GetGateway() == Ipv6Address::GetZero() ? destination : route->GetGateway();
}

} // namespace

TypeId
LinuxEgress::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxEgress")
                            .SetParent<Object>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxEgress>();
    return tid;
}

Ptr<LinuxEgress>
LinuxEgress::Get(Ptr<Node> node)
{
    Ptr<LinuxEgress> egress = node->GetObject<LinuxEgress>();
    if (!egress)
    {
        egress = CreateObject<LinuxEgress>();
        egress->Install(node);
        node->AggregateObject(egress);
    }
    return egress;
}

void
LinuxEgress::Install(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node->GetId());
    Ptr<TcpL4Protocol> tcp = node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_IF(!tcp,
                    "LinuxTcp: node " << node->GetId()
                                      << " has no TCP; install the internet stack "
                                         "(InternetStackHelper::Install) first");
    m_node = node;
    m_ledger = LinuxTxLedger::Get(node);
    m_trafficControl = node->GetObject<TrafficControlLayer>();
    if (m_trafficControl)
    {
        m_trafficControl->TraceConnectWithoutContext(
            "TcDrop",
            MakeCallback(&LinuxEgress::PacketDropped, this));
    }
    if (Ptr<ArpL3Protocol> arp = node->GetObject<ArpL3Protocol>())
    {
        arp->TraceConnectWithoutContext("Drop", MakeCallback(&LinuxEgress::PacketDropped, this));
    }
    m_down4 = tcp->GetDownTarget();
    m_down6 = tcp->GetDownTarget6();
    if (!m_down4.IsNull())
    {
        tcp->SetDownTarget(MakeCallback(&LinuxEgress::SendIpv4, this));
    }
    if (!m_down6.IsNull())
    {
        tcp->SetDownTarget6(MakeCallback(&LinuxEgress::SendIpv6, this));
    }
}

void
LinuxEgress::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_audit.Cancel();
    m_waiting.clear();
    m_ports.clear();
    m_down4.Nullify();
    m_down6.Nullify();
    m_currentAccount = nullptr;
    m_trafficControl = nullptr;
    m_ledger = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

Ptr<LinuxTxLedger>
LinuxEgress::GetLedger() const
{
    return m_ledger;
}

Ptr<LinuxNic>
LinuxEgress::GetNic(Ptr<NetDevice> device)
{
    return device ? device->GetObject<LinuxNic>() : nullptr;
}

void
LinuxEgress::Begin(uint64_t handle)
{
    NS_ASSERT_MSG(!m_current, "an skb is being handed over already");
    m_announced = handle;
    m_current = handle;
    m_currentAccount = m_ledger->GetAccount(handle);
    m_result = Result::SENT;
}

LinuxEgress::Result
LinuxEgress::Finish()
{
    NS_ASSERT_MSG(m_current, "no skb was announced");
    if (m_announced)
    {
        // TCP did not even call the hook.
        m_announced = 0;
        m_ledger->Release(m_current);
        m_result = Result::FAILED;
    }
    m_current = 0;
    m_currentAccount = nullptr;
    return m_result;
}

void
LinuxEgress::SendIpv4(Ptr<Packet> packet,
                      Ipv4Address source,
                      Ipv4Address destination,
                      uint8_t protocol,
                      Ptr<Ipv4Route> route)
{
    if (const uint64_t handle = m_announced)
    {
        m_announced = 0;
        SendSkb(m_down4, handle, packet, source, destination, protocol, route);
    }
    else
    {
        m_down4(packet, source, destination, protocol, route);
    }
}

void
LinuxEgress::SendIpv6(Ptr<Packet> packet,
                      Ipv6Address source,
                      Ipv6Address destination,
                      uint8_t protocol,
                      Ptr<Ipv6Route> route)
{
    if (const uint64_t handle = m_announced)
    {
        m_announced = 0;
        SendSkb(m_down6, handle, packet, source, destination, protocol, route);
    }
    else
    {
        m_down6(packet, source, destination, protocol, route);
    }
}

template <class Address, class Route, class Down>
void
LinuxEgress::SendSkb(const Down& down,
                     uint64_t handle,
                     Ptr<Packet> packet,
                     const Address& source,
                     const Address& destination,
                     uint8_t protocol,
                     Ptr<Route> route)
{
    Ptr<NetDevice> device = route ? route->GetOutputDevice() : nullptr;
    if (!device)
    {
        down(packet, source, destination, protocol, route); // lets IP count and trace the drop
        m_ledger->Release(handle);
        m_result = Result::FAILED;
        return;
    }
    Port& port = GetPort(device);
    const bool local = IsLocal(device, destination);
    if (!port.nic || local)
    {
        // Nobody below reports a completion: segment here and release at hand-over.
        LinuxSkbTag tag;
        packet->RemovePacketTag(tag);
        LinuxSegmenter segmenter(packet, tag.GetGsoSize(), source, destination);
        for (uint32_t i = 0; i < segmenter.GetSegs(); ++i)
        {
            Ptr<Packet> segment = segmenter.MakeSegment(i);
            if (local)
            {
                // IP delivers to this node at once: the ACK must not arrive before the skb is
                // accounted for.
                Simulator::ScheduleNow([down, segment, source, destination, protocol, route]() {
                    down(segment, source, destination, protocol, route);
                });
            }
            else
            {
                down(segment, source, destination, protocol, route);
            }
        }
        m_ledger->Release(handle);
        return;
    }

    const uint16_t mtu = device->GetMtu();
    device->SetMtu(std::numeric_limits<uint16_t>::max());
    down(packet, source, destination, protocol, route);
    device->SetMtu(mtu);

    if (!m_ledger->IsCharged(handle))
    {
        m_result = Result::DROPPED;
        return;
    }
    if (m_ledger->GetPlace(handle) != LinuxTxLedger::Place::HANDED_OVER)
    {
        return;
    }
    Waiting waiting{handle, device, std::is_same_v<Address, Ipv6Address>, {}, {}};
    if constexpr (std::is_same_v<Address, Ipv6Address>)
    {
        waiting.nextHop6 = NextHop(route, destination);
    }
    else
    {
        waiting.nextHop4 = NextHop(route, destination);
    }
    if (IsResolving(waiting))
    {
        m_ledger->SetPlace(handle, LinuxTxLedger::Place::NEIGHBOUR);
        m_waiting.push_back(waiting);
        if (m_audit.IsExpired())
        {
            m_audit = Simulator::Schedule(AUDIT_INTERVAL, &LinuxEgress::AuditWaiting, this);
        }
        return;
    }
    m_ledger->Release(handle);
    m_result = Result::FAILED;
}

LinuxEgress::Port&
LinuxEgress::GetPort(Ptr<NetDevice> device)
{
    auto [it, isNew] = m_ports.try_emplace(PeekPointer(device));
    Port& port = it->second;
    if (isNew)
    {
        port.nic = GetNic(device);
    }
    if (!m_trafficControl || !port.nic)
    {
        return port;
    }
    // The root queue disc may be replaced while the simulation runs.
    Ptr<QueueDisc> root = m_trafficControl->GetRootQueueDiscOnDevice(device);
    if (PeekPointer(root) != port.queueDisc)
    {
        port.queueDisc = PeekPointer(root);
        if (root)
        {
            root->TraceConnectWithoutContext("Enqueue",
                                             MakeCallback(&LinuxEgress::QueueDiscEnqueued, this));
            root->TraceConnectWithoutContext("Drop",
                                             MakeCallback(&LinuxEgress::QueueDiscDropped, this));
        }
    }
    return port;
}

bool
LinuxEgress::IsLocal(Ptr<NetDevice> device, const Ipv4Address& address) const
{
    Ptr<Ipv4> ipv4 = m_node->GetObject<Ipv4>();
    const int32_t interface = ipv4->GetInterfaceForDevice(device);
    for (uint32_t i = 0; interface >= 0 && i < ipv4->GetNAddresses(interface); ++i)
    {
        if (ipv4->GetAddress(interface, i).GetLocal() == address)
        {
            return true;
        }
    }
    return false;
}

bool
LinuxEgress::IsLocal(Ptr<NetDevice> device, const Ipv6Address& address) const
{
    Ptr<Ipv6> ipv6 = m_node->GetObject<Ipv6>();
    const int32_t interface = ipv6->GetInterfaceForDevice(device);
    for (uint32_t i = 0; interface >= 0 && i < ipv6->GetNAddresses(interface); ++i)
    {
        if (ipv6->GetAddress(interface, i).GetAddress() == address)
        {
            return true;
        }
    }
    return false;
}

bool
LinuxEgress::IsResolving(const Waiting& waiting) const
{
    if (!waiting.device->NeedsArp())
    {
        return false;
    }
    if (waiting.ipv6)
    {
        Ptr<Ipv6L3Protocol> ipv6 = m_node->GetObject<Ipv6L3Protocol>();
        const int32_t index = ipv6->GetInterfaceForDevice(waiting.device);
        Ptr<NdiscCache> cache = index < 0 ? nullptr : ipv6->GetInterface(index)->GetNdiscCache();
        NdiscCache::Entry* entry = cache ? cache->Lookup(waiting.nextHop6) : nullptr;
        return entry && entry->IsIncomplete();
    }
    Ptr<Ipv4L3Protocol> ipv4 = m_node->GetObject<Ipv4L3Protocol>();
    const int32_t index = ipv4->GetInterfaceForDevice(waiting.device);
    Ptr<ArpCache> cache = index < 0 ? nullptr : ipv4->GetInterface(index)->GetArpCache();
    ArpCache::Entry* entry = cache ? cache->Lookup(waiting.nextHop4) : nullptr;
    return entry && entry->IsWaitReply();
}

void
LinuxEgress::AuditWaiting()
{
    // An skb leaves the neighbour's queue in the event that resolves the address: one that is
    // still marked as waiting when nothing is being resolved any more was dropped.
    auto settled = [this](const Waiting& waiting) {
        const uint64_t handle = waiting.handle;
        if (!m_ledger->IsCharged(handle) ||
            m_ledger->GetPlace(handle) != LinuxTxLedger::Place::NEIGHBOUR)
        {
            return true;
        }
        if (IsResolving(waiting))
        {
            return false;
        }
        m_ledger->Release(handle);
        return true;
    };
    m_waiting.erase(std::remove_if(m_waiting.begin(), m_waiting.end(), settled), m_waiting.end());
    if (!m_waiting.empty())
    {
        m_audit = Simulator::Schedule(AUDIT_INTERVAL, &LinuxEgress::AuditWaiting, this);
    }
}

void
LinuxEgress::QueueDiscEnqueued(Ptr<const QueueDiscItem> item)
{
    LinuxSkbTag tag;
    if (item->GetPacket()->PeekPacketTag(tag))
    {
        m_ledger->SetPlace(tag.GetHandle(), LinuxTxLedger::Place::QUEUE_DISC);
    }
}

void
LinuxEgress::QueueDiscDropped(Ptr<const QueueDiscItem> item)
{
    PacketDropped(item->GetPacket());
}

void
LinuxEgress::PacketDropped(Ptr<const Packet> packet)
{
    LinuxSkbTag tag;
    if (!packet->PeekPacketTag(tag))
    {
        return;
    }
    const uint64_t handle = tag.GetHandle();
    if (m_current && handle != m_current && m_ledger->GetAccount(handle) == m_currentAccount)
    {
        m_result = Result::CONGESTION_NOTICE;
    }
    m_ledger->Release(handle);
}

} // namespace ns3
