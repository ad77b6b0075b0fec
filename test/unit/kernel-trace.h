/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_TRACE_H
#define KERNEL_TRACE_H

#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace LinuxTcpTest
{

/// The first line of a trace lies this much after a full microsecond of the kernel's clock.
constexpr int64_t CLOCK_OFFSET_NS = 450;

/// One line of a trace in test/data/kernel-traces.
struct TraceEvent
{
    int64_t timeNs;                         //!< since the first line
    std::string kind;                       //!< xmit, ack, ...
    std::map<std::string, uint64_t> fields; //!< numbers by name

    uint64_t operator[](const std::string& name) const
    {
        return fields.at(name);
    }

    uint32_t Get32(const std::string& name) const
    {
        return static_cast<uint32_t>(fields.at(name));
    }
};

/**
 * @brief Read a trace.
 * @param name file name without ending
 * @return its lines
 */
inline std::vector<TraceEvent>
ReadTrace(const std::string& name)
{
    std::vector<TraceEvent> events;
    std::ifstream file(std::string(LINUX_TCP_TEST_DATA) + "/kernel-traces/" + name + ".events.csv");
    std::string line;
    std::getline(file, line); // column names
    while (std::getline(file, line))
    {
        const std::size_t first = line.find(',');
        const std::size_t second = line.find(',', first + 1);
        TraceEvent event;
        event.timeNs = std::llround(std::stod(line.substr(0, first)) * 1000);
        event.kind = line.substr(first + 1, second - first - 1);
        std::istringstream fields(line.substr(second + 1));
        std::string field;
        while (fields >> field)
        {
            const std::size_t equals = field.find('=');
            event.fields[field.substr(0, equals)] = std::stoull(field.substr(equals + 1));
        }
        events.push_back(event);
    }
    return events;
}

} // namespace LinuxTcpTest
} // namespace ns3

#endif /* KERNEL_TRACE_H */
