/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "oracle-report.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <map>
#include <ostream>
#include <sstream>

namespace
{

const std::string GOODPUT = "goodput";
const std::string OVERLAP = "overlap";

/// How many of the worst rows are printed.
constexpr std::size_t WORST_ROWS = 15;

/**
 * @brief Write a number with a fixed number of decimals.
 * @param number the number
 * @param decimals how many
 * @return the text
 */
std::string
Fixed(double number, int decimals)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << number;
    return text.str();
}

/// A relative error in percent, with its sign.
std::string
Percent(double error)
{
    return (error < 0 ? "" : "+") + Fixed(100 * error, 2) + " %";
}

/**
 * @brief Pick a percentile: the smallest value that at least that share of the values do not
 * exceed.
 * @param sorted values, largest first
 * @param share 0 to 1
 * @return the value
 */
double
Percentile(const std::vector<double>& sorted, double share)
{
    const auto rank = static_cast<std::size_t>(std::ceil(share * sorted.size()));
    return sorted[sorted.size() - std::max<std::size_t>(rank, 1)];
}

/// The six most frequent lengths as in the table, most frequent first.
std::string
ListLengths(const LengthHistogram& lengths)
{
    std::vector<std::pair<uint32_t, uint64_t>> list(lengths.begin(), lengths.end());
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
        return a.second > b.second;
    });
    std::ostringstream text;
    for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 6); ++i)
    {
        text << (i == 0 ? "" : " ") << list[i].first << ":" << list[i].second;
    }
    return text.str();
}

/// A threshold as ss shows it: nothing when there is none.
std::string
Threshold(uint32_t ssthresh)
{
    return ssthresh >= 1 << 20 ? "" : std::to_string(ssthresh);
}

} // namespace

double
OracleReport::Line::GetError() const
{
    return simulated / oracle - 1;
}

void
OracleReport::Add(std::ostream& os, const OracleRow& row, const OracleResult& result)
{
    const Line goodput{row.GetVariant(), GOODPUT, row.GetGoodput(), result.goodput};
    const Line overlap{row.GetVariant(), OVERLAP, 1, row.GetOverlap(result.lengths)};
    m_lines.push_back(goodput);
    m_lines.push_back(overlap);
    m_wallSeconds += result.wallSeconds;
    os << row.GetVariant() << ": " << Fixed(goodput.simulated, 3) << " Mbit/s, oracle "
       << Fixed(goodput.oracle, 3) << " (" << Percent(goodput.GetError()) << "), overlap "
       << Fixed(overlap.simulated, 3) << ", " << Fixed(result.wallSeconds, 1) << " s\n"
       << "    simulated: cwnd " << result.cwnd << ", ssthresh " << Threshold(result.ssthresh)
       << ", window " << result.window << ", srtt " << Fixed(result.srttUs / 1e3, 3)
       << " ms, lengths " << ListLengths(result.lengths) << "\n"
       << "    oracle:    cwnd " << row.Get("ss_cwnd") << ", ssthresh " << row.Get("ss_ssthresh")
       << ", window " << row.Get("ss_snd_wnd") << ", srtt "
       << row.Get("ss_rtt").substr(0, row.Get("ss_rtt").find('/')) << " ms, lengths "
       << row.Get("len_hist") << std::endl;
}

void
OracleReport::AddRefused(const OracleRow& row, const std::vector<std::string>& reasons)
{
    std::string text;
    for (const auto& reason : reasons)
    {
        text += (text.empty() ? "" : "; ") + reason;
    }
    m_refused.push_back({row.GetVariant(), text});
}

void
OracleReport::Write(const std::string& name) const
{
    std::ofstream file(name);
    file << "variant,metric,oracle,simulated,error\n";
    for (const auto& line : m_lines)
    {
        file << line.variant << "," << line.metric << "," << Fixed(line.oracle, 3) << ","
             << Fixed(line.simulated, 3) << "," << Fixed(line.GetError(), 5) << "\n";
    }
    file.close();
    NS_ABORT_MSG_UNLESS(file, "--out=" << name << " cannot be written");
}

std::vector<OracleReport::Line>
OracleReport::GetWorst(const std::string& metric) const
{
    std::vector<Line> lines;
    std::copy_if(m_lines.begin(),
                 m_lines.end(),
                 std::back_inserter(lines),
                 [&metric](const Line& line) { return line.metric == metric; });
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        return std::abs(a.GetError()) > std::abs(b.GetError());
    });
    return lines;
}

void
OracleReport::PrintSummary(std::ostream& os) const
{
    os << "\n"
       << m_lines.size() / 2 << " rows run in " << Fixed(m_wallSeconds, 1) << " s, "
       << m_refused.size() << " refused\n";
    for (const auto& metric : {GOODPUT, OVERLAP})
    {
        const auto worst = GetWorst(metric);
        if (worst.empty())
        {
            continue;
        }
        std::vector<double> sizes;
        std::transform(worst.begin(), worst.end(), std::back_inserter(sizes), [](const Line& line) {
            return std::abs(line.GetError());
        });
        os << metric << ": median |error| " << Fixed(100 * Percentile(sizes, 0.5), 2)
           << " %, 95th percentile " << Fixed(100 * Percentile(sizes, 0.95), 2) << " %, largest "
           << Fixed(100 * sizes.front(), 2) << " %; worst rows:\n";
        for (std::size_t i = 0; i < std::min(worst.size(), WORST_ROWS); ++i)
        {
            os << "    " << std::left << std::setw(44) << worst[i].variant << std::right
               << std::setw(11) << Fixed(worst[i].oracle, 3) << std::setw(11)
               << Fixed(worst[i].simulated, 3) << std::setw(11) << Percent(worst[i].GetError())
               << "\n";
        }
    }
    std::map<std::string, std::vector<std::string>> refused;
    for (const auto& row : m_refused)
    {
        refused[row.reasons].push_back(row.variant);
    }
    for (const auto& [reasons, variants] : refused)
    {
        os << "refused, " << reasons << " (" << variants.size() << "):\n";
        for (const auto& variant : variants)
        {
            os << "    " << variant << "\n";
        }
    }
    os << std::flush;
}

bool
OracleReport::Accept(std::ostream& os, double maxError, double minOverlap) const
{
    bool accepted = true;
    for (const auto& line : m_lines)
    {
        const bool close = line.metric == GOODPUT ? std::abs(line.GetError()) <= maxError
                                                  : line.simulated >= minOverlap;
        if (!close)
        {
            accepted = false;
            os << "not accepted: " << line.variant << ", " << line.metric << " "
               << Fixed(line.simulated, 3) << " instead of " << Fixed(line.oracle, 3) << std::endl;
        }
    }
    for (const auto& refused : m_refused)
    {
        accepted = false;
        os << "not accepted: " << refused.variant << ", refused: " << refused.reasons << std::endl;
    }
    return accepted;
}
