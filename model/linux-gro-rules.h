/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_GRO_RULES_H
#define LINUX_GRO_RULES_H

#include <array>
#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What generic receive offload looks at in a TCP segment: its headers as they came.
 */
struct GroSegment
{
    /// IPv6 header and the largest TCP header.
    static constexpr uint32_t MAX_HEADERS = 40 + 60;

    std::array<uint8_t, MAX_HEADERS> headers{}; //!< IP and TCP header
    bool ipv6{false};                           //!< IPv6, else IPv4
    uint32_t ipSize{0};                         //!< bytes of the IP header
    uint32_t tcpSize{0};                        //!< bytes of the TCP header with options
    uint32_t payload{0};                        //!< bytes behind them

    /** @return sequence number of the first byte */
    uint32_t GetSequence() const;
    /** @return the eight flags of the TCP header */
    uint8_t GetFlags() const;
};

/**
 * @ingroup linux-tcp
 * @brief Read the headers of a packet.
 * @param data the packet's first bytes, GroSegment::MAX_HEADERS or all of it
 * @param size bytes of the packet; more than IP says are padding
 * @param etherType 0x0800 or 0x86DD
 * @param segment receives the headers
 * @return false when it is nothing that may be merged: no TCP directly over IP, a fragment, IP
 *         options, lengths that do not fit
 */
bool ReadGroSegment(const uint8_t* data, uint32_t size, uint16_t etherType, GroSegment& segment);

/**
 * @ingroup linux-tcp
 * @brief Tell whether two segments belong to one flow: addresses, ports, for IPv6 the flow label.
 * @param a a segment
 * @param b another
 * @return true when they do
 */
bool GroSameFlow(const GroSegment& a, const GroSegment& b);

/**
 * @ingroup linux-tcp
 * @brief Tell whether a segment can be appended to a merged packet of its flow.
 *
 * Everything but lengths, checksums, IPv4 identification, sequence number, PSH and FIN must be
 * that of the first segment, the sequence number the next one, the payload not longer than the
 * first one's. CWR may be set on the first segment only. Linux also wants the IPv4 identification
 * to count up; ns-3 numbers packets for each pair of hosts, not for each socket, so that says
 * nothing here.
 * @param first the first segment merged
 * @param payload bytes of payload merged so far
 * @param next the segment in question, of the same flow
 * @param maxSize the merged IP packet stays shorter than this (gro_max_size)
 * @return true when it can
 */
bool GroCanAppend(const GroSegment& first,
                  uint32_t payload,
                  const GroSegment& next,
                  uint32_t maxSize);

/**
 * @ingroup linux-tcp
 * @brief Tell whether nothing can follow a segment: it is shorter than those before, or has one
 * of the flags URG, PSH, RST, SYN and FIN.
 * @param segment the segment
 * @param gsoSize payload of the first segment of the merged packet; 1 when this is the first
 * @return true when the packet goes up with it
 */
bool GroEndsWith(const GroSegment& segment, uint32_t gsoSize);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_GRO_RULES_H */
