/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "oracle-table.h"

#include "ns3/abort.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

namespace
{

/// The first column that describes what was seen, not what was set.
const std::string FIRST_RESULT = "goodput_mbps";

/// How many lengths a row lists at most.
constexpr std::size_t MAX_LENGTHS = 6;

/// Split a line into fields; quotes keep commas.
std::vector<std::string>
SplitFields(const std::string& line)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char character : line)
    {
        if (character == '"')
        {
            quoted = !quoted;
        }
        else if (character == ',' && !quoted)
        {
            fields.emplace_back();
        }
        else if (character != '\r')
        {
            fields.back() += character;
        }
    }
    return fields;
}

} // namespace

bool
ReadNumber(const std::string& text, double& number)
{
    std::istringstream stream(text);
    return stream >> number && stream.eof() && std::isfinite(number) && number >= 0;
}

bool
ReadNumber(const std::string& text, uint64_t& number)
{
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end;
}

OracleRow::OracleRow(std::map<std::string, std::string> fields)
    : m_fields(std::move(fields))
{
}

const std::string&
OracleRow::Get(const std::string& column) const
{
    static const std::string NOTHING;
    const auto found = m_fields.find(column);
    return found == m_fields.end() ? NOTHING : found->second;
}

const std::string&
OracleRow::GetVariant() const
{
    return Get("variant");
}

double
OracleRow::GetGoodput() const
{
    double goodput = 0;
    ReadNumber(Get(FIRST_RESULT), goodput);
    return goodput;
}

LengthHistogram
OracleRow::GetLengths() const
{
    LengthHistogram lengths;
    std::istringstream text(Get("len_hist"));
    uint32_t length = 0;
    uint64_t count = 0;
    char colon = 0;
    while (text >> length >> colon >> count)
    {
        lengths[length] += count;
    }
    return lengths;
}

double
OracleRow::GetOverlap(const LengthHistogram& simulated) const
{
    const auto lengths = GetLengths();
    double listed = 0;
    for (const auto& [length, count] : lengths)
    {
        listed += count;
    }
    double sent = 0;
    for (const auto& [length, count] : simulated)
    {
        sent += count;
    }
    if (listed == 0 || sent == 0)
    {
        return 0;
    }
    double all = listed;
    if (lengths.size() >= MAX_LENGTHS)
    {
        double milliseconds = 0;
        double skbsPerMegabyte = 0;
        ReadNumber(Get("trace_ms"), milliseconds);
        ReadNumber(Get("skbs_per_MB"), skbsPerMegabyte);
        const double megabytes = GetGoodput() * milliseconds / 8e3;
        all = std::max(listed, megabytes * skbsPerMegabyte);
    }
    double common = 0;
    for (const auto& [length, count] : lengths)
    {
        const auto ours = simulated.find(length);
        if (ours != simulated.end())
        {
            common += std::min(count / all, ours->second / sent);
        }
    }
    return common / (listed / all);
}

OracleTable
ReadOracleTable(const std::string& name)
{
    std::ifstream file(name);
    NS_ABORT_MSG_UNLESS(file.is_open(), "--table=" << name << " cannot be read");
    std::string line;
    std::getline(file, line);
    const auto header = SplitFields(line);
    const auto firstResult = std::find(header.begin(), header.end(), FIRST_RESULT);
    NS_ABORT_MSG_UNLESS(firstResult != header.end(),
                        "--table=" << name << " has no column " << FIRST_RESULT);
    NS_ABORT_MSG_UNLESS(std::find(header.begin(), firstResult, "variant") != firstResult,
                        "--table=" << name << " has no column variant before " << FIRST_RESULT);

    OracleTable table;
    table.parameters.assign(header.begin(), firstResult);
    while (std::getline(file, line))
    {
        const auto fields = SplitFields(line);
        NS_ABORT_MSG_UNLESS(fields.size() == header.size(),
                            "--table=" << name << ": " << fields.size() << " fields instead of "
                                       << header.size() << " in the line " << line);
        std::map<std::string, std::string> values;
        for (std::size_t i = 0; i < header.size(); ++i)
        {
            values[header[i]] = fields[i];
        }
        OracleRow row(std::move(values));
        NS_ABORT_MSG_UNLESS(row.GetGoodput() > 0,
                            "--table=" << name << ": row " << row.GetVariant()
                                       << " has no goodput");
        table.rows.push_back(std::move(row));
    }
    return table;
}
