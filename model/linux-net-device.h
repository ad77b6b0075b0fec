/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NET_DEVICE_H
#define LINUX_NET_DEVICE_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class ErrorModel;
class LinuxNetDeviceChannel;
class LinuxNic;

/**
 * @ingroup linux-tcp
 *
 * @brief A full-duplex point-to-point device with a LinuxNic built in.
 *
 * With Ethernet framing (the default) a frame of L bytes, its 14-byte header included, occupies
 * the link for (max(L, 60) + 24) * 8 / DataRate and arrives at the end of that time plus the
 * channel's delay. Fractions of the clock's tick are carried from frame to frame, so a saturated
 * link has its exact rate. The NIC and the NetDeviceQueueInterface are aggregated when the device
 * is created.
 */
class LinuxNetDevice : public NetDevice
{
  public:
    /// Link-layer framing.
    enum Framing
    {
        ETHERNET, //!< Ethernet header; preamble, FCS, gap and minimum size in time
        PPP       //!< 2-byte PPP header, nothing else
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxNetDevice();
    ~LinuxNetDevice() override;

    /**
     * @brief Plug the device into a channel; the link comes up.
     * @param channel the channel
     */
    void Attach(Ptr<LinuxNetDeviceChannel> channel);

    /**
     * @brief Get the NIC.
     * @return the NIC
     */
    Ptr<LinuxNic> GetNic() const;

    /**
     * @brief Get the framing.
     * @return the framing
     */
    Framing GetFraming() const;

    /**
     * @brief Take this end of the link down or up again.
     *
     * While it is down, what waits in the ring and what is sent is dropped (MacTxDrop), and what
     * arrives is dropped (PhyRxDrop).
     * @param up the new state
     */
    void SetLinkUp(bool up);

    /**
     * @brief Set the speed.
     * @param rate bits per second, not 0
     */
    void SetDataRate(DataRate rate);

    /** @return the speed */
    DataRate GetDataRate() const;

    /**
     * @brief Set the receive error model.
     * @param model the error model
     */
    void SetReceiveErrorModel(Ptr<ErrorModel> model);

    /**
     * @brief A frame has arrived; called by the channel.
     * @param packet the frame
     */
    void Receive(Ptr<Packet> packet);

    // inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsPointToPoint() const override;
    bool IsBridge() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /**
     * @brief Set the framing.
     * @param framing the framing
     */
    void SetFraming(Framing framing);

    /// Tell the NIC about link header and speed.
    void ConfigureNic();

    /// Give the wire the next frame when it is idle.
    void StartNext();

    /// The frame on the wire has ended.
    void TransmitComplete();

    /**
     * @brief Get how long a frame occupies the link, to the tick, and carry the rest.
     * @param size bytes of the frame
     * @return the time
     */
    Time TakeTxTime(uint32_t size);

    /**
     * @brief The NIC has dropped a packet.
     * @param packet the packet
     */
    void NicDropped(Ptr<const Packet> packet);

    /**
     * @brief The NIC takes a packet up.
     * @param packet the packet without link header
     * @param protocol its EtherType
     * @param from its source
     */
    void Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from);

    Ptr<Node> m_node;                         //!< the node
    Ptr<LinuxNetDeviceChannel> m_channel;     //!< the cable
    LinuxNic* m_nic{nullptr};                 //!< the NIC, aggregated
    Ptr<ErrorModel> m_receiveErrorModel;      //!< losses on receipt
    Mac48Address m_address;                   //!< MAC address
    uint32_t m_ifIndex{0};                    //!< interface index
    uint16_t m_mtu{1500};                     //!< MTU
    DataRate m_rate;                          //!< speed
    Framing m_framing{ETHERNET};              //!< framing
    bool m_linkUp{false};                     //!< state of this end
    Ptr<Packet> m_onWire;                     //!< frame being serialised
    Time m_busyUntil;                         //!< end of the last serialisation
    uint64_t m_tickRest{0};                   //!< carried part of a tick, in 1/rate
    EventId m_txEvent;                        //!< TransmitComplete
    ReceiveCallback m_rxCallback;             //!< to the node
    PromiscReceiveCallback m_promiscCallback; //!< to promiscuous listeners

    TracedCallback<> m_linkChange;                           //!< link state
    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< MacRx
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;     //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;       //!< PhyTxEnd
    TracedCallback<Ptr<const Packet>> m_phyTxDropTrace;      //!< PhyTxDrop
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;       //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;      //!< PhyRxDrop
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< PromiscSniffer
};

} // namespace ns3

#endif /* LINUX_NET_DEVICE_H */
