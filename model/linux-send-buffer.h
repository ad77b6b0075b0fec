/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SEND_BUFFER_H
#define LINUX_SEND_BUFFER_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Linux's send buffer: memory of the skbs that are queued and not acknowledged, and how its
 * limit follows the congestion window.
 */
class SendBuffer
{
  public:
    /**
     * @brief Create a buffer.
     * @param size sk_sndbuf at the start (tcp_wmem[1]), bytes of memory
     * @param max sk_sndbuf at most (tcp_wmem[2]), bytes of memory
     */
    explicit SendBuffer(uint32_t size = 16384, uint32_t max = 4194304);

    /**
     * @brief Let the limit follow the congestion window (tcp_sndbuf_expand): twice its segments, as
     * if each had an skb of its own.
     * @param cwnd congestion window, segments
     * @param mss payload per segment without options, bytes
     * @param maxTcpHeader header room of an skb (MAX_TCP_HEADER), bytes
     * @param factor windows that it holds; 2 unless the congestion control says otherwise
     */
    void Expand(uint32_t cwnd, uint32_t mss, uint32_t maxTcpHeader, uint32_t factor = 2);

    /**
     * @brief Tell whether another skb may be started (sk_stream_memory_free).
     * @param queued sk_wmem_queued, bytes of memory
     * @return true when below the limit
     */
    bool IsFree(uint64_t queued) const;

    /**
     * @brief Tell whether a writer that waits is woken (sk_stream_is_writeable): not before a
     * third is free.
     * @param queued sk_wmem_queued, bytes of memory
     * @return true when it is
     */
    bool IsWriteable(uint64_t queued) const;

    /**
     * @brief Get the limit.
     * @return sk_sndbuf, bytes of memory
     */
    uint32_t GetSize() const;

  private:
    uint32_t m_size; //!< sk_sndbuf
    uint32_t m_max;  //!< tcp_wmem[2]
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_SEND_BUFFER_H */
