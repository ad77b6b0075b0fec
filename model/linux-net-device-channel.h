/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NET_DEVICE_CHANNEL_H
#define LINUX_NET_DEVICE_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>

namespace ns3
{

class LinuxNetDevice;

/**
 * @ingroup linux-tcp
 *
 * @brief A full-duplex cable between two LinuxNetDevices.
 */
class LinuxNetDeviceChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxNetDeviceChannel() = default;
    ~LinuxNetDeviceChannel() override = default;

    /**
     * @brief Plug in a device; called by LinuxNetDevice::Attach.
     * @param device the device
     */
    void Attach(Ptr<LinuxNetDevice> device);

    /**
     * @brief Carry a frame to the other end.
     * @param packet the frame
     * @param source the sending device
     * @param txTime time of serialisation
     */
    void TransmitStart(Ptr<const Packet> packet, Ptr<LinuxNetDevice> source, Time txTime);

    /**
     * @brief Get the device at the other end.
     * @param device one end
     * @return the other, or null while it is not plugged in
     */
    Ptr<LinuxNetDevice> GetPeer(const LinuxNetDevice* device) const;

    /** @return one-way propagation delay */
    Time GetDelay() const;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    Time m_delay;                                 //!< propagation delay
    std::array<Ptr<LinuxNetDevice>, 2> m_devices; //!< the two ends
};

} // namespace ns3

#endif /* LINUX_NET_DEVICE_CHANNEL_H */
