/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-nic-helper.h"

#include "ns3/abort.h"
#include "ns3/csma-net-device.h"
#include "ns3/linux-net-device.h"
#include "ns3/linux-nic-queue.h"
#include "ns3/linux-nic.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNicHelper");

namespace
{

/**
 * @brief Get the queue of a stock device.
 * @param device the device
 * @return its queue, may be null
 */
Ptr<Queue<Packet>>
GetStockQueue(Ptr<NetDevice> device)
{
    if (Ptr<CsmaNetDevice> csma = DynamicCast<CsmaNetDevice>(device))
    {
        return csma->GetQueue();
    }
    return DynamicCast<PointToPointNetDevice>(device)->GetQueue();
}

} // namespace

LinuxNicHelper::LinuxNicHelper()
{
    m_nicFactory.SetTypeId(LinuxNic::GetTypeId());
}

void
LinuxNicHelper::SetNicAttribute(std::string name, const AttributeValue& value)
{
    m_nicFactory.Set(name, value);
}

void
LinuxNicHelper::Install(const NetDeviceContainer& devices) const
{
    for (auto i = devices.Begin(); i != devices.End(); ++i)
    {
        Install(*i);
    }
}

void
LinuxNicHelper::Install(Ptr<NetDevice> device) const
{
    NS_LOG_FUNCTION(this << device);
    NS_ABORT_MSG_IF(!device, "LinuxNicHelper: the device is null");
    NS_ABORT_MSG_IF(!device->GetNode(),
                    "LinuxNicHelper: the device must be added to a node before it gets a NIC");
    const std::string place = "device " + std::to_string(device->GetIfIndex()) + " of node " +
                              std::to_string(device->GetNode()->GetId());
    NS_ABORT_MSG_IF(DynamicCast<LinuxNetDevice>(device),
                    "LinuxNicHelper: " << place
                                       << " is an ns3::LinuxNetDevice, which has its NIC built in; "
                                          "use LinuxNetDeviceHelper::SetNicAttribute");
    NS_ABORT_MSG_IF(!LinuxNicQueue::IsSupported(device),
                    "LinuxNicHelper: " << place << " is of type "
                                       << device->GetInstanceTypeId().GetName()
                                       << "; supported are ns3::PointToPointNetDevice and "
                                          "ns3::CsmaNetDevice, and ns3::LinuxNetDevice has its "
                                          "NIC built in");
    NS_ABORT_MSG_IF(device->GetObject<LinuxNic>(),
                    "LinuxNicHelper: " << place << " has a LinuxNic already; install one only");
    if (Ptr<CsmaNetDevice> csma = DynamicCast<CsmaNetDevice>(device))
    {
        NS_ABORT_MSG_IF(csma->GetEncapsulationMode() != CsmaNetDevice::DIX,
                        "LinuxNicHelper: ns3::CsmaNetDevice::EncapsulationMode of "
                            << place << " is Llc, whose length field cannot hold a super-packet; "
                            << "supported is Dix");
    }
    Ptr<Queue<Packet>> old = GetStockQueue(device);
    NS_ABORT_MSG_IF(old && !old->IsEmpty(),
                    "LinuxNicHelper: " << place << " has packets queued already; install the NIC "
                                       << "before the simulation starts");

    if (!device->GetObject<NetDeviceQueueInterface>())
    {
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    }
    Ptr<LinuxNic> nic = m_nicFactory.Create<LinuxNic>();
    device->AggregateObject(nic);
    CreateObject<LinuxNicQueue>()->Attach(device, nic);
    nic->CheckConfiguration();
}

} // namespace ns3
