/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-send-buffer.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// skb_shared_info and sk_buff of a 64-bit build, aligned.
constexpr uint32_t SHARED_INFO = 320;
constexpr uint32_t SK_BUFF = 256;
/// The initial congestion window.
constexpr uint32_t INITIAL_SEGMENTS = 10;

} // namespace

SendBuffer::SendBuffer(uint32_t size, uint32_t max)
    : m_size(std::min(size, max)),
      m_max(max)
{
}

void
SendBuffer::Expand(uint32_t cwnd, uint32_t mss, uint32_t maxTcpHeader, uint32_t factor)
{
    // The head of an skb comes from caches of powers of two.
    uint64_t head = 1;
    while (head < uint64_t{mss} + maxTcpHeader + SHARED_INFO)
    {
        head *= 2;
    }
    const uint64_t wanted = uint64_t{factor} * std::max(cwnd, INITIAL_SEGMENTS) * (head + SK_BUFF);
    m_size = std::max(m_size, static_cast<uint32_t>(std::min<uint64_t>(wanted, m_max)));
}

bool
SendBuffer::IsFree(uint64_t queued) const
{
    return queued < m_size;
}

bool
SendBuffer::IsWriteable(uint64_t queued) const
{
    return queued + queued / 2 <= m_size;
}

uint32_t
SendBuffer::GetSize() const
{
    return m_size;
}

} // namespace LinuxRules
} // namespace ns3
