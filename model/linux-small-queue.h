/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SMALL_QUEUE_H
#define LINUX_SMALL_QUEUE_H

#include "linux-kernel-profile.h"

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What the small-queue limit depends on.
 */
struct SmallQueueInput
{
    SmallQueueLimit formula{SmallQueueLimit::MinBytesUnlessPaced}; //!< how to compute the limit
    uint64_t pacingRate{0};             //!< sk_pacing_rate, bytes per second
    uint8_t pacingShift{10};            //!< sk_pacing_shift
    uint32_t truesize{0};               //!< of the skb to send, after the split
    uint32_t limitOutputBytes{1048576}; //!< tcp_limit_output_bytes
    bool paced{false};                  //!< internal pacing in use, or fq seen
    uint8_t factor{0};                  //!< 0 for new data, 1 for a retransmission
};

/**
 * @ingroup linux-tcp
 * @brief Bytes that the socket may have in queue disc and device.
 * @param input the socket's numbers
 * @return the limit, doubled for a retransmission
 */
uint64_t SmallQueueLimitBytes(const SmallQueueInput& input);

/**
 * @ingroup linux-tcp
 * @brief Compare the charge with the limit.
 * @param formula the formula that gave the limit: ByteLimit counts equality as over
 * @param wmem sk_wmem_alloc, which starts at 1
 * @param limit from SmallQueueLimitBytes()
 * @return true when the socket has too much in queue disc and device
 */
bool SmallQueueOver(SmallQueueLimit formula, uint64_t wmem, uint64_t limit);

/**
 * @ingroup linux-tcp
 * @brief Tell whether an skb of new data is sent although the socket is over its limit.
 * @param bypass the rule in force
 * @param outstandingSkbs skbs sent and not yet fully acknowledged
 * @return true when it passes
 */
bool SmallQueueBypassed(SmallQueueBypass bypass, uint32_t outstandingSkbs);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_SMALL_QUEUE_H */
