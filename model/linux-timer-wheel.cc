/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-timer-wheel.h"

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// Slots of a level; the last one is never used for a new timer.
constexpr uint64_t LEVEL_SLOTS = 64;
/// A slot of the next level is 2 to the power of this as long.
constexpr unsigned LEVEL_SHIFT = 3;
/// Levels of the wheel at HZ above 100.
constexpr unsigned LEVELS = 9;

} // namespace

uint64_t
TimerWheelExpiry(uint64_t now, uint64_t timeout)
{
    unsigned level = 0;
    while (level + 1 < LEVELS && timeout >= (LEVEL_SLOTS - 1) << (LEVEL_SHIFT * level))
    {
        ++level;
    }
    const unsigned shift = LEVEL_SHIFT * level;
    return (((now + timeout) >> shift) + 1) << shift;
}

uint64_t
UsToTicks(int64_t us, uint32_t hz)
{
    const uint64_t scaled = static_cast<uint64_t>(us) * hz;
    return (scaled + 999999) / 1000000;
}

} // namespace LinuxRules
} // namespace ns3
