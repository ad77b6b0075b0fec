/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_TEST_BYTES_H
#define LINUX_TCP_TEST_BYTES_H

#include <cstdint>

namespace ns3
{
namespace LinuxTcpTest
{

/**
 * @brief The byte at a position of the stream.
 * @param offset the position
 * @return a byte that differs from those around it
 */
inline uint8_t
StreamByte(uint32_t offset)
{
    return static_cast<uint8_t>(offset * 7 + (offset >> 8));
}

/**
 * @brief Sum 16-bit words as the Internet checksum does.
 * @param data the bytes
 * @param size how many
 * @param sum what to start from
 * @return the folded sum; 0xffff when a checksum inside is right
 */
inline uint32_t
OnesSum(const uint8_t* data, uint32_t size, uint32_t sum)
{
    for (uint32_t i = 0; i < size; ++i)
    {
        sum += i % 2 == 0 ? data[i] << 8 : data[i];
    }
    while (sum >> 16)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum;
}

} // namespace LinuxTcpTest
} // namespace ns3

#endif // LINUX_TCP_TEST_BYTES_H
