/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-trace.h"

#include "ns3/linux-cubic-rule.h"
#include "ns3/linux-cwnd-validation.h"
#include "ns3/linux-pacing.h"
#include "ns3/linux-rtx-queue.h"
#include "ns3/linux-tso-rules.h"
#include "ns3/linux-write-queue.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::LinuxRules;
using LinuxTcpTest::CLOCK_OFFSET_NS;
using LinuxTcpTest::ReadTrace;
using LinuxTcpTest::TraceEvent;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t NO_SSTHRESH = 0x7fffffff;
constexpr uint64_t SLOW = 1000000; ///< pacing rate whose cushion is the longest, 1 ms

/// A trace of the start of a flow, and where slow start ended in it.
struct CubicRun
{
    const char* trace;
    uint32_t ssthresh;
    uint32_t atAck; ///< number of the ACK
};

class CubicTrace : public ::testing::TestWithParam<CubicRun>
{
};

/**
 * @brief Follows the sender of a trace: what is outstanding, and whether cwnd was the limit.
 *
 * The trace does not show why the transmit loop ended, but it leaves one choice: the small queue
 * is in the trace, the receive window is never the limit in these runs; what remains is that the
 * congestion window is full or an skb waits for more of it.
 */
class Sender
{
  public:
    Sender()
        : m_writeQueue(m_pool, 768),
          m_rtxQueue(m_pool)
    {
    }

    ~Sender()
    {
        m_rtxQueue.Clear();
    }

    /**
     * @brief Send an skb.
     * @param event its line
     * @param nowNs the kernel's clock
     */
    void Xmit(const TraceEvent& event, int64_t nowNs)
    {
        const uint32_t length = event.Get32("len");
        m_writeQueue.Append(length, MSS, length);
        LinuxSkb* skb = m_writeQueue.PopFront();
        skb->sentTimeNs = nowNs;
        m_rtxQueue.Push(skb);
    }

    /**
     * @brief Take an ACK.
     * @param event its line
     * @param nowNs the kernel's clock
     * @return what cubic looks at
     */
    CubicAck Ack(const TraceEvent& event, int64_t nowNs)
    {
        m_sndUna = event.Get32("ack");
        const auto acked = m_rtxQueue.AckUpTo(m_sndUna);
        EXPECT_EQ(acked.segs, event["delivered"]);
        CubicAck ack;
        ack.nowUs = nowNs / 1000;
        ack.rttUs = static_cast<uint32_t>(nowNs / 1000 - acked.lastSentNs / 1000);
        ack.sndUna = m_sndUna;
        ack.sndNxt = m_writeQueue.GetWriteSeq();
        ack.pacingRate = m_pacingRate;
        ack.gsoMaxSize = SocketGsoMaxSize(65536);
        ack.paced = false;
        m_pacingRate = event["pacing_Bps"];
        return ack;
    }

    /**
     * @brief The transmit loop has run.
     * @param sent it has sent something
     * @param throttled the small queue ended it
     * @param cwnd congestion window
     */
    void LoopEnds(bool sent, bool throttled, uint32_t cwnd)
    {
        const uint32_t packetsOut = m_rtxQueue.GetPacketsOut();
        const bool limited = packetsOut >= cwnd || !throttled;
        if (sent || limited)
        {
            m_validation.AfterSend(limited, packetsOut, m_sndUna, m_writeQueue.GetWriteSeq());
        }
    }

    /// @param rate bytes per second
    void SetPacingRate(uint64_t rate)
    {
        m_pacingRate = rate;
    }

    /// @return whether the window may grow
    bool MayGrow(const CongestionWindow& window) const
    {
        return m_validation.IsCwndLimited(window.InSlowStart(), window.cwnd);
    }

  private:
    LinuxSkbPool m_pool;
    LinuxWriteQueue m_writeQueue;
    LinuxRtxQueue m_rtxQueue;
    CwndValidation m_validation;
    uint32_t m_sndUna{0};
    uint64_t m_pacingRate{0};
};

} // namespace

TEST_P(CubicTrace, WindowIsTheKernelsAtEveryAck)
{
    const CubicRun& run = GetParam();
    const std::vector<TraceEvent> events = ReadTrace(run.trace);
    ASSERT_GT(events.size(), 500U);

    Sender sender;
    sender.SetPacingRate(events.front()["pacing_Bps"]);
    CubicRule rule;
    CongestionWindow window{10, NO_SSTHRESH};
    uint32_t acks = 0;
    uint32_t slowStartEnd = 0;
    bool wakeUp = false; // the socket waits for a completion
    for (std::size_t i = 0; i < events.size();)
    {
        // One call of the loop: what caused it and what follows at the same time.
        const int64_t nowNs = events[i].timeNs + CLOCK_OFFSET_NS;
        bool called = false;
        bool completed = false;
        bool sent = false;
        bool throttled = false;
        if (events[i].kind == "ack")
        {
            const TraceEvent& event = events[i];
            SCOPED_TRACE(std::string(run.trace) + " line " + std::to_string(i + 2));
            ++acks;
            const CubicAck ack = sender.Ack(event, nowNs);
            rule.RttSample(ack, window);
            if (slowStartEnd == 0 && window.ssthresh != NO_SSTHRESH)
            {
                slowStartEnd = acks;
            }
            if (sender.MayGrow(window))
            {
                rule.Grow(ack.nowUs, event.Get32("delivered"), window);
            }
            ASSERT_EQ(window.cwnd, event["cwnd"]);
            ASSERT_EQ(window.ssthresh, event["ssthresh"]);
            called = true;
            ++i;
        }
        for (; i < events.size() && events[i].timeNs + CLOCK_OFFSET_NS == nowNs &&
               events[i].kind != "ack";
             ++i)
        {
            const TraceEvent& event = events[i];
            if (event.kind == "xmit")
            {
                sender.Xmit(event, nowNs);
                sent = true;
            }
            else if (event.kind == "tsq_throttle")
            {
                throttled = true;
            }
            else if (event.kind == "tx_complete" && wakeUp)
            {
                wakeUp = false;
                // A receive interrupt handles its ACKs first; they call the loop anyway.
                completed = event["by_rx_irq"] == 0;
            }
        }
        wakeUp = wakeUp || throttled;
        if (called || completed || sent || throttled)
        {
            sender.LoopEnds(sent, throttled, window.cwnd);
        }
    }
    EXPECT_GE(acks, 240U);
    EXPECT_EQ(slowStartEnd, run.atAck);
    EXPECT_EQ(window.ssthresh, run.ssthresh);
    EXPECT_GE(window.cwnd, 37U);
}

INSTANTIATE_TEST_SUITE_P(Runs,
                         CubicTrace,
                         ::testing::Values(CubicRun{"s1ref_d350_us800_ss0_mr1.start", 18, 9},
                                           CubicRun{"s1ref_d350_us800_ss1_mr1.start", 18, 9},
                                           CubicRun{"s1ref_d100_us1000_ss0_mr1.start", 16, 7},
                                           CubicRun{"s1ref_sh_d100_us850_ss0_mr1.start", 30, 19}),
                         [](const auto& info) { return "Run" + std::to_string(info.index); });

TEST(CubicTraceOfLoss, ReductionAndGrowthAreTheKernels)
{
    // Slow start over 20 ms that HyStart must leave alone, a loss at 69, growth along the curve
    // from 48. Between the two recovery sets the window, which is not cubic's business.
    std::ifstream file(LINUX_TCP_TEST_DATA "/kernel-traces/l2_dev_100m_20ms_ssd1.csv");
    std::string line;
    std::getline(file, line);
    std::vector<std::string> names;
    std::istringstream header(line);
    for (std::string name; std::getline(header, name, ',');)
    {
        names.push_back(name);
    }
    CubicRule rule;
    CongestionWindow window{10, NO_SSTHRESH};
    uint64_t rate = PacingRate(MSS, 10, 0, NO_SSTHRESH, 20015 * 8, 200, 120, UINT64_MAX);
    std::map<std::string, std::string> state;
    std::string mode = "Open";
    std::string lastUna = "0";
    uint32_t reductions = 0;
    uint32_t compared = 0;
    for (uint32_t number = 2; std::getline(file, line); ++number)
    {
        SCOPED_TRACE("line " + std::to_string(number));
        std::istringstream text(line);
        std::string event[5]; // time, kind, and three that depend on the kind
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            std::string field;
            std::getline(text, field, ',');
            if (i < 5)
            {
                event[i] = field;
            }
            else if (!field.empty())
            {
                state[names[i]] = field;
            }
        }
        const double timeUs = std::stod(event[0]);
        if (timeUs < 0)
        {
            continue; // the handshake
        }
        if (event[1] == "init_reduction")
        {
            EXPECT_EQ(window.cwnd, 69U);
            window.ssthresh = rule.Reduce(window.cwnd);
            EXPECT_EQ(window.ssthresh, 48U);
            ++reductions;
        }
        else if (event[1] == "ca")
        {
            mode = event[2].substr(event[2].find('>') + 1);
            if (mode == "Open" && reductions > 0)
            {
                window.cwnd = window.ssthresh; // recovery ends
            }
        }
        else if (event[1] == "ack" || event[1] == "ack_done")
        {
            const auto toSeq = [&state](const char* name) {
                return static_cast<uint32_t>(std::llround(std::stod(state[name]) * MSS));
            };
            CubicAck ack;
            ack.nowUs = std::llround(timeUs);
            ack.rttUs = static_cast<uint32_t>(std::stoul(state["rack_rtt_us"]));
            ack.sndUna = toSeq("una");
            ack.sndNxt = toSeq("nxt");
            ack.pacingRate = rate;
            ack.gsoMaxSize = SocketGsoMaxSize(65536);
            ack.paced = false;
            rule.RttSample(ack, window);
            if (mode != "Recovery")
            {
                // ACKs that only carry SACK blocks do not raise the window.
                if (state["una"] != lastUna)
                {
                    rule.Grow(ack.nowUs, static_cast<uint32_t>(std::stoul(event[3])), window);
                }
                ASSERT_EQ(std::to_string(window.cwnd), state["cwnd"]);
                ASSERT_EQ(window.ssthresh, state["ssthresh"] == "inf" ? NO_SSTHRESH : 48U);
                ++compared;
            }
            lastUna = state["una"];
            rate = PacingRate(MSS,
                              window.cwnd,
                              static_cast<uint32_t>(std::stoul(state["out"])),
                              window.ssthresh,
                              static_cast<uint32_t>(std::stoul(state["srtt_us"])) * 8,
                              200,
                              120,
                              UINT64_MAX);
        }
    }
    EXPECT_EQ(reductions, 1U);
    EXPECT_GT(compared, 300U);
    EXPECT_EQ(window.cwnd, 50U);
}

TEST(CubeRoot, IsTheFloor)
{
    for (uint64_t n = 0; n < 3000; ++n)
    {
        const uint64_t root = CubeRoot(n);
        EXPECT_LE(root * root * root, n);
        EXPECT_GT((root + 1) * (root + 1) * (root + 1), n);
    }
    EXPECT_EQ(CubeRoot(uint64_t{1} << 60), 1U << 20);
    EXPECT_EQ(CubeRoot((uint64_t{1} << 60) - 1), (1U << 20) - 1);
    EXPECT_EQ(CubeRoot(UINT64_MAX), 2642245U);
}

TEST(SlowStart, StopsAtTheThreshold)
{
    CongestionWindow window{10, 13};
    EXPECT_EQ(GrowInSlowStart(window, 2), 0U);
    EXPECT_EQ(window.cwnd, 12U);
    EXPECT_EQ(GrowInSlowStart(window, 5), 4U);
    EXPECT_EQ(window.cwnd, 13U);
    EXPECT_EQ(GrowInSlowStart(window, 5), 5U);
    EXPECT_EQ(window.cwnd, 13U);
}

TEST(AdditiveIncrease, SpendsCreditOfALargerStepGently)
{
    AdditiveIncrease increase;
    CongestionWindow window{10, 2};
    increase.Acked(window, 20, 19);
    EXPECT_EQ(window.cwnd, 10U);
    EXPECT_EQ(increase.GetCredit(), 19U);
    // 19 would be worth nine steps of two.
    increase.Acked(window, 2, 1);
    EXPECT_EQ(window.cwnd, 11U);
    EXPECT_EQ(increase.GetCredit(), 1U);
    increase.Acked(window, 2, 6);
    EXPECT_EQ(window.cwnd, 14U);
    EXPECT_EQ(increase.GetCredit(), 1U);
    increase.Reset();
    EXPECT_EQ(increase.GetCredit(), 0U);
}

TEST(HyStart, TrainOfHalfARoundTripEndsSlowStart)
{
    // Least round-trip time 4 ms, cushion 1 ms: 5 ms when paced, half of that when not.
    for (const bool paced : {false, true})
    {
        const int64_t longest = paced ? 5000 : 2500;
        for (const int64_t beyond : {0, 1})
        {
            HyStart hystart;
            hystart.StartRound(1000, 100);
            bool ends = false;
            for (int64_t at = 500; at < longest; at += 500)
            {
                ends = ends ||
                       hystart.Acked({}, {1000 + at, 4000, 50, 200, SLOW, 65343, paced}, 4000, 16);
            }
            EXPECT_FALSE(ends);
            ends = hystart.Acked({},
                                 {1000 + longest + beyond, 4000, 50, 200, SLOW, 65343, paced},
                                 4000,
                                 16);
            EXPECT_EQ(ends, beyond > 0);
        }
    }
}

TEST(HyStart, CushionFollowsThePacingRate)
{
    // 4 * 65343 bytes at 1 GB/s take 261 us. Without a rate there is no cushion.
    const auto endsAt = [](uint64_t rate, int64_t us) {
        HyStart hystart;
        hystart.StartRound(0, 100);
        return hystart.Acked({}, {us, 1000, 50, 200, rate, 65343, true}, 1000, 16);
    };
    EXPECT_FALSE(endsAt(1000000000, 1261));
    EXPECT_TRUE(endsAt(1000000000, 1262));
    EXPECT_FALSE(endsAt(0, 1000));
    EXPECT_TRUE(endsAt(0, 1001));
}

TEST(HyStart, GapEndsTheTrainOfARound)
{
    HyStart hystart;
    hystart.StartRound(0, 100);
    EXPECT_FALSE(hystart.Acked({}, {2001, 1000, 50, 200, SLOW, 65343, false}, 1000, 16));
    EXPECT_FALSE(hystart.Acked({}, {2002, 1000, 60, 200, SLOW, 65343, false}, 1000, 16));
    // Beyond the end of the round a new train begins.
    EXPECT_FALSE(hystart.Acked({}, {2003, 1000, 101, 300, SLOW, 65343, false}, 1000, 16));
    EXPECT_FALSE(hystart.Acked({}, {3003, 1000, 120, 300, SLOW, 65343, false}, 1000, 16));
    EXPECT_TRUE(hystart.Acked({}, {3004, 1000, 120, 300, SLOW, 65343, false}, 1000, 16));
}

TEST(HyStart, LooksAtWindowsFromTheLowWindowOn)
{
    HyStart hystart;
    hystart.StartRound(0, 100);
    EXPECT_FALSE(hystart.Acked({}, {1900, 1000, 50, 200, SLOW, 65343, false}, 1000, 15));
    EXPECT_TRUE(hystart.Acked({}, {1901, 1000, 50, 200, SLOW, 65343, false}, 1000, 16));
}

TEST(HyStart, DelayOfTheNinthSampleEndsSlowStart)
{
    HyStartConfig config;
    config.ackTrain = false;
    // Least round-trip time, and how far the minimum of a round may lie above it.
    const std::pair<uint32_t, uint32_t> cases[] = {{1000, 4000}, {80000, 10000}, {400000, 16000}};
    for (const auto& [minRtt, rise] : cases)
    {
        for (const uint32_t beyond : {0, 1})
        {
            HyStart hystart;
            hystart.StartRound(0, 100);
            const CubicAck ack{1, minRtt + rise + beyond, 50, 200, SLOW, 65343, false};
            for (uint32_t i = 0; i < 8; ++i)
            {
                EXPECT_FALSE(hystart.Acked(config, ack, minRtt, 16));
            }
            EXPECT_EQ(hystart.Acked(config, ack, minRtt, 16), beyond > 0);
        }
        // One quick sample is enough to go on.
        HyStart hystart;
        hystart.StartRound(0, 100);
        EXPECT_FALSE(hystart.Acked(config, {1, minRtt, 50, 200, SLOW, 65343, false}, minRtt, 16));
        for (uint32_t i = 0; i < 20; ++i)
        {
            const CubicAck ack{1, minRtt + 20000, 50, 200, SLOW, 65343, false};
            EXPECT_FALSE(hystart.Acked(config, ack, minRtt, 16));
        }
    }
}

namespace
{

/**
 * @brief Let a rule take round-trip times.
 * @param rule the rule
 * @param window the window
 * @param nowUs time
 * @param rttUs round-trip time
 */
void
Sample(CubicRule& rule, CongestionWindow& window, int64_t nowUs, uint32_t rttUs)
{
    rule.RttSample({nowUs, rttUs, 1, 1000, SLOW, 65343, false}, window);
}

} // namespace

TEST(Cubic, SwitchesOfHyStart)
{
    // Without HyStart, and without its two detectors, slow start goes on.
    CubicConfig off;
    off.hystart = false;
    CubicConfig blind;
    blind.detect.ackTrain = false;
    blind.detect.delay = false;
    CubicConfig delayOnly;
    delayOnly.detect.ackTrain = false;
    for (const CubicConfig& config : {off, blind, delayOnly})
    {
        CubicRule rule(config);
        CongestionWindow window{20, NO_SSTHRESH};
        for (int64_t at = 0; at < 20000; at += 500)
        {
            Sample(rule, window, at, 1000);
        }
        EXPECT_EQ(window.ssthresh, NO_SSTHRESH);
        EXPECT_FALSE(rule.HasHyStartEnded());
    }
    CubicRule rule;
    CongestionWindow window{20, NO_SSTHRESH};
    for (int64_t at = 0; at < 20000; at += 500)
    {
        Sample(rule, window, at, 1000);
    }
    EXPECT_EQ(window.ssthresh, 20U);
    EXPECT_TRUE(rule.HasHyStartEnded());
}

TEST(Cubic, HyStartEndsSlowStartOnce)
{
    CubicRule rule;
    CongestionWindow window{20, NO_SSTHRESH};
    Sample(rule, window, 0, 1000);
    Sample(rule, window, 1500, 1000);
    ASSERT_EQ(window.ssthresh, 20U);
    // Slow start again, as after an idle time: HyStart has had its say.
    window = {10, 40};
    for (int64_t at = 2000; at < 20000; at += 500)
    {
        window.cwnd = 30;
        Sample(rule, window, at, 1000);
    }
    EXPECT_EQ(window.ssthresh, 40U);
    // A timeout gives it another.
    rule.Timeout(20000, 1000);
    EXPECT_FALSE(rule.HasHyStartEnded());
    EXPECT_EQ(rule.GetMinRttUs(), 0U);
    for (int64_t at = 20500; at < 24000; at += 500)
    {
        Sample(rule, window, at, 1000);
    }
    EXPECT_EQ(window.ssthresh, 30U);
}

TEST(Cubic, ReductionLeaves717Of1024AndTwoSegments)
{
    CubicRule rule;
    EXPECT_EQ(rule.Reduce(100), 70U);
    EXPECT_EQ(rule.Reduce(40), 28U);
    EXPECT_EQ(rule.Reduce(10), 7U);
    EXPECT_EQ(rule.Reduce(2), 2U);
    EXPECT_EQ(rule.Reduce(1), 2U);
    CubicConfig half;
    half.beta = 512;
    EXPECT_EQ(CubicRule(half).Reduce(100), 50U);
}

namespace
{

/**
 * @brief Grow by ACKs of one segment each, at a constant rate.
 * @param rule the rule
 * @param window the window
 * @param fromUs time of the first ACK
 * @param gapUs time between ACKs
 * @param until stop when the window has reached this
 * @param maxAcks stop after so many
 * @return ACKs taken
 */
uint32_t
GrowUntil(CubicRule& rule,
          CongestionWindow& window,
          int64_t fromUs,
          int64_t gapUs,
          uint32_t until,
          uint32_t maxAcks = 1000000)
{
    uint32_t acks = 0;
    while (window.cwnd < until && acks < maxAcks)
    {
        rule.Grow(fromUs + acks * gapUs, 1, window);
        ++acks;
    }
    return acks;
}

} // namespace

TEST(Cubic, GrowsByFivePercentARoundBeforeTheFirstLoss)
{
    CubicRule rule;
    CongestionWindow window{100, 50};
    GrowUntil(rule, window, 0, 100, 1000, 400);
    EXPECT_EQ(rule.GetSegsPerStep(), 20U);
    EXPECT_EQ(window.cwnd, 120U);
}

TEST(Cubic, PlateauIsReachedWhenTheCurveSaysSo)
{
    // From 70 back to 100 segments. Fractions are cut off: the target is 99 when the curve is less
    // than 2 below the plateau. It is looked at one round-trip time ahead.
    for (const uint32_t hz : {1000U, 250U, 100U})
    {
        CubicConfig config;
        config.tcpFriendliness = false;
        config.hz = hz;
        CubicRule rule(config);
        CongestionWindow window{100, NO_SSTHRESH};
        Sample(rule, window, 0, 50000);
        window.ssthresh = rule.Reduce(window.cwnd);
        window.cwnd = window.ssthresh;
        // Ten segments per millisecond, so that the curve is the limit.
        const uint32_t acks = GrowUntil(rule, window, 1000000, 100, 99);
        EXPECT_NEAR(acks * 100e-6, std::cbrt(30 / 0.4) - std::cbrt(2 / 0.4) - 0.05, 0.03);
        EXPECT_EQ(window.cwnd, 99U);
    }
}

TEST(Cubic, FastConvergenceLowersThePlateau)
{
    // Two reductions, the second below the first one's window. The plateau is at 80 or, to leave
    // room, at 80 * 1741 / 2048 = 68; the growth before it shows which.
    uint32_t reached[2];
    for (const bool fast : {false, true})
    {
        CubicConfig config;
        config.fastConvergence = fast;
        config.tcpFriendliness = false;
        CubicRule rule(config);
        rule.Reduce(100);
        CongestionWindow window{80, NO_SSTHRESH};
        window.ssthresh = rule.Reduce(window.cwnd);
        window.cwnd = window.ssthresh;
        EXPECT_EQ(window.cwnd, 56U);
        GrowUntil(rule, window, 1000000, 100, 1000, 25000);
        reached[fast] = window.cwnd;
    }
    EXPECT_NEAR(reached[0], 78, 1);
    EXPECT_NEAR(reached[1], 68, 1);
}

TEST(Cubic, KeepsPaceWithReno)
{
    // Near the plateau of a small window the curve is slow; Reno adds 3 (1 - beta) / (1 + beta)
    // segments in a round trip, 0.53.
    CubicConfig config;
    CubicConfig alone;
    alone.tcpFriendliness = false;
    CubicRule friendly(config);
    CubicRule selfish(alone);
    CongestionWindow window{20, NO_SSTHRESH};
    window.ssthresh = friendly.Reduce(window.cwnd);
    selfish.Reduce(window.cwnd);
    window.cwnd = window.ssthresh;
    CongestionWindow other = window;
    GrowUntil(friendly, window, 0, 1000, 1000, 200);
    GrowUntil(selfish, other, 0, 1000, 1000, 200);
    EXPECT_EQ(other.cwnd, 16U);
    // Reno is at 20 after 26 + 28 + 30 + 31 + 33 + 35 ACKs; cubic follows with a delay.
    EXPECT_EQ(window.cwnd, 19U);
}

TEST(Cubic, IdleTimeDoesNotCountOnTheCurve)
{
    for (const bool told : {false, true})
    {
        CubicConfig config;
        config.tcpFriendliness = false;
        CubicRule rule(config);
        CongestionWindow window{100, NO_SSTHRESH};
        window.ssthresh = rule.Reduce(window.cwnd);
        window.cwnd = window.ssthresh;
        GrowUntil(rule, window, 0, 100, 1000, 100);
        if (told)
        {
            rule.IdleEnds(10000000, 10000);
        }
        // Ten seconds later the curve would be far above the plateau.
        GrowUntil(rule, window, 10000000, 100, 1000, 100);
        if (told)
        {
            EXPECT_LE(window.cwnd, 72U);
        }
        else
        {
            EXPECT_GE(window.cwnd, 115U);
        }
    }
}

TEST(Cubic, IdleEndsInTheFutureOfTheEpochOnly)
{
    // The shifted epoch is never later than now.
    CubicConfig config;
    config.tcpFriendliness = false;
    CubicRule rule(config);
    CongestionWindow window{100, 50};
    rule.Reduce(window.cwnd);
    window.cwnd = 70;
    GrowUntil(rule, window, 5000000, 100, 1000, 1);
    rule.IdleEnds(6000000, 1000000); // began before the epoch
    GrowUntil(rule, window, 6000000, 100, 1000, 200);
    EXPECT_LE(window.cwnd, 74U);
}

TEST(Cubic, DelaysRightAfterAReductionAreIgnored)
{
    CubicRule rule;
    CongestionWindow window{100, 50};
    Sample(rule, window, 0, 5000);
    rule.Reduce(window.cwnd);
    rule.Grow(1000, 1, window);
    Sample(rule, window, 500000, 3000);
    EXPECT_EQ(rule.GetMinRttUs(), 5000U);
    Sample(rule, window, 1001000, 3000);
    EXPECT_EQ(rule.GetMinRttUs(), 3000U);
    Sample(rule, window, 1002000, 0);
    EXPECT_EQ(rule.GetMinRttUs(), 1U);
}

TEST(Cubic, GrowsByHalfARoundAtMost)
{
    // Long after a reduction the curve is steep.
    CubicRule rule;
    CongestionWindow window{100, NO_SSTHRESH};
    window.ssthresh = rule.Reduce(window.cwnd);
    window.cwnd = window.ssthresh;
    rule.Grow(0, 1, window);
    rule.Grow(60000000, 1, window);
    EXPECT_EQ(rule.GetSegsPerStep(), 2U);
}

TEST(Cubic, ExtremeSettingsStayFinite)
{
    for (const uint32_t beta : {1U, 512U, 1023U})
    {
        for (const uint32_t scale : {1U, 1048576U})
        {
            CubicConfig config;
            config.beta = beta;
            config.bicScale = scale;
            CubicRule rule(config);
            CongestionWindow window{1, NO_SSTHRESH};
            rule.Reduce(3);
            window.ssthresh = 1;
            const uint32_t acks = GrowUntil(rule, window, 0, 10000, 5, 100000);
            EXPECT_GE(acks, 4U);
            EXPECT_GE(window.cwnd, 5U);
        }
    }
}
