/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TSO_DEFER_H
#define LINUX_TSO_DEFER_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief Outcome of the defer test; everything but SendNow means wait.
 */
enum class DeferReason
{
    SendNow,       //!< do not wait
    CwndLimited,   //!< wait for the congestion window
    WindowLimited, //!< wait for the receive window
    Neither,       //!< wait for more data: there is room for more than the skb
};

/**
 * @ingroup linux-tcp
 * @brief What the defer test depends on.
 */
struct DeferInput
{
    bool recoveryOrLoss{false}; //!< congestion state is Recovery or Loss
    int64_t nsSinceLastSend{0}; //!< now - departure clock, ns; negative when that is ahead
    uint32_t windowLeft{0};     //!< bytes from the start of the skb to the receive window's end
    uint32_t cwndLeft{0};       //!< (cwnd - in flight) * mss, bytes
    uint32_t maxSegs{0};        //!< TSO segments of this call of the loop
    uint32_t mss{0};            //!< payload bytes per segment
    uint32_t length{0};         //!< payload bytes of the skb
    bool lastInQueue{false};    //!< nothing is queued behind the skb
    uint32_t sendWindow{0};     //!< the whole window offered by the peer, bytes
    uint32_t cwndBytes{0};      //!< cwnd * mss, bytes
    uint8_t tsoWinDivisor{3};   //!< tcp_tso_win_divisor
    bool rtxQueueEmpty{false};  //!< nothing is outstanding
    int64_t headAgeNs{0};       //!< now - departure of the oldest outstanding skb, ns
    int64_t srttUs{0};          //!< smoothed round-trip time, whole microseconds (srtt >> 3)
    uint8_t srttEighths{0};     //!< the eighths of a microsecond cut off in srttUs (srtt & 7)
    bool finOrEor{false};       //!< the skb ends with FIN or an end of record
};

/**
 * @ingroup linux-tcp
 * @brief Decide whether to wait for more data or window so that fewer, larger skbs go out.
 *
 * To be asked for skbs of several segments while the congestion window has room.
 *
 * @param input the socket's numbers
 * @return whether to wait, and for what
 */
DeferReason TsoDefer(const DeferInput& input);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_TSO_DEFER_H */
