/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_PRR_H
#define LINUX_PRR_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What proportional rate reduction allows once no more is in flight than ssthresh.
 */
enum class PrrForm
{
    RetransAcked, //!< more than was delivered when an ACK brings retransmitted data (4.3)
    UnaAdvanced,  //!< the same when it advances and marks nothing lost (5.14)
    CatchUp, //!< what was delivered and not yet used always, one more as before (6.0, 9ad084d66619)
};

/**
 * @ingroup linux-tcp
 * @brief Proportional rate reduction (RFC 6937) in segments, as tcp_cwnd_reduction().
 */
class Prr
{
  public:
    /// What one ACK said.
    struct Ack
    {
        uint32_t delivered{0};    //!< segments newly acknowledged or sacked
        uint32_t lost{0};         //!< segments newly taken for lost
        bool advanced{false};     //!< the oldest unacknowledged sequence number has moved
        bool retransAcked{false}; //!< retransmitted data was acknowledged
        bool lostRetrans{false};  //!< a retransmission was found lost
        uint32_t inFlight{0};     //!< segments in flight after the ACK
        uint32_t ssthresh{0};     //!< slow-start threshold, segments
    };

    /**
     * @brief A reduction begins.
     * @param cwnd congestion window before it, segments
     */
    void Begin(uint32_t cwnd);

    /**
     * @brief Get the congestion window after an ACK.
     * @param ack what it said; delivered must not be 0
     * @param form what is allowed below ssthresh
     * @return segments
     */
    uint32_t OnAck(const Ack& ack, PrrForm form);

    /**
     * @brief Something was sent during the reduction, new or again.
     * @param segs segments
     */
    void OnSent(uint32_t segs)
    {
        m_out += segs;
    }

    /**
     * @brief Get what was delivered since it began.
     * @return segments
     */
    uint32_t GetDelivered() const
    {
        return m_delivered;
    }

    /**
     * @brief Get what was sent since it began.
     * @return segments
     */
    uint32_t GetOut() const
    {
        return m_out;
    }

    /**
     * @brief Get the congestion window before it.
     * @return segments
     */
    uint32_t GetPriorCwnd() const
    {
        return m_priorCwnd;
    }

  private:
    uint32_t m_priorCwnd{0}; //!< congestion window before the reduction
    uint32_t m_delivered{0}; //!< delivered since
    uint32_t m_out{0};       //!< sent since
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_PRR_H */
