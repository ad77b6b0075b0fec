/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-defaults.h"
#include "bulk-scenario.h"
#include "reproduce-cases.h"
#include "skb-trace-file.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

namespace
{

const std::string CASE = "fec-2023";

/// A segment on Ethernet with timestamps.
constexpr uint32_t MSS = 1448;

// The board's link and the one delay that the report could not show: how late the driver's
// completions are. With 350 us one way and one frame's serialisation the base RTT is 0.716 ms.
constexpr uint32_t ONE_WAY_US = 350;
constexpr double TX_USECS = 800;
constexpr uint32_t TX_FRAMES = 200;

// What ns-3's cubic and receive buffer do not yet do by themselves: Linux's HyStart ends slow start
// at 16 to 18 segments here, and its autotuning leaves the window where it stands, because a
// throttled flow is not limited by it. The same for all variants.
constexpr uint32_t SSTHRESH_SEGMENTS = 18;
constexpr uint32_t RECEIVE_WINDOW = 72704;

/// One variant of the case.
struct Variant
{
    std::string name;                //!< as in results.csv
    std::string socket;              //!< linux or stock
    std::string kernel;              //!< release whose rules are used; empty for stock
    std::optional<double> published; //!< Mbit/s in the report
};

/**
 * @brief Draw the goodput of each second.
 * @param report where to
 * @param variants the variants' names
 * @param results their results
 */
void
PlotGoodput(const ReproduceReport& report,
            const std::vector<Variant>& variants,
            const std::vector<BulkResult>& results)
{
    Gnuplot plot;
    plot.SetTitle("fec-2023: goodput of each second");
    plot.SetLegend("second", "Mbit/s");
    plot.AppendExtra("set yrange [70:100]\nset key bottom right\nset grid");
    for (std::size_t i = 0; i < variants.size(); ++i)
    {
        const auto& kernel = variants[i].kernel;
        Gnuplot2dDataset line(variants[i].name +
                              (kernel.empty() ? " ns-3 TCP" : ", Linux " + kernel));
        line.SetStyle(Gnuplot2dDataset::LINES_POINTS);
        double second = 0;
        for (const auto mbps : results[i].perSecond)
        {
            line.Add(++second, mbps);
        }
        plot.AddDataset(line);
    }
    report.WritePlot(CASE + "-goodput", plot);
}

/**
 * @brief Draw the skbs of a few cycles and when the wire was busy.
 * @param report where to
 * @param variant the variant
 * @param trace its skb trace
 * @param fromUs where the picture begins
 */
void
PlotCycle(const ReproduceReport& report,
          const Variant& variant,
          const std::vector<SkbTraceLine>& trace,
          double fromUs)
{
    // Two to three cycles of the lock.
    constexpr double WIDTH_US = 15000;
    // A full frame with preamble and gap at 100 Mbit/s.
    constexpr double FRAME_US = (MSS + 20 + 32 + 14 + 24) * 8 / 100.0;

    Gnuplot plot;
    plot.SetTitle("fec-2023, " + variant.name + " (Linux " + variant.kernel +
                  "): skbs handed to the device, and the wire");
    plot.SetLegend("ms", "segments");
    plot.AppendExtra("set yrange [0:50]\nset xrange [0:15]\nset grid");
    Gnuplot2dDataset skbs("skb, its segments");
    skbs.SetStyle(Gnuplot2dDataset::IMPULSES);
    skbs.SetExtra("linewidth 3");
    Gnuplot2dDataset wire("wire busy (raised) or silent (0)");
    wire.SetStyle(Gnuplot2dDataset::STEPS);
    wire.SetExtra("linewidth 2");
    constexpr double RAISED = 3;

    double idleFrom = fromUs;
    for (const auto& line : trace)
    {
        const auto begins = line.timeUs + line.wireBusyAheadUs;
        const auto ends = begins + line.segments * FRAME_US;
        if (ends < fromUs || line.timeUs > fromUs + WIDTH_US)
        {
            continue;
        }
        if (line.timeUs >= fromUs)
        {
            skbs.Add((line.timeUs - fromUs) / 1000, line.segments);
        }
        if (begins > idleFrom + 1)
        {
            wire.Add((idleFrom - fromUs) / 1000, 0);
        }
        wire.Add((std::max(begins, fromUs) - fromUs) / 1000, RAISED);
        idleFrom = ends;
    }
    wire.Add((idleFrom - fromUs) / 1000, 0);
    plot.AddDataset(wire);
    plot.AddDataset(skbs);
    report.WritePlot(CASE + "-cycle-" + variant.name, plot);
}

} // namespace

void
ReproduceFec2023(ReproduceReport& report, double time)
{
    std::cout << "fec-2023: one flow, 100 Mbit/s, cubic, pfifo_fast, late TX completions\n"
              << "  published: iperf on an i.MX6ULL board, Linux before and with the relaxation of "
                 "6.6, October 2023\n"
              << "  link: one-way delay " << ONE_WAY_US
              << " us, with a frame's 123.04 us and an ACK's wire time base RTT 0.716 ms (board: "
                 "0.744)\n"
              << "  NIC, all variants: TxUsecs " << TX_USECS << ", TxFrames " << TX_FRAMES << "\n"
              << "  set in all variants, not yet the model's own doing: InitialSlowStartThreshold "
              << SSTHRESH_SEGMENTS << " segments, receive window " << RECEIVE_WINDOW << " bytes\n"
              << std::flush;

    const std::vector<Variant> variants{{"before", "linux", "6.5", 81.5},
                                        {"after", "linux", "6.6", 94.4},
                                        {"stock", "stock", "", std::nullopt}};
    std::vector<BulkResult> results;
    for (const auto& variant : variants)
    {
        AttributeDefaults defaults;
        defaults.Set("ns3::LinuxNic::TxUsecs", DoubleValue(TX_USECS));
        defaults.Set("ns3::LinuxNic::TxFrames", UintegerValue(TX_FRAMES));
        defaults.Set("ns3::TcpSocket::InitialSlowStartThreshold",
                     UintegerValue(SSTHRESH_SEGMENTS * MSS));
        defaults.Set("ns3::TcpSocket::RcvBufSize", UintegerValue(RECEIVE_WINDOW));

        BulkOptions options;
        options.socket = variant.socket;
        options.rate = DataRate("100Mbps");
        options.delay = MicroSeconds(ONE_WAY_US);
        options.time = time;
        if (!variant.kernel.empty())
        {
            defaults.Set("ns3::LinuxTcpSocket::Kernel", StringValue(variant.kernel));
            options.skbTrace = report.GetPath(CASE + "-" + variant.name + ".skb.csv");
        }
        const auto result = BulkScenario(options).Run(nullptr);
        results.push_back(result);

        report.Add(CASE, variant.name, "goodput", "Mbit/s", variant.published, result.steadyMbps);
        report.Add(CASE, variant.name, "wire_idle", "", std::nullopt, 1 - result.wireBusy);
        report.Add(CASE, variant.name, "srtt", "ms", std::nullopt, result.meanSrttMs);
        report.Add(CASE, variant.name, "cwnd", "segments", std::nullopt, result.cwndSegments);
        if (!variant.kernel.empty())
        {
            report
                .Add(CASE, variant.name, "skb_size", "segments", std::nullopt, result.meanSegments);
            PlotCycle(report, variant, ReadSkbTrace(options.skbTrace), time * 0.6 * 1e6);
        }
    }
    PlotGoodput(report, variants, results);
    report.PrintTable(std::cout, CASE);
}
