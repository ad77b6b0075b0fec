/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SEGMENTER_H
#define LINUX_SEGMENTER_H

#include "ns3/address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Cuts a TCP super-packet into segments, one at a time and in any order.
 *
 * The headers are parsed once; each segment then costs a fragment of the payload and the headers
 * written in front of it. Sequence number, IPv4 identification, lengths and (when the node computes
 * them) checksums advance from segment to segment; FIN and PSH stay on the last, CWR on the first.
 */
class LinuxSegmenter : public SimpleRefCount<LinuxSegmenter>
{
  public:
    /// What surrounds the IP packet.
    enum class Link : uint8_t
    {
        NONE,        //!< nothing: the packet starts with the TCP header
        PPP,         //!< 2-byte PPP protocol number
        ETHERNET,    //!< 14-byte Ethernet header
        ETHERNET_FCS //!< the same, padded to 60 bytes and followed by a 4-byte checksum
    };

    /// Where a frame goes, read off its link header.
    struct LinkAddress
    {
        Mac48Address source;      //!< source, Ethernet only
        Mac48Address destination; //!< destination, Ethernet only
        uint16_t protocol{0};     //!< EtherType
    };

    /**
     * @brief Cut a packet that has its link header and IP header.
     * @param packet the super-packet; the simulation stops with a message when it is not TCP
     * @param gsoSize payload bytes of each segment but the last
     * @param link the link header
     */
    LinuxSegmenter(Ptr<const Packet> packet, uint32_t gsoSize, Link link);

    /**
     * @brief Cut a packet that is still above IP: TCP header and payload.
     * @param packet the super-packet
     * @param gsoSize payload bytes of each segment but the last
     * @param source IP source address, for the checksum
     * @param destination IP destination address, for the checksum
     */
    LinuxSegmenter(Ptr<const Packet> packet,
                   uint32_t gsoSize,
                   const Address& source,
                   const Address& destination);

    /**
     * @brief Get the number of segments.
     * @return at least 1
     */
    uint32_t GetSegs() const;

    /**
     * @brief Get the payload of a segment.
     * @param index which segment, from 0
     * @return bytes of TCP payload
     */
    uint32_t GetPayloadSize(uint32_t index) const;

    /**
     * @brief Get the size of a segment with all the headers that MakeSegment gives it.
     * @param index which segment, from 0
     * @return bytes
     */
    uint32_t GetSegmentSize(uint32_t index) const;

    /**
     * @brief Build a segment.
     * @param index which segment, from 0
     * @param padding bytes that trail the IP packet (before a frame checksum)
     * @param withLink false leaves the link header off
     * @return the new packet
     */
    Ptr<Packet> MakeSegment(uint32_t index, uint32_t padding = 0, bool withLink = true);

    /**
     * @brief Take IPv4 identifications of their own for the segments behind the first.
     *
     * IP counts one per super-packet, so that counting on from it would give segments of different
     * super-packets the same one, and fragments of them could be mixed up. Without this call the
     * segments count on from the first.
     * @param[in,out] next the identifications below it are free; moved down by what is taken
     */
    void ReserveIdentifications(uint16_t& next);

    /**
     * @brief Get where the segments go.
     * @return the link header's addresses and protocol
     */
    const LinkAddress& GetLinkAddress() const;

    /**
     * @brief Get the number of bytes a link header and trailer add.
     * @param link the link header
     * @return bytes
     */
    static uint32_t GetLinkSize(Link link);

    /**
     * @brief Take the link header (and trailer) off a frame.
     * @param frame the frame, changed
     * @param link the link header
     * @return what the header said
     */
    static LinkAddress RemoveLink(Ptr<Packet> frame, Link link);

    /**
     * @brief Append bytes that carry nothing.
     *
     * As a packet of their own: packet metadata (ASCII traces) does not know of
     * Packet::AddPaddingAtEnd and fails when IP cuts such bytes off again.
     * @param packet the packet
     * @param bytes how many
     */
    static void AddPadding(Ptr<Packet> packet, uint32_t bytes);

    /**
     * @brief Put a link header (and trailer) on an IP packet.
     * @param packet the packet, changed
     * @param link the link header
     * @param address what the header is to say
     */
    static void AddLink(Ptr<Packet> packet, Link link, const LinkAddress& address);

  private:
    /// Network header of the super-packet.
    enum class Network : uint8_t
    {
        NONE,
        IPV4,
        IPV6
    };

    /**
     * @brief Read the TCP header off m_payload and prepare the checksums.
     * @param gsoSize payload bytes of each segment but the last
     * @param source IP source address
     * @param destination IP destination address
     */
    void ParseTcp(uint32_t gsoSize, const Address& source, const Address& destination);

    Ptr<Packet> m_payload;            //!< payload without headers
    uint32_t m_payloadSize{0};        //!< bytes of it
    uint32_t m_gsoSize{0};            //!< payload bytes per segment
    uint32_t m_segs{1};               //!< number of segments
    Link m_link{Link::NONE};          //!< link header
    Network m_network{Network::NONE}; //!< network header
    LinkAddress m_linkAddress;        //!< contents of the link header
    Ipv4Header m_ipv4;                //!< IPv4 header, rewritten for each segment
    Ipv6Header m_ipv6;                //!< IPv6 header, rewritten for each segment
    TcpHeader m_tcp;                  //!< TCP header, rewritten for each segment
    uint32_t m_tcpSize{0};            //!< bytes of the TCP header with options
    SequenceNumber32 m_sequence;      //!< sequence number of the first segment
    uint8_t m_flags{0};               //!< flags of the super-packet
    uint16_t m_identification{0};     //!< IPv4 identification of the first segment
    uint16_t m_furtherIds{1};         //!< IPv4 identification of the second segment
};

} // namespace ns3

#endif /* LINUX_SEGMENTER_H */
