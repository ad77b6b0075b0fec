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
#include <cmath>
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

// Where slow start ends and which receive window autotuning settles at depends on microseconds at
// the start of the connection. These are what the kernel's run in virtual time had. The same for
// all variants.
constexpr uint32_t SSTHRESH_SEGMENTS = 18;
constexpr uint32_t RECEIVE_WINDOW = 72704;

// A full frame with header, preamble, FCS and gap.
constexpr double FRAME_US = (MSS + 20 + 32 + 14 + 24) * 8 / 100.0;

/// One variant of the case.
struct Variant
{
    std::string name;                //!< as in results.csv
    std::string socket;              //!< linux or stock
    std::string kernel;              //!< release whose rules are used; empty for stock
    std::optional<double> published; //!< Mbit/s in the report
    std::string attribute{};         //!< one that differs from "before"; empty for none
    std::string value{};             //!< its value
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
        if (!variants[i].attribute.empty())
        {
            continue; // the table has them
        }
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
 * @brief Draw what is on the wire in a few cycles.
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
    constexpr double WIDTH_US = 20000;

    Gnuplot plot;
    plot.SetTitle("fec-2023, " + variant.name + " (Linux " + variant.kernel +
                  "): skbs on the wire; 0: silence");
    plot.SetLegend("ms", "segments of the skb");
    plot.AppendExtra("set yrange [0:50]\nset xrange [0:20]\nset grid");
    Gnuplot2dDataset wire("on the wire");
    wire.SetStyle(Gnuplot2dDataset::STEPS);
    wire.SetExtra("linewidth 2");
    Gnuplot2dDataset handed("handed to the device");
    handed.SetStyle(Gnuplot2dDataset::POINTS);
    handed.SetExtra("pointtype 7");

    auto milliseconds = [fromUs](double timeUs) {
        return (std::max(timeUs, fromUs) - fromUs) / 1e3;
    };
    double wireEndUs = fromUs;
    for (const auto& line : trace)
    {
        const auto beginUs = line.timeUs + line.wireBusyAheadUs;
        const auto endUs = beginUs + line.segments * FRAME_US;
        if (endUs < fromUs || line.timeUs > fromUs + WIDTH_US)
        {
            continue;
        }
        if (line.timeUs >= fromUs)
        {
            handed.Add(milliseconds(line.timeUs), line.segments);
        }
        if (beginUs > wireEndUs)
        {
            wire.Add(milliseconds(wireEndUs), 0);
        }
        wire.Add(milliseconds(beginUs), line.segments);
        wireEndUs = endUs;
    }
    wire.Add(milliseconds(wireEndUs), 0);
    plot.AddDataset(wire);
    plot.AddDataset(handed);
    report.WritePlot(CASE + "-cycle-" + variant.name, plot);
}

/**
 * @brief Add what the skb trace of a variant shows.
 * @param report where to
 * @param variant the variant
 * @param trace its skb trace
 * @param fromUs what came before is left out
 * @param seconds how much of the run is left then
 */
void
AddTrace(ReproduceReport& report,
         const Variant& variant,
         const std::vector<SkbTraceLine>& trace,
         double fromUs,
         double seconds)
{
    const auto summary = Summarise(trace, fromUs, FRAME_US);
    report.Add(CASE, variant.name, "skb_size", "segments", std::nullopt, summary.meanSegments);
    report.Add(CASE, variant.name, "silences", "1/s", std::nullopt, summary.silences / seconds);
    report.Add(CASE, variant.name, "silence", "us", std::nullopt, summary.meanSilenceUs);
    uint64_t skbs = 0;
    for (const auto& [segments, count] : summary.sizes)
    {
        skbs += count;
    }
    std::cout << "  " << variant.name << ": sizes of the skbs, in segments:";
    for (const auto& [segments, count] : summary.sizes)
    {
        const auto percent = 100.0 * count / skbs;
        if (percent >= 1)
        {
            std::cout << " " << segments << " (" << std::lround(percent) << " %)";
        }
    }
    std::cout << std::endl;
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
              << "  set in all variants, as in the kernel's run: InitialSlowStartThreshold "
              << SSTHRESH_SEGMENTS << " segments, receive window " << RECEIVE_WINDOW << " bytes\n"
              << std::flush;

    const std::vector<Variant> variants{
        {"before", "linux", "6.5", 81.5},
        {"after", "linux", "6.6", 94.4},
        {"stock", "stock", "", std::nullopt},
        // The rest of the board's matrix.
        {"rtt-log-0", "linux", "6.5", 91.4, "ns3::LinuxTcpSocket::TsoRttLog", "0"},
        {"tso-off", "linux", "6.5", 94.5, "ns3::LinuxNic::Tso", "false"},
        {"gso-16384", "linux", "6.5", 91.7, "ns3::LinuxNic::GsoMaxSize", "16384"}};
    std::vector<BulkResult> results;
    for (const auto& variant : variants)
    {
        AttributeDefaults defaults;
        defaults.Set("ns3::LinuxNic::TxUsecs", DoubleValue(TX_USECS));
        defaults.Set("ns3::LinuxNic::TxFrames", UintegerValue(TX_FRAMES));
        defaults.Set("ns3::TcpSocket::InitialSlowStartThreshold",
                     UintegerValue(SSTHRESH_SEGMENTS * MSS));
        defaults.Set("ns3::TcpSocket::RcvBufSize", UintegerValue(RECEIVE_WINDOW));

        if (!variant.attribute.empty())
        {
            defaults.Set(variant.attribute, StringValue(variant.value));
        }

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
        report.Add(CASE, variant.name, "wire_idle", "%", std::nullopt, 100 * (1 - result.wireBusy));
        report.Add(CASE, variant.name, "srtt", "ms", std::nullopt, result.meanSrttMs);
        report.Add(CASE, variant.name, "cwnd", "segments", std::nullopt, result.cwndSegments);
        if (!variant.kernel.empty())
        {
            const auto trace = ReadSkbTrace(options.skbTrace);
            const auto unsteady = time * BulkScenario::UNSTEADY_SHARE;
            AddTrace(report, variant, trace, unsteady * 1e6, time - unsteady);
            if (variant.attribute.empty())
            {
                PlotCycle(report, variant, trace, unsteady * 1e6);
            }
        }
    }
    PlotGoodput(report, variants, results);
    report.PrintTable(std::cout, CASE);
}
