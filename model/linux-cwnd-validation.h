/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_CWND_VALIDATION_H
#define LINUX_CWND_VALIDATION_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Tracks whether the congestion window is used, so that it grows only then.
 */
class CwndValidation
{
  public:
    /**
     * @brief Note the outcome of one call of the transmit loop.
     *
     * To be called when the loop has sent something or the congestion window is the limit.
     *
     * @param isCwndLimited the congestion window stopped the loop or is full
     * @param packetsOut segments outstanding after the loop
     * @param sndUna oldest unacknowledged sequence number
     * @param sndNxt next sequence number to send
     */
    void AfterSend(bool isCwndLimited, uint32_t packetsOut, uint32_t sndUna, uint32_t sndNxt);

    /**
     * @brief Tell whether the congestion window may grow.
     * @param inSlowStart cwnd < ssthresh
     * @param cwnd congestion window, segments
     * @return true when it was the limit in the current window or, in slow start, when more than
     *         half of it was used
     */
    bool IsCwndLimited(bool inSlowStart, uint32_t cwnd) const;

    /**
     * @brief Get the most segments outstanding in the current window.
     * @return segments
     */
    uint32_t GetMaxPacketsOut() const;

  private:
    bool m_started{false};       //!< AfterSend() has been called
    bool m_cwndLimited{false};   //!< the congestion window was the limit in this window
    uint32_t m_maxPacketsOut{0}; //!< most segments outstanding in this window
    uint32_t m_windowEnd{0};     //!< when this is acknowledged, a new window begins
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_CWND_VALIDATION_H */
