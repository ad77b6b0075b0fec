/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_RTT_H
#define LINUX_RTT_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Linux's round-trip-time estimator.
 *
 * The smoothed time is kept in eighths of a microsecond, the deviations in quarters. A sample
 * below the estimate moves the deviation eight times less than one above it, and the variance
 * that the timeout uses falls only once per window.
 */
class RttEstimator8
{
  public:
    /// Default of the smallest variance term, microseconds.
    static constexpr uint32_t DEFAULT_RTO_MIN_US = 200000;
    /// Largest timeout, microseconds.
    static constexpr uint32_t RTO_MAX_US = 120000000;
    /// Timeout before the first sample, microseconds.
    static constexpr uint32_t RTO_INITIAL_US = 1000000;

    /**
     * @brief Create an estimator without samples.
     * @param rtoMinUs smallest variance term (tcp_rto_min), microseconds
     */
    explicit RttEstimator8(uint32_t rtoMinUs = DEFAULT_RTO_MIN_US);

    /**
     * @brief Take a sample.
     * @param rttUs round-trip time, microseconds
     * @param sndUna oldest unacknowledged sequence number, after the ACK that gave the sample
     * @param sndNxt next sequence number to send
     */
    void Sample(uint32_t rttUs, uint32_t sndUna, uint32_t sndNxt);

    /**
     * @brief Tell whether there was a sample.
     * @return true after the first one
     */
    bool HasSample() const;

    /**
     * @brief Get the smoothed time.
     * @return eighths of a microsecond; 0 before the first sample
     */
    uint32_t GetSrttUs8() const;

    /**
     * @brief Get the smoothed time.
     * @return whole microseconds, as ss shows it; 0 before the first sample
     */
    uint32_t GetSrttUs() const;

    /**
     * @brief Get the mean deviation.
     * @return quarters of a microsecond
     */
    uint32_t GetMdevUs4() const;

    /**
     * @brief Get the variance term of the timeout: four times the deviation.
     * @return microseconds
     */
    uint32_t GetRttvarUs() const;

    /**
     * @brief Get the retransmission timeout without backoff.
     * @return microseconds, at most RTO_MAX_US
     */
    uint32_t GetRtoUs() const;

  private:
    uint32_t m_rtoMinUs;      //!< smallest variance term
    uint32_t m_srttUs8{0};    //!< smoothed time, eighths
    uint32_t m_mdevUs4{0};    //!< mean deviation, quarters
    uint32_t m_mdevMaxUs4{0}; //!< largest deviation of this window
    uint32_t m_rttvarUs4{0};  //!< variance term
    uint32_t m_windowEnd{0};  //!< when this is acknowledged, a new window begins
};

/**
 * @ingroup linux-tcp
 * @brief Minimum of the round-trip times of the last minutes, from the three best samples.
 */
class MinRttFilter
{
  public:
    /// Default window (tcp_min_rtt_wlen), microseconds.
    static constexpr int64_t DEFAULT_WINDOW_US = 300000000;
    /// What Get() answers before the first sample.
    static constexpr uint32_t UNKNOWN = UINT32_MAX;

    /**
     * @brief Create a filter without samples.
     * @param windowUs length of the window, microseconds
     */
    explicit MinRttFilter(int64_t windowUs = DEFAULT_WINDOW_US);

    /**
     * @brief Take a sample.
     * @param nowUs the time, microseconds
     * @param rttUs round-trip time, microseconds; 0 counts as one tick (1 ms)
     * @param maybeDelayed the ACK may have been delayed: ignored unless a new minimum
     */
    void Update(int64_t nowUs, uint32_t rttUs, bool maybeDelayed = false);

    /**
     * @brief Get the minimum.
     * @return microseconds, or UNKNOWN
     */
    uint32_t Get() const;

  private:
    /// A sample and its time.
    struct Entry
    {
        int64_t timeUs{0};       //!< when it was taken
        uint32_t rttUs{UNKNOWN}; //!< round-trip time
    };

    int64_t m_windowUs; //!< length of the window
    Entry m_best[3];    //!< best, second and third best, in the order of their times
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_RTT_H */
