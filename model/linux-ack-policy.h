/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_ACK_POLICY_H
#define LINUX_ACK_POLICY_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief When a Linux receiver acknowledges (6.1): the quick-ACK phase at the start, the second
 * full segment, pushed data that was read, and a delayed ACK that adapts to the sender.
 *
 * Times are in milliseconds, the kernel's ticks at HZ 1000.
 */
class AckPolicy
{
  public:
    /// Segments acknowledged at once at the start of a connection, at most.
    static constexpr uint32_t MAX_QUICK_ACKS = 16;
    /// Shortest delay of an ACK (TCP_ATO_MIN, TCP_DELACK_MIN), ms.
    static constexpr int64_t DELAY_MIN_MS = 40;
    /// Longest delay of an ACK (TCP_DELACK_MAX), ms.
    static constexpr int64_t DELAY_MAX_MS = 200;
    /// The sender's mss until a segment has told it (TCP_MSS_DEFAULT), bytes.
    static constexpr uint32_t INITIAL_MSS = 536;

    /**
     * @brief A segment came in order.
     * @param nowMs the time
     * @param length payload bytes per segment
     * @param push it carries PSH
     * @param advmss mss that the device allows, bytes
     * @param headerLength bytes of the TCP header that every segment has
     * @param window bytes offered to the sender
     * @param rtoMs retransmission timeout of this end
     */
    void OnData(int64_t nowMs,
                uint32_t length,
                bool push,
                uint32_t advmss,
                uint32_t headerLength,
                uint32_t window,
                int64_t rtoMs);

    /// The offered window grew: one ACK is sent at once.
    void OnWindowGrowth();

    /**
     * @brief A segment came that was received before, or data is missing: acknowledge at once for a
     * while.
     * @param window bytes offered to the sender
     */
    void EnterQuickMode(uint32_t window);

    /// The window is nearly closed: no more quick ACKs.
    void LeaveQuickMode();

    /**
     * @brief Ask after a segment, before the application reads.
     * @param unacknowledged bytes that came since the last ACK
     * @param windowOpens an ACK would offer as much as the last one did
     * @return true to acknowledge now
     */
    bool IsDue(uint32_t unacknowledged, bool windowOpens) const;

    /**
     * @brief Ask after the application has read.
     * @param unacknowledged bytes that came since the last ACK
     * @param allRead nothing is left to read
     * @return true to acknowledge now
     */
    bool IsDueAfterRead(uint32_t unacknowledged, bool allRead) const;

    /**
     * @brief How long an ACK that is not due may wait.
     * @param srttUs smoothed round-trip time of this end in microseconds, 0: unknown
     * @return ms
     */
    int64_t GetDelay(uint32_t srttUs) const;

    /// An ACK was sent, alone or with data.
    void OnAckSent();

    /**
     * @brief The delay has passed and the ACK goes out: the sender is slower than thought.
     * @param rtoMs retransmission timeout of this end
     */
    void OnDelayPassed(int64_t rtoMs);

    /**
     * @brief Get the receiver's idea of the sender's mss.
     * @return bytes
     */
    uint32_t GetRcvMss() const;

    /**
     * @brief Get the segments that will still be acknowledged at once.
     * @return quick
     */
    uint32_t GetQuick() const;

  private:
    uint32_t m_rcvMss{INITIAL_MSS}; //!< rcv_mss
    uint32_t m_lastShort{0};        //!< last_seg_size: of a segment shorter than rcv_mss
    uint32_t m_quick{0};            //!< quick ACKs left
    int64_t m_ato{0};               //!< predicted tick of soft clock, ms; 0: no data yet
    int64_t m_lastData{0};          //!< when data came last, ms
    bool m_scheduled{false};        //!< an ACK is owed
    bool m_pushed{false};           //!< a pushed segment came
    bool m_pushedTwice{false};      //!< a second short one came behind it
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_ACK_POLICY_H */
