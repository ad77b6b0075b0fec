/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-gro-rules.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t PAYLOAD = 100;
constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t IPV6 = 0x86DD;

/**
 * @brief A segment with timestamps and PAYLOAD bytes.
 * @param etherType IPV4 or IPV6
 * @return its bytes
 */
std::vector<uint8_t>
MakePacket(uint16_t etherType)
{
    const uint32_t ip = etherType == IPV4 ? 20 : 40;
    std::vector<uint8_t> data(ip + 32 + PAYLOAD);
    if (etherType == IPV4)
    {
        data[0] = 0x45;
        data[3] = static_cast<uint8_t>(data.size());
        data[9] = 6;
    }
    else
    {
        data[0] = 0x60;
        data[5] = 32 + PAYLOAD;
        data[6] = 6;
    }
    data[ip + 4] = 0x12;
    data[ip + 7] = 0x34;
    data[ip + 12] = 0x80;
    data[ip + 13] = 0x18;
    return data;
}

/**
 * @brief Read a packet that has exactly the bytes given, so that a sanitizer sees a read too far.
 * @param data the bytes
 * @param etherType its EtherType
 * @return whether it may be merged
 */
bool
IsCandidate(const std::vector<uint8_t>& data, uint16_t etherType)
{
    GroSegment segment;
    return ReadGroSegment(data.data(), static_cast<uint32_t>(data.size()), etherType, segment);
}

} // namespace

TEST(GroRules, ReadsASegment)
{
    for (uint16_t etherType : {IPV4, IPV6})
    {
        std::vector<uint8_t> data = MakePacket(etherType);
        const auto size = static_cast<uint32_t>(data.size());
        data.resize(size + 9); // padding
        GroSegment segment;
        ASSERT_TRUE(ReadGroSegment(data.data(), size + 9, etherType, segment));
        EXPECT_EQ(segment.ipv6, etherType == IPV6);
        EXPECT_EQ(segment.ipSize, etherType == IPV4 ? 20U : 40U);
        EXPECT_EQ(segment.tcpSize, 32U);
        EXPECT_EQ(segment.payload, PAYLOAD);
        EXPECT_EQ(segment.GetSequence(), 0x12000034U);
        EXPECT_EQ(segment.GetFlags(), 0x18);
    }
}

TEST(GroRules, EveryTruncatedPacketIsRefused)
{
    for (uint16_t etherType : {IPV4, IPV6})
    {
        const std::vector<uint8_t> data = MakePacket(etherType);
        for (std::size_t size = 0; size < data.size(); ++size)
        {
            EXPECT_FALSE(IsCandidate({data.begin(), data.begin() + size}, etherType)) << size;
        }
        EXPECT_TRUE(IsCandidate(data, etherType));
    }
}

TEST(GroRules, LengthsThatContradictEachOtherAreRefused)
{
    for (uint16_t etherType : {IPV4, IPV6})
    {
        const uint32_t ip = etherType == IPV4 ? 20 : 40;
        const uint32_t field = etherType == IPV4 ? 3 : 5;
        const std::vector<uint8_t> good = MakePacket(etherType);
        // IP says more than there is, and less than the headers take.
        for (int length = 0; length < 256; ++length)
        {
            std::vector<uint8_t> data = good;
            data[field] = static_cast<uint8_t>(length);
            const uint32_t total = length + (etherType == IPV4 ? 0 : 40);
            EXPECT_EQ(IsCandidate(data, etherType), total >= ip + 32 && total <= data.size())
                << length;
        }
        // TCP headers too short, possible, longer than the packet.
        for (uint32_t words = 0; words < 16; ++words)
        {
            std::vector<uint8_t> data = good;
            data.resize(ip + 40);
            data[field] = static_cast<uint8_t>(etherType == IPV4 ? data.size() : 40);
            data[ip + 12] = static_cast<uint8_t>(words << 4);
            EXPECT_EQ(IsCandidate(data, etherType), words >= 5 && words <= 10) << words;
        }
    }
}

TEST(GroRules, OtherPacketsAreRefused)
{
    std::vector<uint8_t> data = MakePacket(IPV4);
    EXPECT_FALSE(IsCandidate(data, IPV6));
    EXPECT_FALSE(IsCandidate(data, 0x0806));
    EXPECT_FALSE(IsCandidate(MakePacket(IPV6), IPV4));
    data[0] = 0x46; // IP options
    EXPECT_FALSE(IsCandidate(data, IPV4));
    data = MakePacket(IPV6);
    data[0] = 0x50; // no version of IP
    EXPECT_FALSE(IsCandidate(data, IPV6));
    for (uint8_t bits : {0x20, 0x1f})
    {
        data = MakePacket(IPV4);
        data[6] = bits; // a fragment
        EXPECT_FALSE(IsCandidate(data, IPV4));
    }
    data = MakePacket(IPV4);
    data[6] = 0x40; // DF
    EXPECT_TRUE(IsCandidate(data, IPV4));
}
