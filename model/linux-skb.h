/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SKB_H
#define LINUX_SKB_H

#include "linux-delivery-rate.h"
#include "linux-sequence.h"

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief One unit that is handed to IP: a range of the byte stream, one or more segments long.
 *
 * An skb is in one queue at a time: the write queue until it is sent, the rtx queue until it is
 * acknowledged. Both use hooks inside the skb; memory comes from a LinuxSkbPool.
 */
struct LinuxSkb
{
    /// Links skbs in the write queue and, while unused, in the pool.
    using ListHook = boost::intrusive::list_member_hook<
        boost::intrusive::link_mode<boost::intrusive::safe_link>>;
    /// Links skbs in the rtx queue.
    using SetHook =
        boost::intrusive::set_member_hook<boost::intrusive::link_mode<boost::intrusive::safe_link>,
                                          boost::intrusive::optimize_size<true>>;

    uint32_t seq{0};            //!< first sequence number
    uint32_t endSeq{0};         //!< one past the last sequence number, that of FIN included
    uint32_t length{0};         //!< payload bytes
    uint32_t segs{0};           //!< segments; 0 until first computed
    uint32_t mss{0};            //!< the mss that segs was computed with
    uint32_t truesize{0};       //!< memory charged: payload and overhead
    bool psh{false};            //!< the last segment carries PSH
    bool fin{false};            //!< the last segment carries FIN
    bool eor{false};            //!< end of record: nothing may be appended
    bool retransmitted{false};  //!< has been sent more than once (EVER_RETRANS)
    bool sacked{false};         //!< selectively acknowledged (S)
    bool lost{false};           //!< taken for lost, and not delivered since (L)
    bool inRetrans{false};      //!< a retransmission is on its way (R)
    int64_t sentTimeNs{0};      //!< departure time of the last transmission, ns
    uint64_t charge{0};         //!< handle of the last transmission's charge
    LinuxRules::RateStamp rate; //!< the connection's deliveries when it was sent last

    ListHook listHook; //!< write queue
    SetHook setHook;   //!< rtx queue
    ListHook timeHook; //!< rtx queue, in the order of transmission

    /**
     * @brief Compute the number of segments.
     * @param newMss payload bytes per segment, not 0
     */
    void SetSegments(uint32_t newMss);

    /**
     * @brief Move the end of the payload to another skb, which is to follow this one.
     *
     * PSH, FIN and end of record go with it; the segments of both are computed. The sums that a
     * queue keeps are the caller's.
     *
     * @param right an skb just allocated
     * @param keep payload bytes that stay, more than 0 and less than length
     * @param newMss payload bytes per segment, not 0
     * @param overhead truesize of the other skb beyond its payload, bytes
     */
    void MoveTail(LinuxSkb& right, uint32_t keep, uint32_t newMss, uint32_t overhead);

    /**
     * @brief Get the departure time of the last transmission, as Linux's clock shows it.
     * @return whole microseconds
     */
    int64_t GetSentUs() const
    {
        return sentTimeNs / 1000;
    }

    /**
     * @brief Overhead of this skb.
     * @return truesize beyond the payload, bytes
     */
    uint32_t GetOverhead() const
    {
        return truesize - length;
    }
};

/**
 * @ingroup linux-tcp
 * @brief Memory of the skbs of one socket.
 *
 * Freed skbs are kept for the next allocation, so the heap is used only while the number of skbs
 * in use reaches a new maximum. The pool must outlive the queues that use it.
 */
class LinuxSkbPool
{
  public:
    LinuxSkbPool() = default;
    ~LinuxSkbPool();
    LinuxSkbPool(const LinuxSkbPool&) = delete;
    LinuxSkbPool& operator=(const LinuxSkbPool&) = delete;

    /**
     * @brief Get an skb with all fields at their defaults.
     * @return the skb
     */
    LinuxSkb* Allocate();

    /**
     * @brief Return an skb that is in no queue.
     * @param skb the skb
     */
    void Free(LinuxSkb* skb);

    /**
     * @brief Get the number of skbs in use.
     * @return skbs allocated and not freed
     */
    std::size_t GetInUse() const
    {
        return m_inUse;
    }

    /**
     * @brief Get the number of skbs that memory has been taken for.
     * @return skbs in use and free
     */
    std::size_t GetCapacity() const
    {
        return m_chunks.size() * CHUNK_SKBS;
    }

  private:
    static constexpr std::size_t CHUNK_SKBS = 32; //!< skbs taken from the heap at a time

    /// Unused skbs.
    using FreeList = boost::intrusive::list<
        LinuxSkb,
        boost::intrusive::member_hook<LinuxSkb, LinuxSkb::ListHook, &LinuxSkb::listHook>,
        boost::intrusive::constant_time_size<false>>;

    std::vector<std::unique_ptr<LinuxSkb[]>> m_chunks; //!< all memory
    FreeList m_free;                                   //!< unused skbs
    std::size_t m_inUse{0};                            //!< skbs allocated and not freed
};

} // namespace ns3

#endif /* LINUX_SKB_H */
