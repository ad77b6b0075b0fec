/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_GRO_H
#define LINUX_GRO_H

#include "linux-gro-rules.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Generic receive offload: merges the TCP segments of one receive interrupt.
 *
 * Segments of a flow that follow each other and differ in nothing that a receiver could care about
 * (LinuxRules::GroCanAppend) become one packet, whose headers are those of the first segment with
 * length, PSH, FIN and checksums made right, and which carries a LinuxGroTag. Whatever is not
 * merged goes up at once, behind what is held of its own flow, but before what is held of others.
 * Packets that this node would forward are left alone: nothing on their way out cuts them again.
 */
class LinuxGro
{
  public:
    /// Takes a packet without link header, its EtherType and its link-layer source.
    typedef Callback<void, Ptr<const Packet>, uint16_t, const Address&> Delivery;
    /// Tells whether the destination address of an IP packet (EtherType) is one of this node's.
    typedef Callback<bool, const Address&, uint16_t> LocalCheck;

    /// Flows held at a time, as for a device that does not hash what it receives.
    static constexpr std::size_t MAX_HELD = 8;

    /**
     * @brief Set where packets go.
     * @param delivery takes them
     * @param isLocal which packets may be merged; null for all
     */
    void SetDelivery(Delivery delivery, LocalCheck isLocal);

    /**
     * @brief Take a packet of the current interrupt.
     * @param packet the packet without link header
     * @param protocol its EtherType
     * @param from its link-layer source
     * @param maxSize merged IP packets stay shorter than this
     */
    void Receive(Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 uint32_t maxSize);

    /// The interrupt ends: deliver everything held, oldest first.
    void Flush();

    /// Forget everything held.
    void Clear();

  private:
    /// A packet held in the hope of more.
    struct Held
    {
        LinuxRules::GroSegment first; //!< headers of the first segment
        Ptr<const Packet> packet;     //!< first segment as it came, null when there are more
        Ptr<Packet> merged;           //!< payload of all segments, null when there is one only
        uint32_t payload{0};          //!< bytes of all segments
        uint32_t segs{1};             //!< segments
        uint8_t flags{0};             //!< flags of all segments
        Address from;                 //!< link-layer source
    };

    /**
     * @brief Tell whether the checksums of a segment are right, as far as the node computes them.
     * @param packet the packet
     * @param segment its headers
     * @return false when one is wrong
     */
    static bool ChecksumsRight(Ptr<const Packet> packet, const LinuxRules::GroSegment& segment);

    /**
     * @brief Tell whether a packet is for this node.
     * @param segment its headers
     * @return true when it is
     */
    bool IsLocal(const LinuxRules::GroSegment& segment) const;

    /**
     * @brief Deliver a held packet and forget it.
     * @param index which
     */
    void Deliver(std::size_t index);

    /**
     * @brief Make one packet of several segments.
     * @param held the segments
     * @return the packet
     */
    static Ptr<Packet> MakePacket(const Held& held);

    Delivery m_delivery;              //!< takes packets
    LocalCheck m_isLocal;             //!< which may be merged
    std::vector<Held> m_held;         //!< oldest first
    LinuxRules::GroSegment m_segment; //!< scratch of Receive
};

} // namespace ns3

#endif /* LINUX_GRO_H */
