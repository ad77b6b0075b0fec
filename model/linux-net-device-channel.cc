/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-net-device-channel.h"

#include "linux-net-device.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNetDeviceChannel");

NS_OBJECT_ENSURE_REGISTERED(LinuxNetDeviceChannel);

TypeId
LinuxNetDeviceChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxNetDeviceChannel")
                            .SetParent<Channel>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxNetDeviceChannel>()
                            .AddAttribute("Delay",
                                          "One-way propagation delay.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&LinuxNetDeviceChannel::m_delay),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
LinuxNetDeviceChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_devices.fill(nullptr);
    Channel::DoDispose();
}

void
LinuxNetDeviceChannel::Attach(Ptr<LinuxNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    for (auto& end : m_devices)
    {
        if (!end)
        {
            end = device;
            return;
        }
    }
    NS_ABORT_MSG("LinuxNetDeviceChannel: both ends are in use");
}

void
LinuxNetDeviceChannel::TransmitStart(Ptr<const Packet> packet,
                                     Ptr<LinuxNetDevice> source,
                                     Time txTime)
{
    Ptr<LinuxNetDevice> peer = GetPeer(PeekPointer(source));
    if (!peer)
    {
        return;
    }
    Simulator::ScheduleWithContext(peer->GetNode()->GetId(),
                                   txTime + m_delay,
                                   &LinuxNetDevice::Receive,
                                   peer,
                                   packet->Copy());
}

Ptr<LinuxNetDevice>
LinuxNetDeviceChannel::GetPeer(const LinuxNetDevice* device) const
{
    return PeekPointer(m_devices[0]) == device ? m_devices[1] : m_devices[0];
}

Time
LinuxNetDeviceChannel::GetDelay() const
{
    return m_delay;
}

std::size_t
LinuxNetDeviceChannel::GetNDevices() const
{
    return (m_devices[0] ? 1 : 0) + (m_devices[1] ? 1 : 0);
}

Ptr<NetDevice>
LinuxNetDeviceChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

} // namespace ns3
