/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_RACK_H
#define LINUX_RACK_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Tell whether one transmission was made after another.
 * @param us1 time of the first, microseconds
 * @param us2 time of the second, microseconds
 * @param seq1 end of what the first sent
 * @param seq2 end of what the second sent
 * @return true when the first is the later one; in the same microsecond the higher sequence is
 */
bool SentAfter(int64_t us1, int64_t us2, uint32_t seq1, uint32_t seq2);

/**
 * @ingroup linux-tcp
 * @brief Finds losses by time (RACK, RFC 8985, as in Linux 6.1).
 *
 * An skb is lost when one that was sent later has been delivered, and the time that the latter took
 * plus a window for reordering has passed since.
 */
class Rack
{
  public:
    /// Steps of the reordering window that are kept for so many recoveries.
    static constexpr uint8_t RECOVERY_THRESH = 16;

    /// What the reordering window depends on.
    struct Conditions
    {
        bool inRecovery{false};     //!< state Recovery or Loss
        bool reorderingSeen{false}; //!< the connection has seen reordering
        bool enoughSacked{false};   //!< as many segments sacked as the duplicate threshold
        bool noDupThresh{false};    //!< the threshold is not to matter (tcp_recovery, bit 2)
        uint32_t minRttUs{0};       //!< minimum round-trip time, microseconds
        uint32_t srttUs{0};         //!< smoothed round-trip time, microseconds
    };

    /**
     * @brief Something has been delivered.
     * @param nowUs the time, microseconds
     * @param sentUs when it was sent last, microseconds
     * @param endSeq its end
     * @param retransmitted it has been sent more than once
     * @param minRttUs minimum round-trip time, microseconds
     */
    void Advance(int64_t nowUs,
                 int64_t sentUs,
                 uint32_t endSeq,
                 bool retransmitted,
                 uint32_t minRttUs);

    /**
     * @brief Get the window for reordering.
     * @param conditions what it depends on
     * @return microseconds
     */
    uint32_t GetReorderWindowUs(const Conditions& conditions) const;

    /**
     * @brief Tell whether an skb was sent before the newest one delivered.
     * @param sentUs when it was sent last, microseconds
     * @param endSeq its end
     * @return true when it can be found lost
     */
    bool IsOlder(int64_t sentUs, uint32_t endSeq) const;

    /**
     * @brief Get how long an skb may still take.
     * @param nowUs the time, microseconds
     * @param sentUs when it was sent last, microseconds
     * @param windowUs window for reordering, microseconds
     * @return microseconds; 0 or less: it is lost
     */
    int64_t GetRemainingUs(int64_t nowUs, int64_t sentUs, uint32_t windowUs) const;

    /**
     * @brief A duplicate SACK says that a retransmission was not needed.
     */
    void OnDsack()
    {
        m_dsackSeen = true;
    }

    /**
     * @brief After an ACK: a duplicate SACK widens the window, once per round trip.
     * @param priorDelivered segments delivered when the newest acknowledged skb was sent; 0: none
     * @param delivered segments delivered now
     */
    void UpdateReorderWindow(uint32_t priorDelivered, uint32_t delivered);

    /**
     * @brief A recovery has ended without undo.
     */
    void OnRecovered();

    /**
     * @brief A recovery was undone by duplicate SACKs.
     */
    void OnDsackUndo();

    /**
     * @brief Look at everything again with the next ACK.
     */
    void ForceAdvance()
    {
        m_advanced = true;
    }

    /**
     * @brief Tell whether something was delivered since the last call.
     * @return true when losses are to be looked for
     */
    bool TakeAdvanced();

    /**
     * @brief Get the round-trip time of what was delivered last.
     * @return microseconds
     */
    uint32_t GetRttUs() const
    {
        return m_rttUs;
    }

    /**
     * @brief Get the width of the window.
     * @return quarters of the minimum round-trip time
     */
    uint8_t GetSteps() const
    {
        return m_steps;
    }

  private:
    int64_t m_sentUs{0};         //!< latest transmission that has been delivered
    uint32_t m_endSeq{0};        //!< end of what it sent
    uint32_t m_rttUs{0};         //!< how long the last delivery took
    uint32_t m_lastDelivered{0}; //!< deliveries when the window was widened last
    uint8_t m_steps{1};          //!< width of the window
    uint8_t m_persist{0};        //!< recoveries for which it is kept
    bool m_advanced{false};      //!< something was delivered
    bool m_dsackSeen{false};     //!< a duplicate SACK since the last update
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_RACK_H */
