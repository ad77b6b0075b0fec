/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_RTX_QUEUE_H
#define LINUX_RTX_QUEUE_H

#include "linux-skb.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief The skbs that have been sent and not been fully acknowledged: the scoreboard.
 *
 * They are ordered by sequence number, and those that may still be delivered by their last
 * transmission too. Three marks, as in Linux, say what is known of an skb: sacked (S), lost (L) and
 * retransmission on its way (R); the queue keeps their sums in segments.
 *
 * Push of the newest and ACK of the oldest skb take constant time, a search by sequence number
 * logarithmic time.
 */
class LinuxRtxQueue
{
  public:
    /**
     * @brief What a cumulative ACK did.
     */
    struct AckResult
    {
        uint32_t segs{0};          //!< segments acknowledged
        uint32_t bytes{0};         //!< payload bytes acknowledged and removed
        uint32_t skbs{0};          //!< skbs acknowledged as a whole, and freed
        bool partial{false};       //!< segments of a longer skb were acknowledged too
        bool finAcked{false};      //!< FIN was acknowledged
        bool retransmitted{false}; //!< some of it had been sent more than once: no RTT sample
        bool hasSentTime{false};   //!< firstSentNs and lastSentNs are valid
        int64_t firstSentNs{0};    //!< departure of the first skb sent once and not sacked before
        int64_t lastSentNs{0};     //!< departure of the last such skb
    };

    /**
     * @brief Create an empty queue.
     * @param pool memory of the skbs, the same as the write queue's; must outlive the queue
     */
    explicit LinuxRtxQueue(LinuxSkbPool& pool);
    ~LinuxRtxQueue();
    LinuxRtxQueue(const LinuxRtxQueue&) = delete;
    LinuxRtxQueue& operator=(const LinuxRtxQueue&) = delete;

    /**
     * @brief Add an skb that has just been sent.
     * @param skb an skb in no queue that begins at or after the end of all others; its segments
     *        are computed
     */
    void Push(LinuxSkb* skb);

    /**
     * @brief Remove what a cumulative ACK covers.
     *
     * Of an skb that is covered in part, only one with several segments is trimmed; it counts as
     * acknowledged the segments by which its number of segments falls.
     *
     * @param una the new oldest unacknowledged sequence number
     * @return what was removed
     */
    AckResult AckUpTo(uint32_t una)
    {
        return AckUpTo(una, [](LinuxSkb&, uint32_t, uint32_t) {});
    }

    /**
     * @brief Remove what a cumulative ACK covers, and show each skb before it goes.
     * @tparam Visitor type of the visitor
     * @param una the new oldest unacknowledged sequence number
     * @param visitor takes an skb, without what was trimmed off, the segments of it that are
     *        acknowledged, and its first sequence number before
     * @return what was removed
     */
    template <class Visitor>
    AckResult AckUpTo(uint32_t una, Visitor visitor)
    {
        AckResult result;
        while (LinuxSkb* skb = Front())
        {
            const uint32_t startSeq = skb->seq;
            const bool whole = !LinuxRules::SeqAfter(skb->endSeq, una);
            const uint32_t segs = whole ? skb->segs : TrimFront(una, result);
            if (segs == 0)
            {
                break;
            }
            Account(*skb, segs, result);
            visitor(*skb, segs, startSeq);
            if (!whole)
            {
                result.partial = true;
                break;
            }
            result.bytes += skb->length;
            ++result.skbs;
            result.finAcked = result.finAcked || skb->fin;
            FreeFront();
        }
        return result;
    }

    /**
     * @brief An skb has been selectively acknowledged: it leaves the order of transmission.
     * @param skb an skb of this queue without S
     */
    void MarkSacked(LinuxSkb* skb);

    /**
     * @brief Forget that an skb was selectively acknowledged.
     * @param skb an skb of this queue
     */
    void UnmarkSacked(LinuxSkb* skb);

    /**
     * @brief An skb is taken for lost.
     * @param skb an skb of this queue without S and L
     */
    void MarkLost(LinuxSkb* skb);

    /**
     * @brief An skb is no longer taken for lost.
     * @param skb an skb of this queue
     */
    void UnmarkLost(LinuxSkb* skb);

    /**
     * @brief The retransmission of an skb is lost or delivered.
     * @param skb an skb of this queue
     */
    void UnmarkRetrans(LinuxSkb* skb);

    /**
     * @brief An skb has been sent again; what is to be the newest in the order of transmission.
     * @param skb an skb of this queue
     * @param counted it counts as in flight once more (R); a loss probe does not
     */
    void MarkRetransmitted(LinuxSkb* skb, bool counted = true);

    /**
     * @brief Take an skb out of the order of transmission: it has been looked at.
     * @param skb an skb of this queue
     */
    void LeaveTimeOrder(LinuxSkb* skb);

    /**
     * @brief Get the skb whose last transmission is the oldest.
     * @return the skb; null when none is in the order of transmission
     */
    LinuxSkb* OldestSent();

    /**
     * @brief Get the skb that was sent next after another.
     * @param skb an skb in the order of transmission
     * @return the skb; null when it is the newest
     */
    LinuxSkb* NextSent(LinuxSkb* skb);

    /**
     * @brief Cut off what was acknowledged of the oldest segment without freeing it.
     * @param una the oldest unacknowledged sequence number
     */
    void TrimHead(uint32_t una);

    /**
     * @brief Get the segments that were selectively acknowledged.
     * @return sacked_out, without what duplicate ACKs stand for
     */
    uint32_t GetSackedOut() const;

    /**
     * @brief Get the segments that are taken for lost.
     * @return lost_out
     */
    uint32_t GetLostOut() const;

    /**
     * @brief Get the segments whose retransmission is on its way.
     * @return retrans_out
     */
    uint32_t GetRetransOut() const;

    /**
     * @brief Find the skb that carries a sequence number.
     * @param seq sequence number
     * @return the skb; null when there is none
     */
    LinuxSkb* FindBySeq(uint32_t seq);
    /** @copydoc FindBySeq() */
    const LinuxSkb* FindBySeq(uint32_t seq) const;

    /**
     * @brief Get the oldest skb.
     * @return the skb; null when the queue is empty
     */
    LinuxSkb* Front();
    /** @copydoc Front() */
    const LinuxSkb* Front() const;

    /**
     * @brief Get the newest skb.
     * @return the skb; null when the queue is empty
     */
    LinuxSkb* Back();
    /** @copydoc Back() */
    const LinuxSkb* Back() const;

    /**
     * @brief Get the skb behind another in sequence order.
     * @param skb an skb of this queue
     * @return the next one; null when there is none
     */
    LinuxSkb* Next(LinuxSkb* skb);

    /**
     * @brief Cut an skb in two, to send one part again. PSH, FIN and end of record go with the
     *        new one; the outstanding segments are recounted.
     * @param skb an skb of this queue
     * @param bytes what stays, more than 0 and less than its length
     * @param mss payload bytes per segment
     * @param overhead truesize of the new skb beyond its payload, bytes
     * @return the new skb
     */
    LinuxSkb* Split(LinuxSkb* skb, uint32_t bytes, uint32_t mss, uint32_t overhead);

    /**
     * @brief Free all skbs.
     */
    void Clear();

    /**
     * @brief Tell whether nothing is outstanding.
     * @return true when the queue has no skb
     */
    bool IsEmpty() const;

    /**
     * @brief Get the number of skbs.
     * @return skbs
     */
    std::size_t Count() const;

    /**
     * @brief Get the number of segments outstanding.
     * @return packets_out
     */
    uint32_t GetPacketsOut() const;

    /**
     * @brief Get the payload outstanding.
     * @return bytes
     */
    uint64_t GetBytes() const;

    /**
     * @brief Get the memory charged for the queue.
     * @return bytes
     */
    uint64_t GetTruesize() const;

    /**
     * @brief Get the departure time of the oldest skb's last transmission.
     * @return ns; 0 when the queue is empty
     */
    int64_t GetHeadSentTimeNs() const;

  private:
    /// Orders skbs by sequence number.
    struct Order
    {
        bool operator()(const LinuxSkb& a, const LinuxSkb& b) const
        {
            return LinuxRules::SeqBefore(a.seq, b.seq);
        }

        bool operator()(uint32_t a, const LinuxSkb& b) const
        {
            return LinuxRules::SeqBefore(a, b.seq);
        }

        bool operator()(const LinuxSkb& a, uint32_t b) const
        {
            return LinuxRules::SeqBefore(a.seq, b);
        }
    };

    /// The skbs.
    using Set = boost::intrusive::set<
        LinuxSkb,
        boost::intrusive::member_hook<LinuxSkb, LinuxSkb::SetHook, &LinuxSkb::setHook>,
        boost::intrusive::compare<Order>>;

    /// The skbs in the order of their last transmission.
    using TimeList = boost::intrusive::list<
        LinuxSkb,
        boost::intrusive::member_hook<LinuxSkb, LinuxSkb::ListHook, &LinuxSkb::timeHook>>;

    /**
     * @brief Trim what is acknowledged off the oldest skb.
     * @param una the new oldest unacknowledged sequence number, within the skb
     * @param[in,out] result takes the bytes
     * @return segments by which the skb has shrunk
     */
    uint32_t TrimFront(uint32_t una, AckResult& result);

    /**
     * @brief Count acknowledged segments of the oldest skb.
     * @param skb the skb
     * @param segs segments
     * @param[in,out] result takes what is known of them
     */
    static void Account(const LinuxSkb& skb, uint32_t segs, AckResult& result);

    /**
     * @brief Add an skb's segments to the sums, or take them out.
     * @param skb the skb
     * @param segs segments; negative to take them out
     */
    void AddToSums(const LinuxSkb& skb, int64_t segs);

    /**
     * @brief Remove the oldest skb and free it.
     */
    void FreeFront();

    LinuxSkbPool& m_pool;     //!< memory of the skbs
    uint32_t m_packetsOut{0}; //!< segments outstanding
    uint32_t m_sackedOut{0};  //!< segments with S
    uint32_t m_lostOut{0};    //!< segments with L
    uint32_t m_retransOut{0}; //!< segments with R
    uint64_t m_bytes{0};      //!< payload
    uint64_t m_truesize{0};   //!< memory charged
    Set m_set;                //!< the skbs
    TimeList m_timeList;      //!< those that may still be delivered, oldest transmission first
};

} // namespace ns3

#endif /* LINUX_RTX_QUEUE_H */
