/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_EGRESS_H
#define LINUX_EGRESS_H

#include "linux-tx-ledger.h"

#include "ns3/event-id.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-route.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

class LinuxNic;
class QueueDisc;
class TcpL4Protocol;
class TrafficControlLayer;

/**
 * @ingroup linux-tcp
 *
 * @brief A node's hook between TCP and IP: sends super-packets through it and learns what became
 * of them.
 *
 * It sits on the down target of TcpL4Protocol, where packet, addresses and route, hence the output
 * device, are known. A packet that a LinuxTcpSocket announced is passed on whole when the device
 * has a LinuxNic, under an MTU raised for this synchronous call only; it is cut into segments here
 * when the device has none. Everything else passes unchanged.
 *
 * The charge of a super-packet is released by the NIC at TX completion. The hook releases those
 * that never get there: dropped by the queue disc or by traffic control, without a route, on an
 * interface that is down, or given up by ARP or neighbour discovery. A device without a LinuxNic
 * does not report completions, so its skbs are released when they are handed over.
 */
class LinuxEgress : public Object
{
  public:
    /// What became of an skb that was handed to IP.
    enum class Result
    {
        SENT,              //!< taken by a queue below, or gone to the wire
        CONGESTION_NOTICE, //!< taken, but another packet of the socket was dropped for it
        DROPPED,           //!< dropped by the host's own queues
        FAILED             //!< no route, interface down: negative error in Linux
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxEgress() = default;
    ~LinuxEgress() override = default;

    /**
     * @brief Get a node's hook; installs it below the node's TCP when there is none.
     * @param node a node with TCP; the simulation stops with a message when it has none
     * @return the hook
     */
    static Ptr<LinuxEgress> Get(Ptr<Node> node);

    /**
     * @brief Announce that the next packet from TCP is an skb.
     * @param handle its charge in the ledger
     */
    void Begin(uint64_t handle);

    /**
     * @brief Learn what became of the packet announced with Begin.
     *
     * The charge stands for SENT and CONGESTION_NOTICE (unless the device reports no completions)
     * and has been released for DROPPED and FAILED.
     * @return the result
     */
    Result Finish();

    /**
     * @brief Get the node's ledger.
     * @return the ledger
     */
    Ptr<LinuxTxLedger> GetLedger() const;

    /**
     * @brief Find the NIC of a device.
     * @param device a device of this node, may be null
     * @return the NIC, or null when the device has none
     */
    static Ptr<LinuxNic> GetNic(Ptr<NetDevice> device);

  protected:
    void DoDispose() override;

  private:
    /// What the hook knows of one output device.
    struct Port
    {
        Ptr<LinuxNic> nic;             //!< the device's NIC, null when it has none
        QueueDisc* queueDisc{nullptr}; //!< root queue disc whose traces are connected
    };

    /// An skb that waits for the link-layer address of its next hop.
    struct Waiting
    {
        uint64_t handle;       //!< the charge
        Ptr<NetDevice> device; //!< output device
        bool ipv6;             //!< address family
        Ipv4Address nextHop4;  //!< next hop of IPv4
        Ipv6Address nextHop6;  //!< next hop of IPv6
    };

    /**
     * @brief Hook below the node's TCP.
     * @param node the node
     */
    void Install(Ptr<Node> node);

    /**
     * @brief Down target of TCP over IPv4.
     * @param packet TCP header and payload
     * @param source source address
     * @param destination destination address
     * @param protocol IP protocol number
     * @param route the route, null when there is none
     */
    void SendIpv4(Ptr<Packet> packet,
                  Ipv4Address source,
                  Ipv4Address destination,
                  uint8_t protocol,
                  Ptr<Ipv4Route> route);

    /// @copydoc SendIpv4
    void SendIpv6(Ptr<Packet> packet,
                  Ipv6Address source,
                  Ipv6Address destination,
                  uint8_t protocol,
                  Ptr<Ipv6Route> route);

    /**
     * @brief Common part of both families.
     * @tparam Address address type
     * @tparam Route route type
     * @tparam Down down-target type
     * @param down the original down target
     * @param handle the announced charge
     * @param packet TCP header and payload
     * @param source source address
     * @param destination destination address
     * @param protocol IP protocol number
     * @param route the route, null when there is none
     */
    template <class Address, class Route, class Down>
    void SendSkb(const Down& down,
                 uint64_t handle,
                 Ptr<Packet> packet,
                 const Address& source,
                 const Address& destination,
                 uint8_t protocol,
                 Ptr<Route> route);

    /**
     * @brief Find what is known of a device; connects to a new root queue disc.
     * @param device the output device
     * @return its entry
     */
    Port& GetPort(Ptr<NetDevice> device);

    /**
     * @brief Tell whether an address belongs to the interface of a device.
     * @param device the output device
     * @param address the destination
     * @return true when IP delivers to this node
     */
    bool IsLocal(Ptr<NetDevice> device, const Ipv4Address& address) const;
    /// @copydoc IsLocal
    bool IsLocal(Ptr<NetDevice> device, const Ipv6Address& address) const;

    /**
     * @brief Tell whether packets wait for an address to be resolved.
     * @param waiting device and next hop
     * @return true while ARP or neighbour discovery is in progress
     */
    bool IsResolving(const Waiting& waiting) const;

    /// Release the skbs whose address resolution ended without sending them.
    void AuditWaiting();

    /**
     * @brief The queue disc has taken a packet.
     * @param item the packet
     */
    void QueueDiscEnqueued(Ptr<const QueueDiscItem> item);

    /**
     * @brief The queue disc has dropped a packet.
     * @param item the packet
     */
    void QueueDiscDropped(Ptr<const QueueDiscItem> item);

    /**
     * @brief A packet was dropped below IP.
     * @param packet the packet
     */
    void PacketDropped(Ptr<const Packet> packet);

    Ptr<Node> m_node;                             //!< the node
    Ptr<LinuxTxLedger> m_ledger;                  //!< the node's ledger
    Ptr<TrafficControlLayer> m_trafficControl;    //!< the node's traffic control
    IpL4Protocol::DownTargetCallback m_down4;     //!< IPv4 below us
    IpL4Protocol::DownTargetCallback6 m_down6;    //!< IPv6 below us
    std::unordered_map<NetDevice*, Port> m_ports; //!< output devices
    std::vector<Waiting> m_waiting;               //!< skbs behind address resolution
    EventId m_audit;                              //!< AuditWaiting
    uint64_t m_announced{0};                      //!< skb between Begin and the hook
    uint64_t m_current{0};                        //!< skb between Begin and Finish
    Ptr<LinuxTxAccount> m_currentAccount;         //!< its account
    Result m_result{Result::SENT};                //!< what Finish will answer
};

} // namespace ns3

#endif /* LINUX_EGRESS_H */
