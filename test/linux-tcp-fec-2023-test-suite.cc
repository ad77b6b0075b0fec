/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The lock of 2023 beside traces of the real kernel (test/data/kernel-traces).

#include "linux-tcp-test-link.h"

#include "ns3/linux-nic.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/test.h"

#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;

namespace
{

/// One event of the transmit path, as the kernel's trace and ours show it.
struct Event
{
    double timeUs{0};                    //!< when
    std::string kind;                    //!< xmit, tsq_throttle, ack or tx_complete
    std::map<std::string, long> numbers; //!< its fields
};

/**
 * @brief Read an events file of the kernel.
 * @param name file name in test/data/kernel-traces
 * @return the events
 */
std::vector<Event>
ReadEvents(const std::string& name)
{
    std::ifstream file(std::string(LINUX_TCP_TEST_DATA) + "/kernel-traces/" + name);
    NS_ABORT_MSG_UNLESS(file.is_open(), "no test data " << name);
    std::vector<Event> events;
    std::string line;
    std::getline(file, line); // names of the columns
    while (std::getline(file, line))
    {
        Event event;
        std::istringstream text(line);
        std::string field;
        std::getline(text, field, ',');
        event.timeUs = std::stod(field);
        std::getline(text, event.kind, ',');
        while (text >> field)
        {
            const auto equal = field.find('=');
            event.numbers[field.substr(0, equal)] = std::stol(field.substr(equal + 1));
        }
        events.push_back(event);
    }
    return events;
}

/// The oracle's reference point: base RTT 0.716 ms, an interrupt 800 us after a completion.
LinkOptions
ReferencePoint(const std::string& kernel, uint32_t ssthreshSegments)
{
    LinkOptions options;
    options.bytes = uint64_t{1} << 40;
    options.nic = {{"TxUsecs", "800"}, {"TxFrames", "200"}};
    options.socket = {{"Kernel", kernel},
                      {"InitialSlowStartThreshold", std::to_string(ssthreshSegments * 1448)},
                      {"SndBufSize", "4000000"}};
    options.sink = {{"RcvBufSize", "72704"}};
    return options;
}

/**
 * @ingroup linux-tcp-tests
 * @brief A run of 8 s whose last 5 s are recorded.
 */
class SteadyTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what is compared
     * @param options the link
     */
    SteadyTestCase(const std::string& name, LinkOptions options)
        : TestCase("Fec 2023: " + name),
          m_options(std::move(options))
    {
    }

  protected:
    /// Judge the records.
    virtual void Check() = 0;

    std::vector<LinuxTcpXmitRecord> m_sent; //!< skbs of the steady part
    std::vector<Event> m_events;            //!< events of the steady part
    double m_goodput{0};                    //!< of the steady part, Mbit/s

  private:
    void DoRun() override
    {
        Link link(m_options);
        uint64_t before = 0;
        Simulator::Schedule(Seconds(3), [this, &link, &before]() {
            before = link.GetReceived();
            Ptr<LinuxTcpSocket> socket = link.GetSender();
            socket->TraceConnectWithoutContext("SkbSent",
                                               MakeCallback(&SteadyTestCase::Sent, this));
            socket->TraceConnectWithoutContext("Throttled",
                                               MakeCallback(&SteadyTestCase::Throttled, this));
            socket->TraceConnectWithoutContext("Bypassed",
                                               MakeCallback(&SteadyTestCase::Bypassed, this));
            socket->TraceConnectWithoutContext("Acked", MakeCallback(&SteadyTestCase::Acked, this));
            link.GetDevices().Get(0)->GetObject<LinuxNic>()->TraceConnectWithoutContext(
                "Completion",
                MakeCallback(&SteadyTestCase::Completed, this));
        });
        Simulator::Stop(Seconds(8));
        Simulator::Run();
        m_goodput = static_cast<double>(link.GetReceived() - before) * 8 / 5e6;
        Check();
        NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ");
    }

    /**
     * @brief Record an event.
     * @param kind its kind
     * @param numbers its fields
     */
    void Add(const std::string& kind, std::map<std::string, long> numbers)
    {
        const double now = static_cast<double>(Simulator::Now().GetNanoSeconds()) / 1000;
        m_events.push_back({now, kind, std::move(numbers)});
    }

    /// @param record an skb
    void Sent(const LinuxTcpXmitRecord& record)
    {
        m_sent.push_back(record);
        Add("xmit",
            {{"len", record.length},
             {"segs", record.segs},
             {"truesize", record.truesize},
             {"wmem", record.wmemAfter},
             {"packets_out", record.packetsOut},
             {"cwnd", record.cwnd},
             {"pacing_Bps", record.pacingRate},
             {"srtt_us", record.srttUs}});
    }

    /// @param record an skb held back
    void Throttled(const LinuxTcpThrottleRecord& record)
    {
        AddCheck("tsq_throttle", record);
    }

    /// @param record an skb let through
    void Bypassed(const LinuxTcpThrottleRecord& record)
    {
        AddCheck("tsq_shortcut", record);
    }

    /**
     * @brief Record the outcome of a small-queue check.
     * @param kind of event
     * @param record the skb
     */
    void AddCheck(const std::string& kind, const LinuxTcpThrottleRecord& record)
    {
        Add(kind,
            {{"len", record.length},
             {"packets_out", record.packetsOut},
             {"wmem", record.wmem},
             {"limit", record.limit},
             {"truesize", record.truesize},
             {"pacing_Bps", record.pacingRate}});
    }

    /// @param record an ACK
    void Acked(const LinuxTcpAckRecord& record)
    {
        Add("ack",
            {{"delivered", record.delivered},
             {"packets_out", record.packetsOut},
             {"srtt_us", record.srttUs},
             {"wmem", record.wmem},
             {"pacing_Bps", record.pacingRate}});
    }

    /// @param completion what the interrupt freed
    void Completed(const LinuxNicCompletion& completion)
    {
        Add("tx_complete", {{"skbs", completion.skbs}, {"wire_frames", completion.frames}});
    }

    LinkOptions m_options; //!< the link
};

/**
 * @ingroup linux-tcp-tests
 * @brief Before the relaxation: 2 + 23 segments for ever, and 81.6 Mbit/s.
 */
class LockTestCase : public SteadyTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param ssthreshSegments where slow start ends
     */
    explicit LockTestCase(uint32_t ssthreshSegments)
        : SteadyTestCase("the lock, slow start left at " + std::to_string(ssthreshSegments),
                         ReferencePoint("6.5", ssthreshSegments))
    {
    }

  private:
    void Check() override
    {
        // oracle, run s1ref_d350_us800_ss0_mr1: 81.644
        NS_TEST_EXPECT_MSG_EQ_TOL(m_goodput, 81.644, 0.05, "goodput in Mbit/s");
        uint32_t idle = 0;
        NS_TEST_ASSERT_MSG_GT(m_sent.size(), 2000, "skbs");
        for (std::size_t i = 0; i + 1 < m_sent.size(); ++i)
        {
            const auto& a = m_sent[i];
            const auto& b = m_sent[i + 1];
            NS_TEST_ASSERT_MSG_EQ((a.segs == 2 || a.segs == 23), true, "2 or 23 segments");
            NS_TEST_ASSERT_MSG_EQ(a.segs + b.segs, 25, "a pair is the size goal");
            // Everything had been acknowledged: the wire was silent since the last frame.
            idle += a.segs == 2 && a.packetsOut == 0;
        }
        // Two pairs of three wait until nothing is outstanding.
        NS_TEST_EXPECT_MSG_EQ_TOL(idle / (m_sent.size() / 2.0), 2.0 / 3, 0.01, "silent pairs");
    }
};

/**
 * @ingroup linux-tcp-tests
 * @brief The order of events in the lock is the kernel's, with its numbers and times.
 */
class EventOrderTestCase : public SteadyTestCase
{
  public:
    // cwnd freezes at 47, as in the kernel's run, when slow start ends at 15 segments.
    EventOrderTestCase()
        : SteadyTestCase("every event of the lock", ReferencePoint("6.5", 15))
    {
    }

  private:
    /**
     * @brief Cut one period out: six pairs, from the pair after the longest silence.
     * @param events the events
     * @return one period, times relative to its start
     */
    static std::vector<Event> OnePeriod(const std::vector<Event>& events)
    {
        std::vector<std::size_t> pairs; // where the pairs begin
        for (std::size_t i = 0; i < events.size(); ++i)
        {
            if (events[i].kind == "xmit" && events[i].numbers.at("segs") == 2)
            {
                pairs.push_back(i);
            }
        }
        for (std::size_t i = 0; i + 7 < pairs.size(); ++i)
        {
            const double gap = events[pairs[i + 1]].timeUs - events[pairs[i]].timeUs;
            if (std::lround(gap) == 5168)
            {
                std::vector<Event> period;
                for (std::size_t j = pairs[i]; j < pairs[i + 6]; ++j)
                {
                    // The application's writes run the loop too, to the same end: when they do
                    // depends on its buffers.
                    const bool again = !period.empty() && events[j].kind == "tsq_throttle" &&
                                       period.back().kind == "tsq_throttle" &&
                                       period.back().numbers == events[j].numbers;
                    if (!again)
                    {
                        period.push_back(events[j]);
                    }
                }
                const double start = period.front().timeUs;
                for (auto& event : period)
                {
                    event.timeUs -= start;
                }
                return period;
            }
        }
        return {};
    }

    void Check() override
    {
        const auto kernel = OnePeriod(ReadEvents("s1ref_d350_us800_ss0_mr1.steady.events.csv"));
        const auto ours = OnePeriod(m_events);
        NS_TEST_ASSERT_MSG_GT(kernel.size(), 150, "events in the kernel's period");
        NS_TEST_EXPECT_MSG_EQ(ours.size(), kernel.size(), "events in a period");
        for (std::size_t i = 0; i < std::min(ours.size(), kernel.size()) && !IsStatusFailure(); ++i)
        {
            const Event& theirs = kernel[i];
            const std::string where = "event " + std::to_string(i) + ", " + theirs.kind + ": ";
            NS_TEST_ASSERT_MSG_EQ(ours[i].kind, theirs.kind, where + "kind");
            // The kernel's clock truncates frame times to 40 ns.
            NS_TEST_ASSERT_MSG_EQ_TOL(ours[i].timeUs, theirs.timeUs, 1, where + "time");
            for (const auto& [name, value] : theirs.numbers)
            {
                // The kernel's trace has some numbers that ours lacks: sequence numbers that start
                // elsewhere, and what the ring holds.
                const auto mine = ours[i].numbers.find(name);
                if (mine != ours[i].numbers.end())
                {
                    NS_TEST_ASSERT_MSG_EQ_TOL(mine->second,
                                              value,
                                              Tolerance(theirs.kind, name, value),
                                              where + name);
                }
            }
        }
    }

    /**
     * @brief How much a number may differ.
     * @param kind of event
     * @param name of the number
     * @param value the kernel's number
     * @return the difference allowed
     */
    static long Tolerance(const std::string& kind, const std::string& name, long value)
    {
        // A sample of 1 us more or less moves srtt by an eighth, rate and limit by as much.
        if (name == "srtt_us")
        {
            return 1;
        }
        if (name == "pacing_Bps" || name == "limit")
        {
            return value / 2000 + 1;
        }
        // ss shows wmem while the handler's byte is held or after it is gone.
        return name == "wmem" && kind != "xmit" ? 1 : 0;
    }
};

/**
 * @ingroup linux-tcp-tests
 * @brief A range of goodput.
 */
class GoodputTestCase : public SteadyTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what is run
     * @param options the link
     * @param low Mbit/s at least
     * @param high Mbit/s at most
     */
    GoodputTestCase(const std::string& name, LinkOptions options, double low, double high)
        : SteadyTestCase(name, std::move(options)),
          m_low(low),
          m_high(high)
    {
    }

  private:
    void Check() override
    {
        NS_TEST_EXPECT_MSG_GT_OR_EQ(m_goodput, m_low, "goodput in Mbit/s");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_goodput, m_high, "goodput in Mbit/s");
    }

    double m_low;  //!< Mbit/s
    double m_high; //!< Mbit/s
};

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpFec2023TestSuite : public TestSuite
{
  public:
    LinuxTcpFec2023TestSuite()
        : TestSuite("linux-tcp-fec-2023", TestSuite::Type::SYSTEM)
    {
        for (uint32_t segments : {16, 17, 18})
        {
            AddTestCase(new LockTestCase(segments), LINUX_TCP_TEST_QUICK);
        }
        AddTestCase(new EventOrderTestCase, LINUX_TCP_TEST_QUICK);
        // With the relaxation the kernel gives 87.16 to 94.15, by the phase of its start.
        AddTestCase(
            new GoodputTestCase("after the relaxation", ReferencePoint("6.6", 18), 89, 94.2),
            LINUX_TCP_TEST_QUICK);
        // Without the bonus of short round trips the pairs are other ones, by the phase of the
        // start: the kernel gives 89.02, the board 91.4.
        auto options = ReferencePoint("6.5", 18);
        options.socket.emplace_back("TsoRttLog", "0");
        AddTestCase(new GoodputTestCase("tso_rtt_log 0", options, 88.5, 91.5),
                    LINUX_TCP_TEST_QUICK);
        // Completions without delay silence nothing. The fixed window cuts small segments off,
        // whose headers take the rest to the 94.15 of full ones.
        options = ReferencePoint("6.5", 18);
        options.nic = {{"TxUsecs", "0"}};
        AddTestCase(new GoodputTestCase("immediate completion", options, 93.8, 94.16),
                    LINUX_TCP_TEST_QUICK);
    }
};

LinuxTcpFec2023TestSuite g_linuxTcpFec2023TestSuite; //!< the suite

} // namespace
