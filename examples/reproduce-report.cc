/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reproduce-report.h"

#include "ns3/abort.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

using namespace ns3;

namespace
{

/// Four significant digits are what the published figures have at most.
std::string
Number(double value)
{
    std::ostringstream text;
    text << std::setprecision(4) << value;
    return text.str();
}

} // namespace

ReproduceReport::ReproduceReport(const std::string& folder)
    : m_folder(folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    NS_ABORT_MSG_IF(error, "--out=" << folder << " cannot be created: " << error.message());
}

std::string
ReproduceReport::GetPath(const std::string& name) const
{
    return (std::filesystem::path(m_folder) / name).string();
}

void
ReproduceReport::Add(const std::string& caseName,
                     const std::string& variant,
                     const std::string& metric,
                     const std::string& unit,
                     std::optional<double> published,
                     double simulated)
{
    m_rows.push_back({caseName, variant, metric, unit, published, simulated});
}

void
ReproduceReport::PrintTable(std::ostream& os, const std::string& caseName) const
{
    auto line = [&os](const std::string& variant,
                      const std::string& metric,
                      const std::string& unit,
                      const std::string& published,
                      const std::string& simulated,
                      const std::string& ratio) {
        os << std::left << std::setw(10) << variant << std::setw(16) << metric << std::setw(10)
           << unit << std::right << std::setw(10) << published << std::setw(11) << simulated
           << std::setw(8) << ratio << "\n";
    };
    line("variant", "metric", "unit", "published", "simulated", "ratio");
    for (const auto& row : m_rows)
    {
        if (row.caseName == caseName)
        {
            line(row.variant,
                 row.metric,
                 row.unit,
                 row.published ? Number(*row.published) : "-",
                 Number(row.simulated),
                 row.published ? Number(row.simulated / *row.published) : "-");
        }
    }
    os << std::flush;
}

void
ReproduceReport::WriteResults() const
{
    const auto name = GetPath("results.csv");
    std::ofstream file(name);
    file << "case,variant,metric,unit,published,simulated\n";
    for (const auto& row : m_rows)
    {
        file << row.caseName << "," << row.variant << "," << row.metric << "," << row.unit << ",";
        if (row.published)
        {
            file << *row.published;
        }
        file << "," << row.simulated << "\n";
    }
    file.close();
    NS_ABORT_MSG_UNLESS(file, name << " cannot be written");
}

void
ReproduceReport::WritePlot(const std::string& name, Gnuplot& plot) const
{
    plot.SetTerminal("png size 1000,500");
    plot.SetOutputFilename(name + ".png");
    const auto script = GetPath(name + ".plt");
    std::ofstream file(script);
    plot.GenerateOutput(file);
    file.close();
    NS_ABORT_MSG_UNLESS(file, script << " cannot be written");

    // The script names its picture without a folder, so that it can be run again by hand.
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(m_folder);
    const auto command = "command -v gnuplot >/dev/null && gnuplot " + name + ".plt";
    if (std::system(command.c_str()) != 0)
    {
        std::cerr << "gnuplot did not draw " << script << " (not installed?)" << std::endl;
    }
    std::filesystem::current_path(before);
}
