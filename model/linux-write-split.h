/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_WRITE_SPLIT_H
#define LINUX_WRITE_SPLIT_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What the Nagle test depends on.
 */
struct NagleState
{
    bool noDelay{false};                 //!< TCP_NODELAY
    bool pushed{false};                  //!< TCP_NAGLE_PUSH: this send is not to be held back
    bool corked{false};                  //!< TCP_CORK or MSG_MORE
    bool packetsOut{false};              //!< something is outstanding
    bool smallSegmentOutstanding{false}; //!< the last small segment sent is not acknowledged yet
};

/**
 * @ingroup linux-tcp
 * @brief Tell whether a one-segment skb has to wait. Ask for the last skb of the queue only.
 * @param partial the skb is shorter than the mss
 * @param fin it ends with FIN
 * @param state the socket's state
 * @return true when it is held back
 */
bool NagleHolds(bool partial, bool fin, const NagleState& state);

/**
 * @ingroup linux-tcp
 * @brief Bytes of the head skb that go out now; what is left stays at the head of the queue.
 *
 * To be asked after the receive-window test, so at least min(mss, skbLength) fits the window.
 *
 * @param skbLength payload bytes of the skb
 * @param window bytes from the start of the skb to the end of the receive window
 * @param mss payload bytes per segment, not 0
 * @param maxSegs segments that may go out in one skb: min(cwnd quota, TSO segments), at least 1
 * @param lastInQueue nothing is queued behind the skb
 * @param state for the Nagle rule about a partial last segment
 * @return bytes, at most skbLength
 */
uint32_t SplitPoint(uint32_t skbLength,
                    uint32_t window,
                    uint32_t mss,
                    uint32_t maxSegs,
                    bool lastInQueue,
                    const NagleState& state);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_WRITE_SPLIT_H */
