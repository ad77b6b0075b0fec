/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NIC_QUEUE_H
#define LINUX_NIC_QUEUE_H

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/queue.h"

namespace ns3
{

class CsmaNetDevice;
class LinuxNic;
class NetDevice;
class PointToPointNetDevice;

/**
 * @ingroup linux-tcp
 *
 * @brief Puts a LinuxNic behind a stock PointToPointNetDevice or CsmaNetDevice.
 *
 * The device believes that it has a queue; what it dequeues are the frames of the NIC's TX ring.
 * The end of a frame is learned from the device's traces. When received frames have to wait for an
 * interrupt, this takes the place of the device's node and hands them to the node's traffic control
 * layer, so other handlers that the node has for the device do not see them. The queue's size
 * counts the frames that wait for the wire. A frame exists only from the moment the device takes
 * it, so that is when the Enqueue and Dequeue traces fire for it.
 */
class LinuxNicQueue : public Queue<Packet>
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxNicQueue();
    ~LinuxNicQueue() override;

    /**
     * @brief Tell whether a NIC can be put behind a device.
     * @param device the device
     * @return true for the supported types
     */
    static bool IsSupported(Ptr<NetDevice> device);

    /**
     * @brief Become the queue of a device.
     * @param device a device that IsSupported
     * @param nic the NIC aggregated to it
     */
    void Attach(Ptr<NetDevice> device, Ptr<LinuxNic> nic);

    bool Enqueue(Ptr<Packet> packet) override;
    Ptr<Packet> Dequeue() override;
    /**
     * @brief Drop everything that waits: a ring cannot lose a single frame of an skb.
     * @return null
     */
    Ptr<Packet> Remove() override;
    Ptr<const Packet> Peek() const override;

  protected:
    void DoDispose() override;

  private:
    /// Take over the NIC's counts.
    void UpdateCounts();

    /// Read the link's speed from the device.
    void ReadLinkRate();

    /// Make the idle device send the frames that have become ready.
    void Start();

    /**
     * @brief A frame has left the device.
     * @param packet the frame
     */
    void TxEnd(Ptr<const Packet> packet);

    /**
     * @brief The device has given up a frame (CSMA).
     * @param packet the frame
     */
    void TxDrop(Ptr<const Packet> packet);

    /// Go on after the device has given up a frame.
    void AfterTxDrop();

    /**
     * @brief A frame was received.
     * @param packet the frame
     */
    void RxEnd(Ptr<const Packet> packet);

    /// Stand between the device and its node, which would take frames up at once.
    void Interpose();

    /**
     * @brief The device takes a frame up.
     * @param device the device
     * @param packet the frame without link header
     * @param protocol its EtherType
     * @param from its source
     * @return true
     */
    bool RxUp(Ptr<NetDevice> device,
              Ptr<const Packet> packet,
              uint16_t protocol,
              const Address& from);

    /**
     * @brief The NIC takes a packet up.
     * @param packet the packet without link header
     * @param protocol its EtherType
     * @param from its source
     */
    void Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from);

    /**
     * @brief The device refuses a packet.
     * @param packet the packet
     */
    void TxRefused(Ptr<const Packet> packet);

    /**
     * @brief The NIC has dropped a packet.
     * @param packet the packet
     */
    void Dropped(Ptr<const Packet> packet);

    NS_LOG_TEMPLATE_DECLARE; //!< in place of the base class's log component, which is private

    // The device holds the queue and the NIC: plain pointers, or none of them would ever go.
    LinuxNic* m_nic{nullptr};                       //!< the NIC
    NetDevice* m_device{nullptr};                   //!< the device
    PointToPointNetDevice* m_pointToPoint{nullptr}; //!< the device when it is of this type
    CsmaNetDevice* m_csma{nullptr};                 //!< the device when it is of this type
    bool m_accepting{false};                        //!< inside Accept
    bool m_starting{false};                         //!< Start hands a frame to the device
    Ptr<Packet> m_startFrame;                       //!< that frame, with its link header
};

} // namespace ns3

#endif /* LINUX_NIC_QUEUE_H */
