/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-gro-rules.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

constexpr uint32_t IPV4_SIZE = 20;      //!< IPv4 header without options
constexpr uint32_t IPV6_SIZE = 40;      //!< IPv6 header
constexpr uint32_t MIN_TCP_SIZE = 20;   //!< TCP header without options
constexpr uint8_t PROTOCOL_TCP = 6;     //!< IP protocol number of TCP
constexpr uint16_t FRAGMENT = 0x3fff;   //!< IPv4: more fragments, offset
constexpr uint8_t DONT_FRAGMENT = 0x40; //!< IPv4: in byte 6
constexpr uint8_t FIN = 0x01;           //!< TCP flag
constexpr uint8_t SYN = 0x02;           //!< TCP flag
constexpr uint8_t RST = 0x04;           //!< TCP flag
constexpr uint8_t PSH = 0x08;           //!< TCP flag
constexpr uint8_t URG = 0x20;           //!< TCP flag
constexpr uint8_t CWR = 0x80;           //!< TCP flag

/**
 * @brief Read a big-endian number of two bytes.
 * @param data the first byte
 * @return the number
 */
uint16_t
Read16(const uint8_t* data)
{
    return static_cast<uint16_t>(data[0] << 8 | data[1]);
}

/**
 * @brief Read a big-endian number of four bytes.
 * @param data the first byte
 * @return the number
 */
uint32_t
Read32(const uint8_t* data)
{
    return uint32_t{Read16(data)} << 16 | Read16(data + 2);
}

} // namespace

uint32_t
GroSegment::GetSequence() const
{
    return Read32(&headers[ipSize + 4]);
}

uint8_t
GroSegment::GetFlags() const
{
    return headers[ipSize + 13];
}

bool
ReadGroSegment(const uint8_t* data, uint32_t size, uint16_t etherType, GroSegment& segment)
{
    uint32_t ipPacket = 0;
    if (etherType == 0x0800)
    {
        if (size < IPV4_SIZE + MIN_TCP_SIZE || data[0] != 0x45 || data[9] != PROTOCOL_TCP ||
            (Read16(data + 6) & FRAGMENT) != 0)
        {
            return false;
        }
        segment.ipv6 = false;
        segment.ipSize = IPV4_SIZE;
        ipPacket = Read16(data + 2);
    }
    else if (etherType == 0x86DD)
    {
        if (size < IPV6_SIZE + MIN_TCP_SIZE || data[0] >> 4 != 6 || data[6] != PROTOCOL_TCP)
        {
            return false;
        }
        segment.ipv6 = true;
        segment.ipSize = IPV6_SIZE;
        ipPacket = IPV6_SIZE + Read16(data + 4);
    }
    else
    {
        return false;
    }
    segment.tcpSize = (data[segment.ipSize + 12] >> 4) * 4U;
    const uint32_t headers = segment.ipSize + segment.tcpSize;
    if (segment.tcpSize < MIN_TCP_SIZE || ipPacket < headers || ipPacket > size)
    {
        return false;
    }
    segment.payload = ipPacket - headers;
    std::copy_n(data, headers, segment.headers.begin());
    return true;
}

bool
GroSameFlow(const GroSegment& a, const GroSegment& b)
{
    if (a.ipv6 != b.ipv6)
    {
        return false;
    }
    const uint8_t* x = a.headers.data();
    const uint8_t* y = b.headers.data();
    // The ports first: that is where flows differ most often.
    if (!std::equal(x + a.ipSize, x + a.ipSize + 4, y + b.ipSize))
    {
        return false;
    }
    return a.ipv6 ? ((Read32(x) ^ Read32(y)) & 0x000fffff) == 0 && std::equal(x + 8, x + 40, y + 8)
                  : std::equal(x + 12, x + 20, y + 12);
}

bool
GroCanAppend(const GroSegment& first, uint32_t payload, const GroSegment& next, uint32_t maxSize)
{
    const uint8_t* x = first.headers.data();
    const uint8_t* y = next.headers.data();
    const bool sameIp = first.ipv6
                            ? ((Read32(x) ^ Read32(y)) & 0x0ff00000) == 0 && x[7] == y[7]
                            : x[1] == y[1] && x[8] == y[8] && ((x[6] ^ y[6]) & DONT_FRAGMENT) == 0;
    if (!sameIp || next.payload == 0 || next.payload > first.payload)
    {
        return false;
    }
    x += first.ipSize;
    y += next.ipSize;
    // Header length, flags and window, the acknowledgement, options.
    return x[12] == y[12] && ((x[13] ^ y[13]) & ~(CWR | FIN | PSH)) == 0 && (y[13] & CWR) == 0 &&
           std::equal(x + 14, x + 16, y + 14) && std::equal(x + 8, x + 12, y + 8) &&
           std::equal(x + MIN_TCP_SIZE, x + first.tcpSize, y + MIN_TCP_SIZE) &&
           next.GetSequence() == first.GetSequence() + payload &&
           first.ipSize + first.tcpSize + payload + next.payload < maxSize;
}

bool
GroEndsWith(const GroSegment& segment, uint32_t gsoSize)
{
    return segment.payload < gsoSize || (segment.GetFlags() & (URG | PSH | RST | SYN | FIN)) != 0;
}

} // namespace LinuxRules
} // namespace ns3
