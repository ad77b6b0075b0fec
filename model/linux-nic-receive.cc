/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Receive: frames wait for the receive interrupt, which hands them to GRO or to the node.

#include "linux-gro-tag.h"
#include "linux-nic.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNicReceive");

void
LinuxNic::Interpose()
{
    if (m_rxUsecs > 0 && !m_interpose.IsNull())
    {
        const Callback<void> interpose = m_interpose;
        m_interpose.Nullify();
        interpose();
    }
}

void
LinuxNic::Receive(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    LinuxGroTag tag;
    if (packet->PeekPacketTag(tag))
    {
        // What was merged for the other end's socket means nothing here.
        Ptr<Packet> copy = packet->Copy();
        copy->RemovePacketTag(tag);
        packet = copy;
    }
    // Frames that wait stay ahead when RxUsecs has become 0.
    if (m_rxUsecs == 0 && m_rxWaiting.empty())
    {
        Deliver(packet, protocol, from);
        return;
    }
    m_rxWaiting.push_back({packet, protocol, from});
    if (m_rxWaiting.size() >= m_rxFrames)
    {
        RxInterrupt();
    }
    else if (m_rxTimer.IsExpired())
    {
        m_rxTimer = Simulator::Schedule(Time::FromDouble(m_rxUsecs, Time::US),
                                        &LinuxNic::RxInterrupt,
                                        this);
    }
}

void
LinuxNic::RxInterrupt()
{
    NS_LOG_FUNCTION(this << m_rxWaiting.size());
    m_rxTimer.Cancel();
    std::vector<RxFrame> frames;
    frames.swap(m_rxWaiting);
    if (m_sharedInterrupt && m_finished > 0)
    {
        Interrupt(true);
    }
    m_delivered = 0;
    const bool merge = m_gro && frames.size() > 1;
    for (auto& frame : frames)
    {
        if (merge)
        {
            m_merger.Receive(frame.packet, frame.protocol, frame.from, m_groMaxSize);
        }
        else
        {
            Deliver(frame.packet, frame.protocol, frame.from);
        }
        frame.packet = nullptr;
    }
    m_merger.Flush();
    m_receivedTrace(frames.size(), m_delivered);
    if (m_rxWaiting.empty())
    {
        frames.clear();
        m_rxWaiting.swap(frames); // keeps the memory
    }
}

void
LinuxNic::Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    ++m_delivered;
    if (!m_deliver.IsNull())
    {
        m_deliver(packet, protocol, from);
    }
}

bool
LinuxNic::IsLocal(const Address& address, uint16_t protocol) const
{
    Ptr<Node> node = m_device->GetNode();
    if (protocol == 0x0800)
    {
        Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
        return !ipv4 || ipv4->GetInterfaceForAddress(Ipv4Address::ConvertFrom(address)) >= 0;
    }
    Ptr<Ipv6> ipv6 = node->GetObject<Ipv6>();
    return !ipv6 || ipv6->GetInterfaceForAddress(Ipv6Address::ConvertFrom(address)) >= 0;
}

} // namespace ns3
