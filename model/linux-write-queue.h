/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_WRITE_QUEUE_H
#define LINUX_WRITE_QUEUE_H

#include "linux-skb.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief The skbs that have not been sent yet, in the order of the byte stream.
 *
 * All operations take constant time, except Clear().
 */
class LinuxWriteQueue
{
  public:
    /// Truesize beyond the payload that an skb has by default, bytes.
    static constexpr uint32_t DEFAULT_OVERHEAD = 768;

    /**
     * @brief What one step of sendmsg did.
     */
    struct AppendResult
    {
        LinuxSkb* skb{nullptr};  //!< the tail skb, which took the bytes
        uint32_t bytes{0};       //!< bytes appended
        bool newSkb{false};      //!< the skb was created for them
        bool reachedGoal{false}; //!< the skb is as long as the size goal, or longer
        bool isHead{false};      //!< the skb is also the head of the queue
    };

    /**
     * @brief Create an empty queue.
     * @param pool memory of the skbs; must outlive the queue
     * @param overhead truesize of an skb beyond its payload, bytes
     */
    explicit LinuxWriteQueue(LinuxSkbPool& pool, uint32_t overhead = DEFAULT_OVERHEAD);
    ~LinuxWriteQueue();
    LinuxWriteQueue(const LinuxWriteQueue&) = delete;
    LinuxWriteQueue& operator=(const LinuxWriteQueue&) = delete;

    /**
     * @brief Set the overhead of skbs created from now on.
     * @param overhead truesize of an skb beyond its payload, bytes
     */
    void SetOverhead(uint32_t overhead);

    /**
     * @brief Get the overhead of new skbs.
     * @return bytes
     */
    uint32_t GetOverhead() const;

    /**
     * @brief Set the sequence number of the next byte written. Only while the queue is empty.
     * @param seq sequence number
     */
    void SetWriteSeq(uint32_t seq);

    /**
     * @brief Get the sequence number of the next byte written.
     * @return sequence number (write_seq)
     */
    uint32_t GetWriteSeq() const;

    /**
     * @brief One step of sendmsg: fill the tail skb up to the size goal, or start a new skb.
     *
     * Takes at most what one skb has room for, so that the caller can push an skb that has
     * reached the goal before it goes on. A tail that ends with an end of record or FIN is left
     * alone. The first bytes of a write take PSH away from a tail that grows; what is written
     * after a wait for memory leaves it.
     *
     * @param bytes bytes left to write
     * @param mss payload bytes per segment
     * @param sizeGoal bytes at which an skb is full
     * @param firstOfWrite nothing of this write has been taken before
     * @return what happened; AppendResult::bytes tells how much was taken
     */
    AppendResult AppendStep(uint32_t bytes,
                            uint32_t mss,
                            uint32_t sizeGoal,
                            bool firstOfWrite = true);

    /**
     * @brief Append all bytes, in as many skbs as it takes.
     * @param bytes bytes to write
     * @param mss payload bytes per segment
     * @param sizeGoal bytes at which an skb is full
     * @return the last step; AppendResult::bytes is the sum of all steps, and newSkb tells whether
     *         any step created an skb
     */
    AppendResult Append(uint32_t bytes, uint32_t mss, uint32_t sizeGoal);

    /**
     * @brief Put FIN at the end of the stream: on the tail skb, or on an empty one of its own.
     * @param mss payload bytes per segment
     * @return the skb that carries it
     */
    LinuxSkb* AppendFin(uint32_t mss);

    /**
     * @brief Set PSH on the tail skb.
     */
    void MarkPush();

    /**
     * @brief End a record: nothing will be appended to the tail skb.
     */
    void MarkEor();

    /**
     * @brief Get the skb to send next.
     * @return the head skb; null when the queue is empty
     */
    LinuxSkb* Front();
    /** @copydoc Front() */
    const LinuxSkb* Front() const;

    /**
     * @brief Get the skb that sendmsg fills.
     * @return the tail skb; null when the queue is empty
     */
    LinuxSkb* Back();
    /** @copydoc Back() */
    const LinuxSkb* Back() const;

    /**
     * @brief Get the skb behind another.
     * @param skb an skb of this queue
     * @return the next one; null when there is none
     */
    LinuxSkb* Next(LinuxSkb* skb);

    /**
     * @brief Tell whether nothing is queued behind an skb.
     * @param skb an skb of this queue
     * @return true for the tail
     */
    bool IsLast(const LinuxSkb* skb) const;

    /**
     * @brief Cut an skb in two. The new one follows it and has an overhead of its own; PSH, FIN
     *        and end of record go with it.
     * @param skb an skb of this queue
     * @param bytes what stays, more than 0 and less than its length
     * @param mss payload bytes per segment
     * @return the new skb
     */
    LinuxSkb* Split(LinuxSkb* skb, uint32_t bytes, uint32_t mss);

    /**
     * @brief Move bytes from the next skb to this one; truesize moves with the payload.
     *
     * An emptied skb disappears with its overhead, after handing on PSH, FIN and end of record.
     * Nothing moves when there is no next skb or this one ends a record.
     *
     * @param skb an skb of this queue
     * @param bytes bytes wanted
     * @param mss payload bytes per segment
     * @return bytes moved
     */
    uint32_t Grow(LinuxSkb* skb, uint32_t bytes, uint32_t mss);

    /**
     * @brief Take the head skb out, to hand it to the rtx queue or back to PushFront().
     * @return the skb; null when the queue is empty
     */
    LinuxSkb* PopFront();

    /**
     * @brief Put a popped skb back to the head (it was dropped locally).
     * @param skb an skb that ends where the queue begins
     */
    void PushFront(LinuxSkb* skb);

    /**
     * @brief Free all skbs. The write sequence number stays.
     */
    void Clear();

    /**
     * @brief Tell whether the queue is empty.
     * @return true when it has no skb
     */
    bool IsEmpty() const;

    /**
     * @brief Get the number of skbs.
     * @return skbs
     */
    std::size_t Count() const;

    /**
     * @brief Get the payload in the queue.
     * @return bytes
     */
    uint64_t GetBytes() const;

    /**
     * @brief Get the memory charged for the queue.
     * @return bytes
     */
    uint64_t GetTruesize() const;

  private:
    /// The skbs.
    using List = boost::intrusive::list<
        LinuxSkb,
        boost::intrusive::member_hook<LinuxSkb, LinuxSkb::ListHook, &LinuxSkb::listHook>>;

    /**
     * @brief Append an empty skb.
     * @return the skb
     */
    LinuxSkb* NewTail();

    LinuxSkbPool& m_pool;   //!< memory of the skbs
    uint32_t m_overhead;    //!< overhead of new skbs
    uint32_t m_writeSeq{0}; //!< sequence number of the next byte written
    uint64_t m_bytes{0};    //!< payload
    uint64_t m_truesize{0}; //!< memory charged
    List m_list;            //!< the skbs
};

} // namespace ns3

#endif /* LINUX_WRITE_QUEUE_H */
