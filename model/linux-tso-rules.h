/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TSO_RULES_H
#define LINUX_TSO_RULES_H

#include "linux-kernel-profile.h"

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/// Room that Linux keeps for headers below a super-packet, on common 64-bit builds.
constexpr uint32_t MAX_TCP_HEADER = 320;

/**
 * @ingroup linux-tcp
 * @brief What the size of a TSO skb depends on.
 */
struct TsoSizing
{
    uint64_t pacingRate{0};                           //!< sk_pacing_rate, bytes per second
    uint8_t pacingShift{10};                          //!< sk_pacing_shift
    uint32_t gsoMaxSize{65215};                       //!< the socket's copy, see SocketGsoMaxSize()
    uint32_t gsoMaxSegs{65535};                       //!< gso_max_segs of the device
    uint32_t mss{1448};                               //!< payload bytes per segment, not 0
    uint32_t minTsoSegs{2};                           //!< tcp_min_tso_segs, or what the cc asks for
    uint32_t minRttUs{UINT32_MAX};                    //!< windowed minimum; UINT32_MAX when unknown
    uint8_t tsoRttLog{9};                             //!< tcp_tso_rtt_log
    TsoAutosize autosize{TsoAutosize::RateAndMinRtt}; //!< what the size follows
};

/**
 * @ingroup linux-tcp
 * @brief Number of segments that one skb should carry.
 * @param sizing the socket's numbers
 * @return segments
 */
uint32_t TsoSegs(const TsoSizing& sizing);

/**
 * @ingroup linux-tcp
 * @brief Bytes at which sendmsg stops filling an skb and starts the next one.
 * @param mss payload bytes per segment, not 0
 * @param gsoMaxSize the socket's copy of gso_max_size
 * @param gsoMaxSegs gso_max_segs of the device
 * @param maxWindow the largest window that the peer has offered; 0 when none yet
 * @return bytes, a multiple of the mss
 */
uint32_t SizeGoal(uint32_t mss, uint32_t gsoMaxSize, uint32_t gsoMaxSegs, uint32_t maxWindow);

/**
 * @ingroup linux-tcp
 * @brief The device's gso_max_size as the socket uses it.
 * @param deviceGsoMaxSize gso_max_size of the device, bytes
 * @param maxTcpHeader header room of an skb, bytes
 * @return lowered by the header room and one byte
 */
uint32_t SocketGsoMaxSize(uint32_t deviceGsoMaxSize, uint32_t maxTcpHeader = MAX_TCP_HEADER);

/**
 * @ingroup linux-tcp
 * @brief Congestion-window test: how much one skb may carry.
 * @param cwnd congestion window, segments
 * @param inFlight segments in flight
 * @return segments; 0 when the window is full. Never more than half of the window, so that two
 *         skbs can be in flight
 */
uint32_t CwndQuota(uint32_t cwnd, uint32_t inFlight);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_TSO_RULES_H */
