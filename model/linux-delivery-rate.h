/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_DELIVERY_RATE_H
#define LINUX_DELIVERY_RATE_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What an skb remembers of the connection from when it was sent.
 */
struct RateStamp
{
    static constexpr int64_t NONE = INT64_MIN; //!< not sent, or already counted

    int64_t firstSentUs{0};    //!< departure of what was delivered last then, microseconds
    int64_t deliveredUs{NONE}; //!< when something was delivered last, microseconds
    uint32_t delivered{0};     //!< segments delivered then
    bool appLimited{false};    //!< the application had left the connection idle
};

/**
 * @ingroup linux-tcp
 * @brief One ACK's measure of the delivery rate.
 */
struct RateSample
{
    int64_t priorUs{RateStamp::NONE}; //!< deliveredUs of the newest skb delivered
    uint32_t priorDelivered{0};       //!< segments delivered when that was sent
    bool hasPrior{false};             //!< the ACK delivered something that was timed
    bool appLimited{false};           //!< that skb was sent while the application was the limit
    bool retransmitted{false};        //!< that skb had been sent more than once
    uint32_t lastEndSeq{0};           //!< end of that skb
    int64_t sendIntervalUs{0};        //!< time in which what was delivered had been sent
    int64_t ackIntervalUs{0};         //!< time in which it was delivered
    int64_t intervalUs{-1};           //!< the longer of the two; -1: no valid sample
    int64_t delivered{-1};            //!< segments delivered in that time; -1: no valid sample
    uint32_t ackedSacked{0};          //!< segments that this ACK delivered
    uint32_t losses{0};               //!< segments that this ACK let be taken for lost
    uint32_t priorInFlight{0};        //!< segments in flight before it
    int64_t rttUs{-1};                //!< round-trip time of the newest segment; -1: none
    bool ackDelayed{false};           //!< the ACK may have been delayed
};

/**
 * @ingroup linux-tcp
 * @brief Counts what a connection delivers and measures at which rate (tcp_rate.c, Linux 4.9).
 */
class DeliveryRate
{
  public:
    /**
     * @brief An skb is sent.
     * @param stamp the skb's
     * @param sentUs its departure time, microseconds
     * @param isFirst nothing is outstanding before it
     */
    void OnSent(RateStamp& stamp, int64_t sentUs, bool isFirst);

    /**
     * @brief Count segments as delivered.
     * @param segs segments
     */
    void Count(uint32_t segs)
    {
        m_delivered += segs;
    }

    /**
     * @brief An skb has been delivered: the newest one of an ACK makes its sample.
     * @param stamp the skb's
     * @param sentUs its departure time, microseconds
     * @param endSeq its end
     * @param retransmitted it has been sent more than once
     * @param sacked it stays in the queue; its stamp is used up
     * @param[in,out] sample the ACK's
     */
    void OnDelivered(RateStamp& stamp,
                     int64_t sentUs,
                     uint32_t endSeq,
                     bool retransmitted,
                     bool sacked,
                     RateSample& sample);

    /**
     * @brief The ACK has been processed: complete its sample.
     * @param nowUs the time, microseconds
     * @param delivered segments that it delivered
     * @param lost segments newly taken for lost
     * @param reneged the receiver has dropped what it had selectively acknowledged
     * @param minRttUs minimum round-trip time, microseconds
     * @param[in,out] sample the sample
     */
    void Finish(int64_t nowUs,
                uint32_t delivered,
                uint32_t lost,
                bool reneged,
                uint32_t minRttUs,
                RateSample& sample);

    /**
     * @brief The application leaves the connection with less to send than it could take.
     * @param inFlight segments in flight
     */
    void SetAppLimited(uint32_t inFlight);

    /**
     * @brief Get what has been delivered.
     * @return segments since the start of the connection
     */
    uint32_t GetDelivered() const
    {
        return m_delivered;
    }

    /**
     * @brief Tell until when samples count as limited by the application.
     * @return value of GetDelivered() that ends it; 0: not limited
     */
    uint32_t GetAppLimited() const
    {
        return m_appLimited;
    }

    /**
     * @brief Get when something was delivered last.
     * @return microseconds
     */
    int64_t GetDeliveredUs() const
    {
        return m_deliveredUs;
    }

    /**
     * @brief Get the departure time of what was delivered last.
     * @return microseconds
     */
    int64_t GetFirstSentUs() const
    {
        return m_firstSentUs;
    }

  private:
    uint32_t m_delivered{0};  //!< segments delivered
    int64_t m_deliveredUs{0}; //!< when
    int64_t m_firstSentUs{0}; //!< departure of what was delivered last
    uint32_t m_appLimited{0}; //!< samples up to here are limited by the application
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_DELIVERY_RATE_H */
