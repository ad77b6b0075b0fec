/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-net-device-helper.h"

#include "ns3/abort.h"
#include "ns3/linux-net-device-channel.h"
#include "ns3/linux-net-device.h"
#include "ns3/linux-nic.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNetDeviceHelper");

LinuxNetDeviceHelper::LinuxNetDeviceHelper()
{
    m_deviceFactory.SetTypeId(LinuxNetDevice::GetTypeId());
    m_channelFactory.SetTypeId(LinuxNetDeviceChannel::GetTypeId());
}

void
LinuxNetDeviceHelper::SetDeviceAttribute(std::string name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
LinuxNetDeviceHelper::SetChannelAttribute(std::string name, const AttributeValue& value)
{
    m_channelFactory.Set(name, value);
}

void
LinuxNetDeviceHelper::SetNicAttribute(std::string name, const AttributeValue& value)
{
    TypeId::AttributeInformation information;
    NS_ABORT_MSG_IF(!LinuxNic::GetTypeId().LookupAttributeByName(name, &information),
                    "LinuxNetDeviceHelper: ns3::LinuxNic has no attribute " << name);
    m_nicAttributes.emplace_back(name, value.Copy());
}

NetDeviceContainer
LinuxNetDeviceHelper::Install(NodeContainer nodes) const
{
    NS_ABORT_MSG_IF(nodes.GetN() != 2,
                    "LinuxNetDeviceHelper: a link has 2 nodes, not " << nodes.GetN());
    return Install(nodes.Get(0), nodes.Get(1));
}

NetDeviceContainer
LinuxNetDeviceHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    NetDeviceContainer devices;
    Ptr<LinuxNetDeviceChannel> channel = m_channelFactory.Create<LinuxNetDeviceChannel>();
    for (const auto& node : {a, b})
    {
        Ptr<LinuxNetDevice> device = m_deviceFactory.Create<LinuxNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        device->Attach(channel);
        for (const auto& [name, value] : m_nicAttributes)
        {
            device->GetNic()->SetAttribute(name, *value);
        }
        device->GetNic()->CheckConfiguration();
        devices.Add(device);
    }
    return devices;
}

void
LinuxNetDeviceHelper::EnablePcapInternal(std::string prefix,
                                         Ptr<NetDevice> device,
                                         bool promiscuous,
                                         bool explicitFilename)
{
    // Called for every device of a container or of the whole simulation.
    Ptr<LinuxNetDevice> linuxDevice = DynamicCast<LinuxNetDevice>(device);
    if (!linuxDevice)
    {
        NS_LOG_INFO("not a LinuxNetDevice: " << device);
        return;
    }
    PcapHelper pcapHelper;
    const std::string filename =
        explicitFilename ? prefix : pcapHelper.GetFilenameFromDevice(prefix, device);
    Ptr<PcapFileWrapper> file = pcapHelper.CreateFile(
        filename,
        std::ios::out,
        linuxDevice->GetFraming() == LinuxNetDevice::ETHERNET ? PcapHelper::DLT_EN10MB
                                                              : PcapHelper::DLT_PPP);
    pcapHelper.HookDefaultSink<LinuxNetDevice>(linuxDevice,
                                               promiscuous ? "PromiscSniffer" : "Sniffer",
                                               file);
}

void
LinuxNetDeviceHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                          std::string prefix,
                                          Ptr<NetDevice> device,
                                          bool explicitFilename)
{
    Ptr<LinuxNetDevice> linuxDevice = DynamicCast<LinuxNetDevice>(device);
    if (!linuxDevice)
    {
        NS_LOG_INFO("not a LinuxNetDevice: " << device);
        return;
    }
    Packet::EnablePrinting();
    AsciiTraceHelper ascii;
    if (!stream)
    {
        const std::string filename =
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device);
        Ptr<OutputStreamWrapper> file = ascii.CreateFileStream(filename);
        ascii.HookDefaultEnqueueSinkWithoutContext<LinuxNetDevice>(linuxDevice, "MacTx", file);
        ascii.HookDefaultDequeueSinkWithoutContext<LinuxNetDevice>(linuxDevice, "PhyTxBegin", file);
        ascii.HookDefaultReceiveSinkWithoutContext<LinuxNetDevice>(linuxDevice, "MacRx", file);
        ascii.HookDefaultDropSinkWithoutContext<LinuxNetDevice>(linuxDevice, "MacTxDrop", file);
        ascii.HookDefaultDropSinkWithoutContext<LinuxNetDevice>(linuxDevice, "PhyRxDrop", file);
        return;
    }
    const std::string path = "/NodeList/" + std::to_string(device->GetNode()->GetId()) +
                             "/DeviceList/" + std::to_string(device->GetIfIndex()) +
                             "/$ns3::LinuxNetDevice/";
    auto hook = [&](const char* source, auto sink) {
        linuxDevice->TraceConnect(source, path + source, MakeBoundCallback(sink, stream));
    };
    hook("MacTx", &AsciiTraceHelper::DefaultEnqueueSinkWithContext);
    hook("PhyTxBegin", &AsciiTraceHelper::DefaultDequeueSinkWithContext);
    hook("MacRx", &AsciiTraceHelper::DefaultReceiveSinkWithContext);
    hook("MacTxDrop", &AsciiTraceHelper::DefaultDropSinkWithContext);
    hook("PhyRxDrop", &AsciiTraceHelper::DefaultDropSinkWithContext);
}

} // namespace ns3
