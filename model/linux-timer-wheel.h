/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TIMER_WHEEL_H
#define LINUX_TIMER_WHEEL_H

#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief When the kernel's timer wheel fires a timer (since Linux 4.8).
 *
 * The wheel has levels of 64 slots each; from one level to the next a slot is eight times longer,
 * and a timer fires when the slot behind its own begins. So a timer is never early, up to a tick
 * late below 63 ticks, and up to an eighth of its timeout late above.
 *
 * @param now the current tick
 * @param timeout ticks from now
 * @return the tick at which it fires
 */
uint64_t TimerWheelExpiry(uint64_t now, uint64_t timeout);

/**
 * @ingroup linux-tcp
 * @brief Convert a time to ticks, rounded up.
 * @param us microseconds, not negative
 * @param hz ticks per second
 * @return ticks
 */
uint64_t UsToTicks(int64_t us, uint32_t hz);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_TIMER_WHEEL_H */
