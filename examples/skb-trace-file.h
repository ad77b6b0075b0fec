/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SKB_TRACE_FILE_H
#define SKB_TRACE_FILE_H

#include <cstdint>
#include <string>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 * @brief The columns of an skb trace that the figures need.
 */
struct SkbTraceLine
{
    double timeUs{0};          //!< when the skb was handed to the device
    uint32_t segments{0};      //!< wire frames
    double wireBusyAheadUs{0}; //!< until what was queued before it had left; 0: the wire was idle
};

/**
 * @ingroup linux-tcp-examples
 * @brief Read a trace that LinuxTcpTraceHelper wrote. Stops the program when it cannot.
 * @param name the file
 * @return its lines
 */
std::vector<SkbTraceLine> ReadSkbTrace(const std::string& name);

#endif // SKB_TRACE_FILE_H
