/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_PACING_H
#define LINUX_PACING_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief sk_pacing_rate of a congestion control that sets none, in Linux's integer arithmetic.
 * @param mss payload bytes per segment
 * @param cwnd congestion window, segments
 * @param packetsOut segments outstanding
 * @param ssthresh slow-start threshold, segments
 * @param srttUs8 smoothed round-trip time in eighths of a microsecond; 0 when unknown
 * @param ssRatio tcp_pacing_ss_ratio, percent
 * @param caRatio tcp_pacing_ca_ratio, percent
 * @param maxRate sk_max_pacing_rate, bytes per second
 * @return bytes per second
 */
uint64_t PacingRate(uint32_t mss,
                    uint32_t cwnd,
                    uint32_t packetsOut,
                    uint32_t ssthresh,
                    uint32_t srttUs8,
                    uint32_t ssRatio,
                    uint32_t caRatio,
                    uint64_t maxRate);

/**
 * @ingroup linux-tcp
 * @brief Departure clock of a socket (tcp_wstamp_ns, 4.20 on).
 *
 * It tells when the last packet departed or, when paced, when the next one may.
 */
class PacingClock
{
  public:
    /// A rate that means "as fast as possible": no advance.
    static constexpr uint64_t UNLIMITED_RATE = UINT64_MAX;
    /// Data segments that a socket sends before pacing begins.
    static constexpr uint32_t UNPACED_SEGMENTS = 10;

    /**
     * @brief Send a data skb.
     *
     * Idle time since the clock is credited, up to half of the time that the skb takes.
     *
     * @param nowNs the time, ns
     * @param length payload bytes
     * @param rate pacing rate in bytes per second; 0 when the socket is not paced
     * @param dataSegmentsOut data segments that the socket has sent, this skb's included
     * @return when the skb departs, ns
     */
    int64_t Depart(int64_t nowNs,
                   uint32_t length,
                   uint64_t rate,
                   uint32_t dataSegmentsOut = UNPACED_SEGMENTS);

    /**
     * @brief Send something that takes no time of its own: a pure ACK, or an skb that was dropped.
     * @param nowNs the time, ns
     * @return when it departs, ns
     */
    int64_t Stamp(int64_t nowNs);

    /**
     * @brief Get the clock.
     * @return ns
     */
    int64_t GetClock() const;

    /**
     * @brief Tell whether internal pacing holds the next skb back.
     * @param nowNs the time, ns
     * @return true while the clock lies in the future
     */
    bool MustWait(int64_t nowNs) const;

  private:
    int64_t m_clockNs{0}; //!< departure time of the last packet or of the next one
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_PACING_H */
