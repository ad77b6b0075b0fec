/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The mechanisms of the transmit path in a topology: what the loop holds back and lets go.

#include "linux-tcp-test-link.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/linux-egress.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"

#include <functional>
#include <set>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;

namespace
{

/**
 * @ingroup linux-tcp-tests
 * @brief A transfer whose skbs are recorded.
 */
class RecordedTestCase : public TestCase
{
  public:
    /// Judges the records.
    using Check = std::function<void(RecordedTestCase& test, Link& link)>;

    /**
     * @brief Constructor.
     * @param name what is checked
     * @param options the link
     * @param check the judge
     * @param prepare done before the run, may be empty
     */
    RecordedTestCase(std::string name,
                     LinkOptions options,
                     Check check,
                     std::function<void(Link&)> prepare = nullptr)
        : TestCase("Socket: " + name),
          m_options(std::move(options)),
          m_check(std::move(check)),
          m_prepare(std::move(prepare))
    {
    }

    std::vector<LinuxTcpXmitRecord> sent;          //!< skbs handed over
    std::vector<LinuxTcpThrottleRecord> throttled; //!< skbs held back
    std::vector<LinuxTcpAckRecord> acked;          //!< ACKs
    std::multiset<int> stops;                      //!< why the loop ended

    /**
     * @brief Report a failure unless a condition holds.
     * @param condition the condition
     * @param what what it means
     */
    void Expect(bool condition, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, what);
    }

  private:
    void DoRun() override
    {
        Link link(m_options);
        Ptr<LinuxTcpSocket> socket = link.GetSender();
        socket->TraceConnectWithoutContext("SkbSent", MakeCallback(&RecordedTestCase::Sent, this));
        socket->TraceConnectWithoutContext("Throttled",
                                           MakeCallback(&RecordedTestCase::Throttled, this));
        socket->TraceConnectWithoutContext("Acked", MakeCallback(&RecordedTestCase::Acked, this));
        socket->TraceConnectWithoutContext("LoopStopped",
                                           MakeCallback(&RecordedTestCase::Stopped, this));
        if (m_prepare)
        {
            m_prepare(link);
        }
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), m_options.bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ");
        NS_TEST_EXPECT_MSG_EQ(link.GetAccount()->GetWmem(), 1, "wmem at the end");
        m_check(*this, link);
    }

    /// @param record an skb
    void Sent(const LinuxTcpXmitRecord& record)
    {
        sent.push_back(record);
    }

    /// @param record an skb held back
    void Throttled(const LinuxTcpThrottleRecord& record)
    {
        throttled.push_back(record);
    }

    /// @param record an ACK
    void Acked(const LinuxTcpAckRecord& record)
    {
        acked.push_back(record);
    }

    /// @param reason why the loop ended
    void Stopped(LinuxTcpSocket::StopReason reason)
    {
        stops.insert(reason);
    }

    LinkOptions m_options;                //!< the link
    Check m_check;                        //!< the judge
    std::function<void(Link&)> m_prepare; //!< done before the run
};

/**
 * @ingroup linux-tcp-tests
 * @brief Applications that know nothing of the module use it after one call.
 */
class SwitchOverTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param makeDefault the stock protocol name makes our sockets
     * @param protocol protocol name that the applications use
     * @param ours the sockets are ours
     */
    SwitchOverTestCase(bool makeDefault, std::string protocol, bool ours)
        : TestCase("Socket: " + protocol + (makeDefault ? " switched over" : " left alone")),
          m_makeDefault(makeDefault),
          m_protocol(std::move(protocol)),
          m_ours(ours)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper pointToPoint;
        pointToPoint.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        NetDeviceContainer devices = pointToPoint.Install(nodes);
        LinuxNicHelper().Install(devices);
        InternetStackHelper().Install(nodes);
        LinuxTcpHelper linuxTcp;
        linuxTcp.SetMakeDefault(m_makeDefault);
        linuxTcp.Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        BulkSendHelper source(m_protocol, InetSocketAddress(interfaces.GetAddress(1), 9));
        source.SetAttribute("MaxBytes", UintegerValue(100000));
        source.Install(nodes.Get(0)).Start(Seconds(0));
        PacketSinkHelper sinkHelper(m_protocol, InetSocketAddress(Ipv4Address::GetAny(), 9));
        auto sink = DynamicCast<PacketSink>(sinkHelper.Install(nodes.Get(1)).Get(0));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 100000, "bytes received");
        const bool listener = DynamicCast<LinuxTcpSocket>(sink->GetListeningSocket()) != nullptr;
        NS_TEST_EXPECT_MSG_EQ(listener, m_ours, "the listening socket's class");
        for (const auto& socket : sink->GetAcceptedSockets())
        {
            const bool accepted = DynamicCast<LinuxTcpSocket>(socket) != nullptr;
            NS_TEST_EXPECT_MSG_EQ(accepted, m_ours, "the accepted socket's class");
        }
        NS_TEST_EXPECT_MSG_EQ(sink->GetAcceptedSockets().size(), 1, "accepted sockets");
        Simulator::Destroy();
    }

    bool m_makeDefault;     //!< switch over
    std::string m_protocol; //!< protocol name
    bool m_ours;            //!< expected class
};

/**
 * @ingroup linux-tcp-tests
 * @brief Applications write in ways that sendmsg treats differently.
 */
class WritesTestCase : public TestCase
{
  public:
    /// What is written: (time in us, bytes).
    using Writes = std::vector<std::pair<uint32_t, uint32_t>>;

    /**
     * @brief Constructor.
     * @param name what is special
     * @param attributes of the sender
     * @param writes what is written from 10 ms on
     * @param lengths the skbs that must leave
     */
    WritesTestCase(std::string name,
                   std::vector<std::pair<std::string, std::string>> attributes,
                   Writes writes,
                   std::vector<uint32_t> lengths)
        : TestCase("Socket: " + name),
          m_attributes(std::move(attributes)),
          m_writes(std::move(writes)),
          m_lengths(std::move(lengths))
    {
    }

  private:
    void DoRun() override
    {
        LinkOptions options;
        options.bytes = 0;
        options.closeAtEnd = false;
        options.nic = {{"TxUsecs", "1000"}};
        options.socket = m_attributes;
        Link link(options);
        link.GetSender()->TraceConnectWithoutContext("SkbSent",
                                                     MakeCallback(&WritesTestCase::Sent, this));
        for (const auto& [time, bytes] : m_writes)
        {
            Simulator::Schedule(MilliSeconds(10) + MicroSeconds(time), [&link, bytes = bytes]() {
                link.GetSender()->Send(Create<Packet>(bytes), 0);
            });
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Join(m_sent), Join(m_lengths), "lengths of the skbs");
        NS_TEST_EXPECT_MSG_EQ(link.GetAccount()->GetWmem(), 1, "wmem at the end");
    }

    /// @param record an skb
    void Sent(const LinuxTcpXmitRecord& record)
    {
        m_sent.push_back(record.length);
    }

    /**
     * @brief Show lengths.
     * @param lengths the lengths
     * @return them in one line
     */
    static std::string Join(const std::vector<uint32_t>& lengths)
    {
        std::string line;
        for (uint32_t length : lengths)
        {
            line += std::to_string(length) + " ";
        }
        return line;
    }

    std::vector<std::pair<std::string, std::string>> m_attributes; //!< of the sender
    Writes m_writes;                                               //!< what is written
    std::vector<uint32_t> m_lengths;                               //!< what must leave
    std::vector<uint32_t> m_sent;                                  //!< what leaves
};

/// The first record of a transfer, which nothing but the initial window shapes.
void
CheckMss(RecordedTestCase& test, uint32_t mss)
{
    const auto& first = test.sent.front();
    test.Expect(first.length == first.segs * mss,
                "an mss of " + std::to_string(mss) + ", not " +
                    std::to_string(first.length / first.segs));
}

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpSocketTestSuite : public TestSuite
{
  public:
    LinuxTcpSocketTestSuite()
        : TestSuite("linux-tcp-socket", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new SwitchOverTestCase(true, "ns3::TcpSocketFactory", true),
                    LINUX_TCP_TEST_QUICK);
        AddTestCase(new SwitchOverTestCase(true, "ns3::LinuxTcpSocketFactory", true),
                    LINUX_TCP_TEST_QUICK);
        AddTestCase(new SwitchOverTestCase(false, "ns3::TcpSocketFactory", false),
                    LINUX_TCP_TEST_QUICK);
        AddTestCase(new SwitchOverTestCase(false, "ns3::LinuxTcpSocketFactory", true),
                    LINUX_TCP_TEST_QUICK);
        AddMss();
        AddLoop();
        AddWrites();
        AddSmallQueue();
        AddRetransmissions();
    }

  private:
    /// Where the mss comes from.
    void AddMss()
    {
        LinkOptions options;
        const auto check = [](uint32_t mss) {
            return [mss](RecordedTestCase& test, Link&) { CheckMss(test, mss); };
        };
        AddTestCase(new RecordedTestCase("mss of IPv4", options, check(1448)),
                    LINUX_TCP_TEST_QUICK);
        options.ipv6 = true;
        AddTestCase(new RecordedTestCase("mss of IPv6", options, check(1428)),
                    LINUX_TCP_TEST_QUICK);
        options.mtu = 9000;
        AddTestCase(new RecordedTestCase("mss of a jumbo MTU", options, check(8928)),
                    LINUX_TCP_TEST_QUICK);
        options = {};
        options.socket = {{"SegmentSize", "1000"}};
        AddTestCase(new RecordedTestCase("an explicit mss wins", options, check(1000)),
                    LINUX_TCP_TEST_QUICK);
        options.socket = {{"SegmentSize", "536"}};
        AddTestCase(
            new RecordedTestCase("an explicit mss wins, even the default", options, check(536)),
            LINUX_TCP_TEST_QUICK);
        options.socket = {{"Timestamp", "false"}};
        options.sink = options.socket;
        AddTestCase(new RecordedTestCase("mss without timestamps", options, check(1460)),
                    LINUX_TCP_TEST_QUICK);
        options.socket.clear();
        AddTestCase(
            new RecordedTestCase("mss when the peer refuses timestamps", options, check(1460)),
            LINUX_TCP_TEST_QUICK);
    }

    /// What shapes the skbs.
    void AddLoop()
    {
        LinkOptions options;
        options.bytes = 3000000;
        AddTestCase(new RecordedTestCase("half of cwnd at most per skb, from 5 of the first 10 on",
                                         options,
                                         [](RecordedTestCase& test, Link&) {
                                             for (const auto& skb : test.sent)
                                             {
                                                 test.Expect(skb.segs <= std::max(skb.cwnd / 2, 1U),
                                                             "more than half of cwnd in one skb");
                                             }
                                             test.Expect(
                                                 test.sent[0].segs == 5 && test.sent[1].segs == 5,
                                                 "the first two skbs have half of 10 segments");
                                         }),
                    LINUX_TCP_TEST_QUICK);
        AddTestCase(new RecordedTestCase(
                        "round-trip time in microseconds",
                        options,
                        [](RecordedTestCase& test, Link&) {
                            // SYN out, SYN+ACK back: 2 * 350 us and two 90-byte times on the wire
                            test.Expect(test.sent[0].srttUs == 714 || test.sent[0].srttUs == 715,
                                        "srtt of the handshake is " +
                                            std::to_string(test.sent[0].srttUs));
                            test.Expect(test.acked.back().minRttUs < 900, "min_rtt");
                        }),
                    LINUX_TCP_TEST_QUICK);
        // The window that the peer offers bounds an skb to half of it.
        options.sink = {{"RcvBufSize", "40000"}};
        options.socket = {{"InitialCwnd", "60"}};
        AddTestCase(new RecordedTestCase("half of the largest window at most per skb",
                                         options,
                                         [](RecordedTestCase& test, Link&) {
                                             uint32_t longest = 0;
                                             for (const auto& skb : test.sent)
                                             {
                                                 longest = std::max(longest, skb.segs);
                                             }
                                             test.Expect(longest == 20000 / 1448,
                                                         "longest skb: " + std::to_string(longest));
                                         }),
                    LINUX_TCP_TEST_QUICK);
        options.sink.clear();
        options.socket.clear();
        options.nic = {{"GsoMaxSegs", "4"}};
        AddTestCase(new RecordedTestCase("gso_max_segs of the device",
                                         options,
                                         [](RecordedTestCase& test, Link&) {
                                             uint32_t longest = 0;
                                             for (const auto& skb : test.sent)
                                             {
                                                 longest = std::max(longest, skb.segs);
                                             }
                                             test.Expect(longest == 4,
                                                         "longest skb: " + std::to_string(longest));
                                         }),
                    LINUX_TCP_TEST_QUICK);
        options.nic = {{"GsoMaxSize", "16384"}};
        AddTestCase(new RecordedTestCase("gso_max_size of the device",
                                         options,
                                         [](RecordedTestCase& test, Link&) {
                                             uint32_t longest = 0;
                                             for (const auto& skb : test.sent)
                                             {
                                                 longest = std::max(longest, skb.segs);
                                             }
                                             test.Expect(longest == (16384 - 321) / 1448,
                                                         "longest skb: " + std::to_string(longest));
                                         }),
                    LINUX_TCP_TEST_QUICK);
        options.nic.clear();
        options.socket = {{"CwndClamp", "7"}};
        AddTestCase(new RecordedTestCase(
                        "cwnd clamp",
                        options,
                        [](RecordedTestCase& test, Link&) {
                            // The last one carries the FIN, which passes before 6.10.
                            for (std::size_t i = 0; i + 1 < test.sent.size(); ++i)
                            {
                                const auto& skb = test.sent[i];
                                test.Expect(skb.cwnd <= 7 && skb.packetsOut + skb.segs <= 7,
                                            "more than 7 segments out");
                            }
                            test.Expect(test.stops.count(LinuxTcpSocket::STOP_CWND) > 100,
                                        "cwnd must be what stops the loop");
                        }),
                    LINUX_TCP_TEST_QUICK);
        options.socket = {{"MaxPacingRate", "20Mbps"}};
        AddTestCase(new RecordedTestCase(
                        "internal pacing",
                        options,
                        [](RecordedTestCase& test, Link&) {
                            // 2.5 MB/s: an skb's bytes take 400 ns each.
                            const auto& skbs = test.sent;
                            for (std::size_t i = skbs.size() / 2; i + 1 < skbs.size(); ++i)
                            {
                                const Time gap = skbs[i + 1].time - skbs[i].time;
                                test.Expect(gap >=
                                                NanoSeconds(400 * skbs[i].length) - NanoSeconds(1),
                                            "an skb left too early");
                            }
                            test.Expect(test.stops.count(LinuxTcpSocket::STOP_PACING) > 100,
                                        "pacing must be what stops the loop");
                        }),
                    LINUX_TCP_TEST_QUICK);
    }

    /// How writes become skbs.
    void AddWrites()
    {
        AddTestCase(new WritesTestCase("small writes, TCP_NODELAY and no autocorking",
                                       {{"Autocorking", "false"}},
                                       {{0, 100}, {10, 100}, {20, 100}},
                                       {100, 100, 100}),
                    LINUX_TCP_TEST_QUICK);
        // The first skb's completion, 1 ms later, lets the others go as one.
        AddTestCase(new WritesTestCase("small writes, autocorked",
                                       {},
                                       {{0, 100}, {10, 100}, {20, 100}},
                                       {100, 200}),
                    LINUX_TCP_TEST_QUICK);
        // Nagle: one small segment outstanding; a full one passes.
        AddTestCase(new WritesTestCase("small writes, Nagle",
                                       {{"Autocorking", "false"}, {"TcpNoDelay", "false"}},
                                       {{0, 100}, {10, 100}, {20, 1348}, {30, 100}},
                                       {100, 1448, 100}),
                    LINUX_TCP_TEST_QUICK);
    }

    /// The small-queue check.
    void AddSmallQueue()
    {
        LinkOptions options;
        options.bytes = 3000000;
        options.nic = {{"TxUsecs", "2000"}};
        const auto wmemBound = [](RecordedTestCase& test, Link&) {
            for (const auto& skb : test.sent)
            {
                test.Expect(skb.wmemAfter <= 30000 + skb.truesize || skb.packetsOut == 0,
                            "wmem above the limit and one skb");
            }
            test.Expect(test.throttled.size() > 50, "it must throttle");
            for (const auto& skb : test.throttled)
            {
                test.Expect(skb.wmem > skb.limit && skb.limit <= 30000, "wmem within the limit");
            }
        };
        options.socket = {{"Kernel", "6.5"}, {"LimitOutputBytes", "30000"}};
        AddTestCase(new RecordedTestCase("limit_output_bytes", options, wmemBound),
                    LINUX_TCP_TEST_QUICK);
        // The formula without a cap lets more out: R is at least 10 kB at this rate, but 2 T more.
        options.socket = {{"SmallQueueLimit", "MaxAll"}};
        AddTestCase(new RecordedTestCase(
                        "the formula of 2015 with its default never throttles here",
                        options,
                        [](RecordedTestCase& test, Link&) {
                            test.Expect(test.throttled.empty(), "1 MB is more than the window");
                        }),
                    LINUX_TCP_TEST_QUICK);
        // 6.6 lets a second skb pass; before, the first completion had to come.
        for (const bool relaxed : {false, true})
        {
            options.socket = {{"Kernel", relaxed ? "6.6" : "6.5"},
                              {"LimitOutputBytes", "1"},
                              {"CwndClamp", "20"}};
            AddTestCase(
                new RecordedTestCase(relaxed ? "one skb outstanding passes from 6.6 on"
                                             : "nothing outstanding passes before 6.6",
                                     options,
                                     [relaxed](RecordedTestCase& test, Link&) {
                                         bool second = false;
                                         for (const auto& skb : test.sent)
                                         {
                                             second = second || (skb.packetsOut > 0 &&
                                                                 skb.wmemAfter > skb.truesize + 2);
                                         }
                                         test.Expect(second == relaxed,
                                                     "a second skb on top of an uncompleted one");
                                     }),
                LINUX_TCP_TEST_QUICK);
        }
    }

    /// What was lost is sent again under the same check.
    void AddRetransmissions()
    {
        LinkOptions options;
        options.bytes = 3000000;
        options.loss = 0.01;
        options.socket = {{"LimitOutputBytes", "5000"}, {"Kernel", "6.5"}};
        options.nic = {{"TxUsecs", "5000"}};
        AddTestCase(new RecordedTestCase(
                        "retransmissions are charged, and held back at twice the limit",
                        options,
                        [](RecordedTestCase& test, Link&) {
                            uint32_t again = 0;
                            uint32_t held = 0;
                            for (const auto& skb : test.sent)
                            {
                                if (skb.retransmission)
                                {
                                    ++again;
                                    test.Expect(skb.truesize == skb.length + 768, "truesize");
                                    test.Expect(skb.wmemAfter <= 10000 + 2 * skb.truesize,
                                                "wmem above twice the limit");
                                }
                            }
                            for (const auto& skb : test.throttled)
                            {
                                if (skb.factor == 1)
                                {
                                    ++held;
                                    test.Expect(skb.limit == 10000 || skb.limit < 10000,
                                                "twice the limit");
                                }
                            }
                            test.Expect(again > 5, "something must be sent again");
                            test.Expect(held > 0, "something must be held back");
                        }),
                    LINUX_TCP_TEST_QUICK);
    }
};

LinuxTcpSocketTestSuite g_linuxTcpSocketTestSuite; //!< the suite

} // namespace
