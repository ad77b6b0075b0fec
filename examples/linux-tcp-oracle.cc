/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tcp-examples
 *
 * Compares the simulation with a table of runs of a real kernel.
 *
 *     linux-tcp-oracle --table=linux-6.1-results.csv --out=errors.csv --rows=^s1_
 *
 * Each row of the table names its parameters and what the kernel did. The program sets the
 * parameters up in the simulator, runs it, and writes for each row the errors of
 *  - goodput, of the row's steady window;
 *  - overlap, of the lengths of the skbs in that window (OracleRow::GetOverlap).
 *
 * A row with a parameter that cannot be honoured is refused with the reason. The receive window,
 * the send buffer and the slow-start threshold are no parameters of a row: they are what the
 * sockets make of them, unless --fixed-window, --send-buffer or --ssthresh take that away.
 *
 * Steady states repeat: --steady shortens the window in which is measured, for fast links.
 *
 * With --max-error or --min-overlap the program fails when a row is farther away, or refused.
 */

#include "bulk-scenario.h"
#include "oracle-report.h"
#include "oracle-run.h"
#include "oracle-setup.h"
#include "oracle-table.h"

#include "ns3/command-line.h"

#include <filesystem>
#include <iostream>
#include <regex>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string tableName = LINUX_TCP_TEST_DATA "/oracle/linux-6.1-subset.csv";
    std::string out = "linux-tcp-oracle.csv";
    std::string rows;
    double maxError = -1;
    double minOverlap = -1;
    OracleOptions options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("table", "table of runs of a real kernel", tableName);
    cmd.AddValue("out", "CSV file for the errors", out);
    cmd.AddValue("rows", "regular expression; rows whose variant contains a match are run", rows);
    cmd.AddValue("steady", "seconds of the steady window at most; 0: as the table", options.steady);
    cmd.AddValue("fixed-window",
                 "receive buffer in bytes instead of autotuning; 0: autotuning",
                 options.fixedWindow);
    cmd.AddValue("send-buffer",
                 "send buffer in bytes instead of autotuning; 0: autotuning",
                 options.sendBuffer);
    cmd.AddValue("ssthresh", "initial slow-start threshold in segments; 0: none", options.ssthresh);
    cmd.AddValue("start", "when the flows open: their place on the clocks' ticks", options.start);
    cmd.AddValue("traces", "folder for skb and event traces of each row", options.traces);
    cmd.AddValue("max-error",
                 "largest relative error of goodput that is accepted; below 0: any",
                 maxError);
    cmd.AddValue("min-overlap", "smallest overlap that is accepted; below 0: any", minOverlap);
    cmd.Parse(argc, argv);
    if (!(options.steady >= 0))
    {
        RefuseOption("steady", std::to_string(options.steady), "0 and more (seconds)");
    }

    std::regex wanted;
    try
    {
        wanted = std::regex(rows, std::regex::extended);
    }
    catch (const std::regex_error& error)
    {
        RefuseOption("rows", rows, std::string("a regular expression; ") + error.what());
    }
    if (!options.traces.empty())
    {
        std::error_code error;
        std::filesystem::create_directories(options.traces, error);
        if (error)
        {
            RefuseOption("traces", options.traces, "a folder; " + error.message());
        }
    }

    const auto table = ReadOracleTable(tableName);
    OracleReport report;
    uint32_t found = 0;
    for (const auto& row : table.rows)
    {
        if (!std::regex_search(row.GetVariant(), wanted))
        {
            continue;
        }
        ++found;
        const OracleSetup setup(table, row);
        if (setup.GetRefusals().empty())
        {
            report.Add(std::cout, row, OracleRun(setup, options, row.GetVariant()).Run());
        }
        else
        {
            report.AddRefused(row, setup.GetRefusals());
        }
    }
    if (found == 0)
    {
        RefuseOption("rows", rows, "what matches a row of " + tableName);
    }
    report.Write(out);
    report.PrintSummary(std::cout);
    if (maxError < 0 && minOverlap < 0)
    {
        return 0;
    }
    return report.Accept(std::cerr, maxError < 0 ? 1e9 : maxError, minOverlap) ? 0 : 1;
}
