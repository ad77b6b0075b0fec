/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NIC_HELPER_H
#define LINUX_NIC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Puts a LinuxNic on existing point-to-point and CSMA devices.
 *
 * To be used before the simulation starts, before or after the internet stack and the queue discs
 * are installed. LinuxNetDevices have their NIC already.
 */
class LinuxNicHelper
{
  public:
    LinuxNicHelper();

    /**
     * @brief Set an attribute of the NICs to be installed.
     * @param name attribute of LinuxNic
     * @param value its value
     */
    void SetNicAttribute(std::string name, const AttributeValue& value);

    /**
     * @brief Put a NIC on each device.
     * @param devices point-to-point or CSMA (DIX) devices
     */
    void Install(const NetDeviceContainer& devices) const;

    /**
     * @brief Put a NIC on a device.
     * @param device a point-to-point or CSMA (DIX) device
     */
    void Install(Ptr<NetDevice> device) const;

  private:
    ObjectFactory m_nicFactory; //!< makes NICs
};

} // namespace ns3

#endif /* LINUX_NIC_HELPER_H */
