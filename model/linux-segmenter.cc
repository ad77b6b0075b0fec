/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-segmenter.h"

#include "linux-skb-tag.h"

#include "ns3/abort.h"
#include "ns3/ethernet-header.h"
#include "ns3/ethernet-trailer.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/ppp-header.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxSegmenter");

namespace
{

constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;   //!< EtherType of IPv4
constexpr uint16_t ETHERTYPE_IPV6 = 0x86DD;   //!< EtherType of IPv6
constexpr uint16_t PPP_IPV4 = 0x0021;         //!< PPP protocol number of IPv4
constexpr uint16_t PPP_IPV6 = 0x0057;         //!< PPP protocol number of IPv6
constexpr uint8_t PROTOCOL_TCP = 6;           //!< IP protocol number of TCP
constexpr uint32_t MIN_ETHERNET_PAYLOAD = 46; //!< less is padded by devices that add a checksum

} // namespace

LinuxSegmenter::LinuxSegmenter(Ptr<const Packet> packet, uint32_t gsoSize, Link link)
    : m_payload(packet->Copy()),
      m_link(link)
{
    m_linkAddress = RemoveLink(m_payload, link);
    Address source;
    Address destination;
    uint32_t ipPayload = 0;
    uint8_t protocol = 0;
    if (m_linkAddress.protocol == ETHERTYPE_IPV4)
    {
        m_network = Network::IPV4;
        m_payload->RemoveHeader(m_ipv4);
        m_identification = m_ipv4.GetIdentification();
        m_furtherIds = static_cast<uint16_t>(m_identification + 1);
        source = m_ipv4.GetSource();
        destination = m_ipv4.GetDestination();
        ipPayload = m_ipv4.GetPayloadSize();
        protocol = m_ipv4.GetProtocol();
        if (Node::ChecksumEnabled())
        {
            m_ipv4.EnableChecksum();
        }
    }
    else if (m_linkAddress.protocol == ETHERTYPE_IPV6)
    {
        m_network = Network::IPV6;
        m_payload->RemoveHeader(m_ipv6);
        source = m_ipv6.GetSource();
        destination = m_ipv6.GetDestination();
        ipPayload = m_ipv6.GetPayloadLength();
        protocol = m_ipv6.GetNextHeader();
    }
    NS_ABORT_MSG_IF(protocol != PROTOCOL_TCP,
                    "LinuxSegmenter: a super-packet must be TCP directly over IPv4 or IPv6; "
                    "EtherType "
                        << m_linkAddress.protocol << ", IP protocol " << +protocol);
    // A length of 0 says that the packet is longer than the field can say.
    if (ipPayload > 0 && ipPayload < m_payload->GetSize())
    {
        m_payload->RemoveAtEnd(m_payload->GetSize() - ipPayload);
    }
    ParseTcp(gsoSize, source, destination);
}

LinuxSegmenter::LinuxSegmenter(Ptr<const Packet> packet,
                               uint32_t gsoSize,
                               const Address& source,
                               const Address& destination)
    : m_payload(packet->Copy())
{
    ParseTcp(gsoSize, source, destination);
}

void
LinuxSegmenter::ParseTcp(uint32_t gsoSize, const Address& source, const Address& destination)
{
    NS_ABORT_MSG_IF(gsoSize == 0, "LinuxSegmenter: a super-packet with a gso_size of 0");
    LinuxSkbTag tag;
    m_payload->RemovePacketTag(tag); // the tag stands for the whole skb, not for a frame
    m_payload->RemoveHeader(m_tcp);
    m_tcpSize = m_tcp.GetSerializedSize();
    m_sequence = m_tcp.GetSequenceNumber();
    m_flags = m_tcp.GetFlags();
    if (Node::ChecksumEnabled())
    {
        m_tcp.EnableChecksums();
        m_tcp.InitializeChecksum(source, destination, PROTOCOL_TCP);
    }
    m_gsoSize = gsoSize;
    m_payloadSize = m_payload->GetSize();
    m_segs = std::max((m_payloadSize + gsoSize - 1) / gsoSize, 1U);
}

uint32_t
LinuxSegmenter::GetSegs() const
{
    return m_segs;
}

uint32_t
LinuxSegmenter::GetPayloadSize(uint32_t index) const
{
    return std::min(m_payloadSize - index * m_gsoSize, m_gsoSize);
}

uint32_t
LinuxSegmenter::GetSegmentSize(uint32_t index) const
{
    uint32_t size = m_tcpSize + GetPayloadSize(index);
    if (m_network == Network::IPV4)
    {
        size += m_ipv4.GetSerializedSize();
    }
    else if (m_network == Network::IPV6)
    {
        size += m_ipv6.GetSerializedSize();
    }
    if (m_link == Link::ETHERNET_FCS)
    {
        size = std::max(size, MIN_ETHERNET_PAYLOAD);
    }
    return size + GetLinkSize(m_link);
}

Ptr<Packet>
LinuxSegmenter::MakeSegment(uint32_t index, uint32_t padding, bool withLink)
{
    NS_ASSERT_MSG(index < m_segs, "segment " << index << " of " << m_segs);
    const uint32_t size = GetPayloadSize(index);
    Ptr<Packet> segment = m_payload->CreateFragment(index * m_gsoSize, size);

    uint8_t flags = m_flags;
    if (index > 0)
    {
        flags &= ~TcpHeader::CWR;
    }
    if (index + 1 < m_segs)
    {
        flags &= ~(TcpHeader::FIN | TcpHeader::PSH);
    }
    m_tcp.SetFlags(flags);
    m_tcp.SetSequenceNumber(m_sequence + SequenceNumber32(index * m_gsoSize));
    segment->AddHeader(m_tcp);

    switch (m_network)
    {
    case Network::IPV4:
        m_ipv4.SetPayloadSize(m_tcpSize + size);
        m_ipv4.SetIdentification(index == 0 ? m_identification
                                            : static_cast<uint16_t>(m_furtherIds + index - 1));
        segment->AddHeader(m_ipv4);
        break;
    case Network::IPV6:
        m_ipv6.SetPayloadLength(m_tcpSize + size);
        segment->AddHeader(m_ipv6);
        break;
    case Network::NONE:
        break;
    }
    if (padding > 0)
    {
        // Behind the minimum size that the device itself sees to.
        const uint32_t minimum = m_link == Link::ETHERNET_FCS ? MIN_ETHERNET_PAYLOAD : 0;
        const uint32_t missing = minimum - std::min(minimum, segment->GetSize());
        AddPadding(segment, missing + padding);
    }
    if (withLink)
    {
        AddLink(segment, m_link, m_linkAddress);
    }
    return segment;
}

void
LinuxSegmenter::ReserveIdentifications(uint16_t& next)
{
    next = static_cast<uint16_t>(next - (m_segs - 1));
    m_furtherIds = next;
}

const LinuxSegmenter::LinkAddress&
LinuxSegmenter::GetLinkAddress() const
{
    return m_linkAddress;
}

uint32_t
LinuxSegmenter::GetLinkSize(Link link)
{
    switch (link)
    {
    case Link::PPP:
        return 2;
    case Link::ETHERNET:
        return 14;
    case Link::ETHERNET_FCS:
        return 14 + 4;
    case Link::NONE:
        break;
    }
    return 0;
}

void
LinuxSegmenter::AddPadding(Ptr<Packet> packet, uint32_t bytes)
{
    if (bytes > 0)
    {
        packet->AddAtEnd(Create<Packet>(bytes));
    }
}

LinuxSegmenter::LinkAddress
LinuxSegmenter::RemoveLink(Ptr<Packet> frame, Link link)
{
    LinkAddress address;
    if (link == Link::PPP)
    {
        PppHeader ppp;
        frame->RemoveHeader(ppp);
        address.protocol = ppp.GetProtocol() == PPP_IPV4   ? ETHERTYPE_IPV4
                           : ppp.GetProtocol() == PPP_IPV6 ? ETHERTYPE_IPV6
                                                           : 0;
        return address;
    }
    if (link == Link::ETHERNET_FCS)
    {
        EthernetTrailer trailer;
        frame->RemoveTrailer(trailer);
    }
    if (link != Link::NONE)
    {
        EthernetHeader header(false);
        frame->RemoveHeader(header);
        address.source = header.GetSource();
        address.destination = header.GetDestination();
        address.protocol = header.GetLengthType();
    }
    return address;
}

void
LinuxSegmenter::AddLink(Ptr<Packet> packet, Link link, const LinkAddress& address)
{
    if (link == Link::PPP)
    {
        PppHeader ppp;
        ppp.SetProtocol(address.protocol == ETHERTYPE_IPV6 ? PPP_IPV6 : PPP_IPV4);
        packet->AddHeader(ppp);
        return;
    }
    if (link == Link::NONE)
    {
        return;
    }
    if (link == Link::ETHERNET_FCS && packet->GetSize() < MIN_ETHERNET_PAYLOAD)
    {
        AddPadding(packet, MIN_ETHERNET_PAYLOAD - packet->GetSize());
    }
    EthernetHeader header(false);
    header.SetSource(address.source);
    header.SetDestination(address.destination);
    header.SetLengthType(address.protocol);
    packet->AddHeader(header);
    if (link == Link::ETHERNET_FCS)
    {
        EthernetTrailer trailer;
        trailer.EnableFcs(Node::ChecksumEnabled());
        trailer.CalcFcs(packet);
        packet->AddTrailer(trailer);
    }
}

} // namespace ns3
