/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NET_DEVICE_HELPER_H
#define LINUX_NET_DEVICE_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Builds links of two LinuxNetDevices.
 */
class LinuxNetDeviceHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    LinuxNetDeviceHelper();
    ~LinuxNetDeviceHelper() override = default;

    /**
     * @brief Set an attribute of the devices to be built.
     * @param name attribute of LinuxNetDevice
     * @param value its value
     */
    void SetDeviceAttribute(std::string name, const AttributeValue& value);

    /**
     * @brief Set an attribute of the channels to be built.
     * @param name attribute of LinuxNetDeviceChannel
     * @param value its value
     */
    void SetChannelAttribute(std::string name, const AttributeValue& value);

    /**
     * @brief Set an attribute of the devices' NICs.
     * @param name attribute of LinuxNic
     * @param value its value
     */
    void SetNicAttribute(std::string name, const AttributeValue& value);

    /**
     * @brief Link two nodes.
     * @param nodes exactly two nodes
     * @return their devices
     */
    NetDeviceContainer Install(NodeContainer nodes) const;

    /**
     * @brief Link two nodes.
     * @param a first node
     * @param b second node
     * @return their devices
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;

    ObjectFactory m_deviceFactory;                                            //!< makes devices
    ObjectFactory m_channelFactory;                                           //!< makes channels
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_nicAttributes; //!< set on NICs
};

} // namespace ns3

#endif /* LINUX_NET_DEVICE_HELPER_H */
