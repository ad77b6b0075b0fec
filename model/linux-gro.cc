/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-gro.h"

#include "linux-gro-tag.h"

#include "ns3/buffer.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxGro");

using LinuxRules::GroSegment;

namespace
{

constexpr uint16_t ETHERTYPE_IPV4 = 0x0800; //!< EtherType of IPv4
constexpr uint16_t ETHERTYPE_IPV6 = 0x86DD; //!< EtherType of IPv6
constexpr uint8_t PROTOCOL_TCP = 6;         //!< IP protocol number of TCP

/**
 * @brief Sum 16-bit words as the Internet checksum does.
 * @param data the bytes
 * @param size how many
 * @param sum what to start from
 * @return the sum, not folded
 */
uint64_t
AddWords(const uint8_t* data, uint32_t size, uint64_t sum)
{
    for (uint32_t i = 0; i + 1 < size; i += 2)
    {
        sum += data[i] << 8 | data[i + 1];
    }
    return size % 2 == 0 ? sum : sum + (data[size - 1] << 8);
}

/**
 * @brief Tell whether the checksum inside a sum is right.
 * @param sum the sum
 * @return true when it is
 */
bool
IsSumRight(uint64_t sum)
{
    while (sum >> 16 != 0)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum == 0xffff;
}

} // namespace

void
LinuxGro::SetDelivery(Delivery delivery, LocalCheck isLocal)
{
    m_delivery = delivery;
    m_isLocal = isLocal;
}

void
LinuxGro::Receive(Ptr<const Packet> packet,
                  uint16_t protocol,
                  const Address& from,
                  uint32_t maxSize)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    std::array<uint8_t, GroSegment::MAX_HEADERS> data;
    packet->CopyData(data.data(), data.size());
    GroSegment& segment = m_segment;
    if (!LinuxRules::ReadGroSegment(data.data(), packet->GetSize(), protocol, segment) ||
        !ChecksumsRight(packet, segment))
    {
        m_delivery(packet, protocol, from);
        return;
    }
    const auto held = std::find_if(m_held.begin(), m_held.end(), [&](const Held& other) {
        return LinuxRules::GroSameFlow(other.first, segment) && other.from == from;
    });
    if (held != m_held.end())
    {
        const std::size_t index = held - m_held.begin();
        if (LinuxRules::GroCanAppend(held->first, held->payload, segment, maxSize))
        {
            const uint32_t first = held->first.ipSize + held->first.tcpSize;
            if (!held->merged)
            {
                held->merged = held->packet->CreateFragment(first, held->payload);
                held->packet = nullptr; // a buffer that nobody shares grows without a copy
            }
            held->merged->AddAtEnd(packet->CreateFragment(first, segment.payload));
            held->payload += segment.payload;
            held->flags |= segment.GetFlags();
            ++held->segs;
            if (LinuxRules::GroEndsWith(segment, held->first.payload))
            {
                Deliver(index);
            }
            return;
        }
        Deliver(index);
    }
    if (LinuxRules::GroEndsWith(segment, 1) || !IsLocal(segment))
    {
        m_delivery(packet, protocol, from);
        return;
    }
    if (m_held.size() == MAX_HELD)
    {
        Deliver(0);
    }
    Held next;
    next.first = segment;
    next.packet = packet;
    next.payload = segment.payload;
    next.flags = segment.GetFlags();
    next.from = from;
    m_held.push_back(std::move(next));
}

void
LinuxGro::Flush()
{
    while (!m_held.empty())
    {
        Deliver(0);
    }
}

void
LinuxGro::Clear()
{
    m_held.clear();
}

bool
LinuxGro::ChecksumsRight(Ptr<const Packet> packet, const GroSegment& segment)
{
    if (!Node::ChecksumEnabled())
    {
        return true;
    }
    const uint8_t* ip = segment.headers.data();
    if (!segment.ipv6 && !IsSumRight(AddWords(ip, segment.ipSize, 0)))
    {
        return false;
    }
    std::vector<uint8_t> bytes(segment.ipSize + segment.tcpSize + segment.payload);
    packet->CopyData(bytes.data(), bytes.size());
    const uint32_t tcp = segment.tcpSize + segment.payload;
    const uint64_t pseudo = segment.ipv6 ? AddWords(ip + 8, 32, PROTOCOL_TCP + tcp)
                                         : AddWords(ip + 12, 8, PROTOCOL_TCP + tcp);
    return IsSumRight(AddWords(bytes.data() + segment.ipSize, tcp, pseudo));
}

bool
LinuxGro::IsLocal(const GroSegment& segment) const
{
    if (m_isLocal.IsNull())
    {
        return true;
    }
    return segment.ipv6 ? m_isLocal(Ipv6Address::Deserialize(&segment.headers[24]), ETHERTYPE_IPV6)
                        : m_isLocal(Ipv4Address::Deserialize(&segment.headers[16]), ETHERTYPE_IPV4);
}

void
LinuxGro::Deliver(std::size_t index)
{
    // Out of the list first: the receiver may do anything.
    const Held held = std::move(m_held[index]);
    m_held.erase(m_held.begin() + index);
    const uint16_t protocol = held.first.ipv6 ? ETHERTYPE_IPV6 : ETHERTYPE_IPV4;
    m_delivery(held.merged ? Ptr<const Packet>(MakePacket(held)) : held.packet,
               protocol,
               held.from);
}

Ptr<Packet>
LinuxGro::MakePacket(const Held& held)
{
    // Not from the first packet: the metadata of packets that share it would not survive that.
    const uint32_t size = held.first.ipSize + held.first.tcpSize;
    Buffer headers;
    headers.AddAtStart(size);
    Buffer::Iterator start = headers.Begin();
    start.Write(held.first.headers.data(), size);
    start = headers.Begin();
    Ptr<Packet> packet = held.merged;
    const uint32_t payload = held.first.tcpSize + held.payload;
    Ipv4Header ipv4;
    Ipv6Header ipv6;
    TcpHeader tcp;
    if (held.first.ipv6)
    {
        start.Next(ipv6.Deserialize(start));
        ipv6.SetPayloadLength(static_cast<uint16_t>(payload));
    }
    else
    {
        start.Next(ipv4.Deserialize(start));
        ipv4.SetPayloadSize(static_cast<uint16_t>(payload));
    }
    tcp.Deserialize(start);
    tcp.SetFlags(held.flags);
    if (Node::ChecksumEnabled())
    {
        ipv4.EnableChecksum();
        tcp.EnableChecksums();
        if (held.first.ipv6)
        {
            tcp.InitializeChecksum(ipv6.GetSource(), ipv6.GetDestination(), PROTOCOL_TCP);
        }
        else
        {
            tcp.InitializeChecksum(ipv4.GetSource(), ipv4.GetDestination(), PROTOCOL_TCP);
        }
    }
    packet->AddHeader(tcp);
    if (held.first.ipv6)
    {
        packet->AddHeader(ipv6);
    }
    else
    {
        packet->AddHeader(ipv4);
    }
    packet->AddPacketTag(LinuxGroTag(held.segs, held.first.payload));
    return packet;
}

} // namespace ns3
