/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPRODUCE_CASES_H
#define REPRODUCE_CASES_H

#include "reproduce-report.h"

/**
 * @ingroup linux-tcp-examples
 *
 * @brief The small-queue regression on a 100 Mbit/s board with late TX completions: kernels before
 * 6.6 let a second skb down only when nothing at all was outstanding, 6.6 when there is one.
 *
 * @param report takes the figures
 * @param time simulated seconds of each variant
 */
void ReproduceFec2023(ReproduceReport& report, double time);

#endif // REPRODUCE_CASES_H
