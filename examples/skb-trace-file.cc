/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "skb-trace-file.h"

#include "ns3/abort.h"

#include <fstream>
#include <sstream>

namespace
{

/// Split a line of comma-separated values; none of the columns is quoted.
std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, ',');)
    {
        fields.push_back(field);
    }
    return fields;
}

} // namespace

std::vector<SkbTraceLine>
ReadSkbTrace(const std::string& name)
{
    std::ifstream file(name);
    std::string line;
    std::getline(file, line);
    const auto header = Split(line);
    auto column = [&header, &name](const std::string& wanted) {
        for (std::size_t i = 0; i < header.size(); ++i)
        {
            if (header[i] == wanted)
            {
                return i;
            }
        }
        NS_ABORT_MSG(name << " has no column " << wanted);
    };
    const auto time = column("time_us");
    const auto segments = column("segs");
    const auto ahead = column("wire_busy_ahead_us");

    std::vector<SkbTraceLine> lines;
    while (std::getline(file, line))
    {
        const auto fields = Split(line);
        NS_ABORT_MSG_UNLESS(fields.size() == header.size(), name << " has a short line: " << line);
        lines.push_back({std::stod(fields[time]),
                         static_cast<uint32_t>(std::stoul(fields[segments])),
                         std::stod(fields[ahead])});
    }
    return lines;
}

SkbTraceSummary
Summarise(const std::vector<SkbTraceLine>& trace, double fromUs, double frameUs)
{
    SkbTraceSummary summary;
    uint64_t skbs = 0;
    uint64_t segments = 0;
    double silenceUs = 0;
    double wireEndUs = 0;
    for (const auto& line : trace)
    {
        const bool counts = line.timeUs >= fromUs;
        if (counts)
        {
            ++skbs;
            segments += line.segments;
            ++summary.sizes[line.segments];
        }
        // A short last frame ends up to one frame earlier than is assumed here.
        if (counts && line.wireBusyAheadUs == 0 && line.timeUs > wireEndUs)
        {
            ++summary.silences;
            silenceUs += line.timeUs - wireEndUs;
        }
        wireEndUs = line.timeUs + line.wireBusyAheadUs + line.segments * frameUs;
    }
    if (skbs > 0)
    {
        summary.meanSegments = static_cast<double>(segments) / skbs;
    }
    if (summary.silences > 0)
    {
        summary.meanSilenceUs = silenceUs / summary.silences;
    }
    return summary;
}
