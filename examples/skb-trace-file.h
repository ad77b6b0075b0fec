/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SKB_TRACE_FILE_H
#define SKB_TRACE_FILE_H

#include <cstdint>
#include <map>
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

/**
 * @ingroup linux-tcp-examples
 * @brief What a part of a trace shows.
 */
struct SkbTraceSummary
{
    double meanSegments{0};             //!< of an skb
    std::map<uint32_t, uint64_t> sizes; //!< how many skbs had each number of segments
    uint64_t silences{0};               //!< times at which the wire had fallen silent
    double meanSilenceUs{0};            //!< how long each was
};

/**
 * @ingroup linux-tcp-examples
 * @brief Summarise a part of a trace.
 * @param trace the trace
 * @param fromUs lines before are left out
 * @param frameUs how long a full frame occupies the wire
 * @return the summary
 */
SkbTraceSummary Summarise(const std::vector<SkbTraceLine>& trace, double fromUs, double frameUs);

#endif // SKB_TRACE_FILE_H
