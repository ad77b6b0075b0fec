/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tcp-examples
 *
 * Published performance regressions of Linux's TCP transmit path, run again: each case as it was
 * before and after the change in the kernel, and with ns-3's own TCP beside them.
 *
 *     linux-tcp-reproduce --case=all --out=report
 *
 * prints a table for each case and writes results.csv, the skb traces and figures into the folder.
 */

#include "bulk-scenario.h"
#include "reproduce-cases.h"
#include "reproduce-report.h"

#include "ns3/command-line.h"

#include <iostream>

using namespace ns3;

namespace
{

/// A case that can be asked for by name.
struct Case
{
    const char* name;                      //!< as in --case
    void (*run)(ReproduceReport&, double); //!< runs it; the second argument is --time
};

constexpr Case CASES[] = {{"fec-2023", ReproduceFec2023}};

} // namespace

int
main(int argc, char* argv[])
{
    BulkScenario::SetDefaults();

    std::string allowed = "all";
    for (const auto& known : CASES)
    {
        allowed += std::string(", ") + known.name;
    }
    std::string wanted = "all";
    std::string out = "report";
    double time = 10;
    CommandLine cmd(__FILE__);
    cmd.AddValue("case", "which case: " + allowed, wanted);
    cmd.AddValue("out", "folder for the results, made when it is not there", out);
    cmd.AddValue("time", "simulated seconds of each variant", time);
    cmd.Parse(argc, argv);
    if (!(time > 0))
    {
        RefuseOption("time", std::to_string(time), "more than 0 (seconds)");
    }

    bool found = false;
    for (const auto& known : CASES)
    {
        found = found || wanted == "all" || wanted == known.name;
    }
    if (!found)
    {
        RefuseOption("case", wanted, allowed);
    }

    ReproduceReport report(out);
    for (const auto& known : CASES)
    {
        if (wanted == "all" || wanted == known.name)
        {
            known.run(report, time);
        }
    }
    report.WriteResults();
    std::cout << "written: " << report.GetPath("results.csv") << ", traces and figures beside it"
              << std::endl;
    return 0;
}
