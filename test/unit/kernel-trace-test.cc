/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-trace.h"

#include "ns3/linux-pacing.h"
#include "ns3/linux-rtt.h"
#include "ns3/linux-rtx-queue.h"
#include "ns3/linux-small-queue.h"
#include "ns3/linux-tso-rules.h"
#include "ns3/linux-write-queue.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

// The rules and queues are fed with what a real kernel did, event by event, and have to come to
// the same numbers.

using namespace ns3;
using namespace ns3::LinuxRules;
using LinuxTcpTest::CLOCK_OFFSET_NS;
using LinuxTcpTest::ReadTrace;
using Event = LinuxTcpTest::TraceEvent;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint64_t NO_MAXIMUM = UINT64_MAX;

/**
 * @brief Pacing rate with the default ratios.
 * @param event cwnd and ssthresh
 * @param packetsOut segments outstanding
 * @param srttUs8 smoothed round-trip time, eighths of a microsecond
 * @return bytes per second
 */
uint64_t
RateOf(const Event& event, uint32_t packetsOut, uint32_t srttUs8)
{
    return PacingRate(MSS,
                      event.Get32("cwnd"),
                      packetsOut,
                      event.Get32("ssthresh"),
                      srttUs8,
                      200,
                      120,
                      NO_MAXIMUM);
}

/// A trace, the release whose rules its kernel followed, and the round-trip time of the handshake.
struct TraceRun
{
    const char* trace;
    const char* release;
    uint32_t handshakeRttUs;
};

class KernelTrace : public ::testing::TestWithParam<TraceRun>
{
};

} // namespace

TEST_P(KernelTrace, RulesReproduceTheKernelsNumbers)
{
    const TraceRun& run = GetParam();
    const KernelProfile* profile = FindKernelProfile(run.release);
    ASSERT_NE(profile, nullptr);
    const std::vector<Event> events = ReadTrace(run.trace);
    ASSERT_GT(events.size(), 500U);

    LinuxSkbPool pool;
    LinuxWriteQueue writeQueue(pool, 768);
    LinuxRtxQueue rtxQueue(pool);
    RttEstimator8 rtt;
    rtt.Sample(run.handshakeRttUs, 0, 0);
    MinRttFilter minRtt;
    minRtt.Update(0, run.handshakeRttUs);
    uint64_t pacingRate = events.front()["pacing_Bps"];
    std::map<std::string, uint32_t> seen;

    for (std::size_t i = 0; i < events.size(); ++i)
    {
        const Event& event = events[i];
        SCOPED_TRACE(std::string(run.trace) + " line " + std::to_string(i + 2));
        const int64_t nowNs = event.timeNs + CLOCK_OFFSET_NS;
        ++seen[event.kind];

        if (event.kind == "xmit")
        {
            const uint32_t packetsOut = event.Get32("packets_out");
            ASSERT_EQ(rtxQueue.GetPacketsOut(), packetsOut);
            ASSERT_EQ(writeQueue.GetWriteSeq(), event.Get32("seq"));
            const uint32_t length = event.Get32("len");
            writeQueue.Append(length, MSS, length);
            LinuxSkb* skb = writeQueue.PopFront();
            ASSERT_EQ(skb->segs, event["segs"]);
            ASSERT_EQ(skb->truesize, event["truesize"]);
            skb->sentTimeNs = nowNs;
            rtxQueue.Push(skb);

            // The kernel's choice must be within what the rules allow.
            EXPECT_LE(skb->segs, CwndQuota(event.Get32("cwnd"), packetsOut));
            TsoSizing sizing;
            sizing.pacingRate = pacingRate;
            sizing.minRttUs = minRtt.Get();
            sizing.autosize = profile->tsoAutosize;
            sizing.tsoRttLog = profile->tsoRttLog;
            EXPECT_LE(skb->segs, TsoSegs(sizing));
            ASSERT_EQ(pacingRate, event["pacing_Bps"]);
        }
        else if (event.kind == "ack")
        {
            const auto acked = rtxQueue.AckUpTo(event.Get32("ack"));
            ASSERT_EQ(acked.segs, event["delivered"]);
            ASSERT_EQ(rtxQueue.GetPacketsOut(), event["packets_out"]);
            ASSERT_TRUE(acked.hasSentTime);
            // Both times are cut off to microseconds before they are subtracted.
            const auto first = static_cast<uint32_t>(nowNs / 1000 - acked.firstSentNs / 1000);
            const auto last = static_cast<uint32_t>(nowNs / 1000 - acked.lastSentNs / 1000);
            rtt.Sample(first, event.Get32("ack"), writeQueue.GetWriteSeq());
            minRtt.Update(nowNs / 1000, last);
            ASSERT_EQ(rtt.GetSrttUs(), event["srtt_us"]);
            ASSERT_EQ(minRtt.Get(), event["min_rtt_us"]);
            // The rate shows the eighths of the smoothed time too.
            pacingRate = RateOf(event, rtxQueue.GetPacketsOut(), rtt.GetSrttUs8());
            ASSERT_EQ(pacingRate, event["pacing_Bps"]);
        }
        else if (event.kind == "tsq_throttle" || event.kind == "tsq_shortcut")
        {
            ASSERT_EQ(rtxQueue.GetPacketsOut(), event["packets_out"]);
            SmallQueueInput input;
            input.formula = profile->smallQueueLimit;
            input.limitOutputBytes = profile->limitOutputBytes;
            input.pacingRate = pacingRate;
            input.truesize = event.Get32("len") + 768;
            ASSERT_EQ(SmallQueueLimitBytes(input), event["limit"]);
            ASSERT_TRUE(SmallQueueOver(input.formula, event["wmem"], event["limit"]));
            const auto outstanding = static_cast<uint32_t>(rtxQueue.Count());
            ASSERT_EQ(SmallQueueBypassed(profile->smallQueueBypass, outstanding),
                      event.kind == "tsq_shortcut");
        }
    }
    EXPECT_GE(seen["xmit"], 40U);
    EXPECT_GE(seen["ack"], 200U);
    EXPECT_GE(seen["tsq_throttle"], 200U);
    rtxQueue.Clear();
}

INSTANTIATE_TEST_SUITE_P(Runs,
                         KernelTrace,
                         ::testing::Values(TraceRun{"s1ref_d350_us800_ss0_mr1.start", "6.1", 716},
                                           TraceRun{"s1ref_d350_us800_ss1_mr1.start", "6.6", 716},
                                           TraceRun{"s1ref_d100_us1000_ss0_mr1.start", "6.1", 216}),
                         [](const auto& info) { return "Run" + std::to_string(info.index); });

TEST(KernelTraceSteady, LockedCycleHasTheLimitsOfTheRules)
{
    // This trace begins in the middle of a flow: what was sent before is not known, so the rate
    // is checked within the microsecond that srtt is cut off to.
    const std::vector<Event> events = ReadTrace("s1ref_d350_us800_ss0_mr1.steady");
    ASSERT_GT(events.size(), 300U);
    uint32_t throttles = 0;
    uint32_t rates = 0;
    uint64_t wmem = 0;
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        const Event& event = events[i];
        SCOPED_TRACE("line " + std::to_string(i + 2));
        if (event.kind == "xmit")
        {
            // Half of the congestion window of 47, and the rest of the 25 segments queued.
            EXPECT_TRUE(event["segs"] == 23 || event["segs"] == 2);
            if (wmem != 0)
            {
                EXPECT_LE(event["wmem"], wmem + event["truesize"]);
                EXPECT_GE(event["wmem"] + 1, wmem + event["truesize"]);
            }
            wmem = event["wmem"];
        }
        else if (event.kind == "tx_complete")
        {
            // A completion that wakes the socket holds one byte back until the handler is done.
            wmem = event["wmem_after"];
        }
        else if (event.kind == "ack")
        {
            const auto srttUs8 = event.Get32("srtt_us") * 8;
            const auto packetsOut = event.Get32("packets_out");
            EXPECT_LE(event["pacing_Bps"], RateOf(event, packetsOut, srttUs8));
            EXPECT_GE(event["pacing_Bps"], RateOf(event, packetsOut, srttUs8 + 7));
            ++rates;
        }
        else if (event.kind == "tsq_throttle")
        {
            SmallQueueInput input;
            input.formula = SmallQueueLimit::MinBytesUnlessPaced;
            input.pacingRate = event["pacing_Bps"];
            input.truesize = event.Get32("truesize");
            EXPECT_EQ(SmallQueueLimitBytes(input), event["limit"]);
            EXPECT_TRUE(SmallQueueOver(input.formula, event["wmem"], event["limit"]));
            // One uncompleted skb of 23 segments is enough.
            EXPECT_GE(event["wmem"], 34073U);
            EXPECT_LE(event["wmem"], wmem);
            EXPECT_GE(event["wmem"] + 1, wmem);
            ++throttles;
        }
    }
    EXPECT_EQ(throttles, 179U);
    EXPECT_EQ(rates, 147U);
}
