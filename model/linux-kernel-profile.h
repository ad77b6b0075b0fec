/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_PROFILE_H
#define LINUX_KERNEL_PROFILE_H

#include "linux-prr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief How the small-queue check computes its limit.
 *
 * L is limit_output_bytes, T the truesize of the skb to send, R the bytes that the pacing rate
 * moves in about one millisecond (rate >> pacing shift).
 */
enum class SmallQueueLimit
{
    ByteLimit,           //!< L, over when wmem reaches it (3.6)
    MaxTruesizeRate,     //!< max(T, R) (3.12)
    MaxBytesRate,        //!< max(L, R) (3.13)
    MinBytes,            //!< min(max(2 T, R), L) (3.19 to 4.20, again from 6.16)
    MinBytesUnlessPaced, //!< max(2 T, R), capped by L only when not paced (5.0 to 6.15)
    MaxAll,              //!< max(2 T, R, L) (proposed in 2015, never merged)
};

/**
 * @ingroup linux-tcp
 * @brief Which skbs pass the small-queue check although the socket is over its limit.
 */
enum class SmallQueueBypass
{
    None,             //!< none
    FirstTwo,         //!< the first two of the queue, sent ones counted (4.10)
    RtxEmpty,         //!< only when nothing is outstanding (4.15)
    RtxEmptyOrSingle, //!< when nothing or exactly one skb is outstanding (6.6)
};

/**
 * @ingroup linux-tcp
 * @brief What the size of a TSO skb follows.
 */
enum class TsoAutosize
{
    Rate,          //!< the pacing rate (3.19)
    RateAndMinRtt, //!< the pacing rate, plus a bonus for short round trips (5.18)
};

/**
 * @ingroup linux-tcp
 * @brief One row of the release table: what the transmit path does from this release on.
 */
struct KernelProfile
{
    const char* release;               //!< first release with this behaviour
    SmallQueueLimit smallQueueLimit;   //!< formula of the small-queue limit
    uint32_t limitOutputBytes;         //!< default of tcp_limit_output_bytes
    SmallQueueBypass smallQueueBypass; //!< who passes although over the limit
    TsoAutosize tsoAutosize;           //!< what the TSO size follows
    uint8_t tsoRttLog;                 //!< tcp_tso_rtt_log; unused when the size follows the rate
    bool growSkb;                      //!< the head grows from the next skb, after the cwnd test
    bool finPassesCwnd;                //!< a lone one-segment FIN ignores the congestion window
    PrrForm prr;                       //!< form of the proportional rate reduction
};

/**
 * @ingroup linux-tcp
 * @brief Get the release table, oldest release first.
 * @return a row per release in which something changed
 */
const std::vector<KernelProfile>& GetKernelProfiles();

/**
 * @ingroup linux-tcp
 * @brief Find the row that applies to a release.
 *
 * Only releases of the main line are known ("6.1"): what a stable update ("6.1.60") took over
 * from later releases is not in the table, so such a name is refused.
 *
 * @param release major and minor number, "6.6"
 * @return the newest row that is not newer than the release; null when the name is malformed, no
 *         such release exists, or it lies outside of KernelReleaseRange()
 */
const KernelProfile* FindKernelProfile(const std::string& release);

/**
 * @ingroup linux-tcp
 * @brief Name the known releases, for messages.
 * @return for example "5.0 to 6.18"
 */
std::string KernelReleaseRange();

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_KERNEL_PROFILE_H */
