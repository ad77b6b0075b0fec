/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-small-queue.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

uint64_t
SmallQueueLimitBytes(const SmallQueueInput& input)
{
    const uint64_t bytes = input.limitOutputBytes;
    const uint64_t truesize = input.truesize;
    // Shifts by 64 or more are undefined in C++; nothing is left of the rate then.
    const uint64_t rate = input.pacingShift < 64 ? input.pacingRate >> input.pacingShift : 0;
    const uint64_t twoSkbs = std::max(2 * truesize, rate);

    uint64_t limit = 0;
    switch (input.formula)
    {
    case SmallQueueLimit::ByteLimit:
        limit = bytes;
        break;
    case SmallQueueLimit::MaxTruesizeRate:
        limit = std::max(truesize, rate);
        break;
    case SmallQueueLimit::MaxBytesRate:
        limit = std::max(bytes, rate);
        break;
    case SmallQueueLimit::MinBytes:
        limit = std::min(twoSkbs, bytes);
        break;
    case SmallQueueLimit::MinBytesUnlessPaced:
        limit = input.paced ? twoSkbs : std::min(twoSkbs, bytes);
        break;
    case SmallQueueLimit::MaxAll:
        limit = std::max(twoSkbs, bytes);
        break;
    }
    return limit << input.factor;
}

bool
SmallQueueOver(SmallQueueLimit formula, uint64_t wmem, uint64_t limit)
{
    return formula == SmallQueueLimit::ByteLimit ? wmem >= limit : wmem > limit;
}

bool
SmallQueueBypassed(SmallQueueBypass bypass, uint32_t outstandingSkbs)
{
    switch (bypass)
    {
    case SmallQueueBypass::None:
        return false;
    case SmallQueueBypass::RtxEmpty:
        return outstandingSkbs == 0;
    case SmallQueueBypass::FirstTwo:
        // The write queue of that time held the sent skbs too, ahead of the new one.
    case SmallQueueBypass::RtxEmptyOrSingle:
        return outstandingSkbs <= 1;
    }
    return false;
}

} // namespace LinuxRules
} // namespace ns3
