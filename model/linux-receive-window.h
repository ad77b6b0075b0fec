/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_RECEIVE_WINDOW_H
#define LINUX_RECEIVE_WINDOW_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What a receive window is made from.
 */
struct ReceiveWindowConfig
{
    uint32_t buffer{131072};     //!< sk_rcvbuf at the start, bytes of memory
    uint32_t bufferMax{6291456}; //!< tcp_rmem[2]: autotuning ends there
    bool autotune{true};         //!< tcp_moderate_rcvbuf, and no SO_RCVBUF
    uint8_t advWinScale{1};      //!< tcp_adv_win_scale: all but memory >> it is offered; 0: all
    uint32_t overhead{768};      //!< memory of a received segment beyond its payload, bytes
    uint32_t maxTcpHeader{320};  //!< MAX_TCP_HEADER: what autotuning counts for headers, bytes
};

/**
 * @ingroup linux-tcp
 * @brief The window that a Linux receiver offers (6.1): slow growth while segments arrive, dynamic
 * right-sizing of the buffer to what the application reads per round trip, and no shrinking.
 *
 * All sequence numbers are modulo 2^32.
 */
class ReceiveWindow
{
  public:
    /**
     * @brief Create a window; Offer it in the SYN next.
     * @param config what it is made from
     */
    explicit ReceiveWindow(const ReceiveWindowConfig& config = {});

    /**
     * @brief Window of a SYN or SYN+ACK (tcp_select_initial_window).
     * @param mss payload per segment that the initial offer is rounded to; 0: not rounded
     * @return bytes, at most 65535
     */
    uint32_t OfferInitial(uint32_t mss);

    /**
     * @brief The connection is established (tcp_init_buffer_space).
     * @param nowUs the time in microseconds
     * @param rcvNxt next sequence number expected
     * @param windowShift window scale that this end applies to its offers
     * @param advmss payload of a full segment: the mss that was announced, less the room that
     *        timestamps take
     */
    void Start(int64_t nowUs, uint32_t rcvNxt, uint8_t windowShift, uint32_t advmss);

    /**
     * @brief A segment came in order (tcp_grow_window and the receiver's round-trip time).
     * @param nowUs the time in microseconds
     * @param rcvNxt next sequence number expected, behind the segment
     * @param length payload bytes of the segment or of the segments merged into one
     * @param segs how many were merged
     * @param rcvMss the receiver's idea of the sender's mss
     * @param queued payload bytes not yet read
     * @return true when the offer grew: the ACK should not wait
     */
    bool OnData(int64_t nowUs,
                uint32_t rcvNxt,
                uint32_t length,
                uint32_t segs,
                uint32_t rcvMss,
                uint32_t queued);

    /**
     * @brief The echoed timestamp of a segment gives a round-trip time.
     * @param rttUs microseconds, in steps of the timestamp clock
     */
    void OnTimestampRtt(uint32_t rttUs);

    /**
     * @brief The application has read (tcp_rcv_space_adjust).
     * @param nowUs the time in microseconds
     * @param bytes how much
     */
    void OnRead(int64_t nowUs, uint32_t bytes);

    /**
     * @brief The window that an ACK could offer now (__tcp_select_window).
     * @param rcvMss the receiver's idea of the sender's mss
     * @param queued payload bytes not yet read
     * @return bytes
     */
    uint32_t Free(uint32_t rcvMss, uint32_t queued) const;

    /**
     * @brief Offer a window in an ACK (tcp_select_window): what is free, but never less than was
     * offered before.
     * @param rcvNxt next sequence number expected
     * @param rcvMss the receiver's idea of the sender's mss
     * @param queued payload bytes not yet read
     * @return bytes, before scaling
     */
    uint32_t Offer(uint32_t rcvNxt, uint32_t rcvMss, uint32_t queued);

    /**
     * @brief Get what is left of the last offer (tcp_receive_window).
     * @param rcvNxt next sequence number expected
     * @return bytes
     */
    uint32_t GetLeft(uint32_t rcvNxt) const;

    /**
     * @brief Get the bytes that came since the last offer.
     * @param rcvNxt next sequence number expected
     * @return rcv_nxt - rcv_wup
     */
    uint32_t GetUnacknowledged(uint32_t rcvNxt) const;

    /**
     * @brief Get the last offer.
     * @return rcv_wnd in bytes
     */
    uint32_t GetOffered() const;

    /**
     * @brief Get the most that is ever offered.
     * @return window_clamp in bytes
     */
    uint32_t GetClamp() const;

    /**
     * @brief Get the receive buffer.
     * @return sk_rcvbuf in bytes of memory
     */
    uint32_t GetBuffer() const;

  private:
    /**
     * @brief What of some memory can be offered (tcp_win_from_space).
     * @param space bytes of memory, may be negative
     * @return bytes of window
     */
    int64_t FromSpace(int64_t space) const;

    /**
     * @brief Memory that payload takes.
     * @param bytes payload
     * @param mss payload per segment
     * @return bytes of memory
     */
    int64_t Memory(uint32_t bytes, uint32_t mss) const;

    /**
     * @brief Round up to what the scaled window can say.
     * @param window bytes
     * @return bytes
     */
    uint32_t Align(uint32_t window) const;

    /**
     * @brief Take a sample of the receiver's round-trip time.
     * @param rttUs microseconds
     * @param windowBased it is the time that a window took: an upper bound
     */
    void SampleRtt(uint32_t rttUs, bool windowBased);

    ReceiveWindowConfig m_config; //!< what the window is made from
    uint32_t m_buffer;            //!< sk_rcvbuf
    uint32_t m_advmss{0};         //!< advmss, without options
    uint32_t m_clamp{0};          //!< window_clamp
    uint32_t m_threshold{0};      //!< rcv_ssthresh: offer at most this
    uint32_t m_window{0};         //!< rcv_wnd: the last offer
    uint32_t m_windowFrom{0};     //!< rcv_wup: it counts from here
    uint8_t m_shift{0};           //!< rcv_wscale
    uint32_t m_rttUs8{0};         //!< receiver's round-trip time, eighths of a microsecond
    bool m_rttRuns{false};        //!< a window is being timed
    int64_t m_rttStartUs{0};      //!< since then
    uint32_t m_rttSeq{0};         //!< until this arrives
    int64_t m_readStartUs{0};     //!< reading is measured since then
    uint64_t m_read{0};           //!< bytes read in that time
    uint64_t m_space{0};          //!< bytes read in the last round trip
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_RECEIVE_WINDOW_H */
