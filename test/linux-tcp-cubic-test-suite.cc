/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// LinuxTcpCubic in a socket: slow start ends where the kernel ends it, losses cost what they cost
// there; and on a socket of ns-3 it works with what that has.

#include "linux-tcp-test-link.h"
#include "unit/kernel-trace.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/linux-tcp-cubic.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;
using LinuxTcpTest::ReadTrace;

namespace
{

constexpr uint32_t MSS = 1448;

/**
 * @ingroup linux-tcp-tests
 * @brief Sets attributes of cubic, and cubic as the congestion control of all sockets, for a while.
 */
class CubicDefaults
{
  public:
    /**
     * @brief Constructor.
     * @param attributes of cubic
     */
    explicit CubicDefaults(const std::map<std::string, std::string>& attributes = {})
    {
        Set("ns3::TcpL4Protocol::SocketType", "ns3::LinuxTcpCubic");
        for (const auto& [name, value] : attributes)
        {
            Set("ns3::LinuxTcpCubic::" + name, value);
        }
    }

    ~CubicDefaults()
    {
        for (const auto& [name, value] : m_before)
        {
            Config::SetDefault(name, StringValue(value));
        }
    }

    CubicDefaults(const CubicDefaults&) = delete;
    CubicDefaults& operator=(const CubicDefaults&) = delete;

  private:
    void Set(const std::string& name, const std::string& value)
    {
        const auto separator = name.rfind("::");
        TypeId::AttributeInformation info;
        TypeId::LookupByName(name.substr(0, separator))
            .LookupAttributeByName(name.substr(separator + 2), &info);
        m_before[name] = info.initialValue->SerializeToString(info.checker);
        Config::SetDefault(name, StringValue(value));
    }

    std::map<std::string, std::string> m_before; //!< values to return to
};

/**
 * @ingroup linux-tcp-tests
 * @brief Loses the data frames with the given numbers, counted from 1.
 */
class LoseFrames : public ErrorModel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::LinuxTcpTestLoseFrames")
                                .SetParent<ErrorModel>()
                                .SetGroupName("LinuxTcp")
                                .HideFromDocumentation();
        return tid;
    }

    /**
     * @brief Constructor.
     * @param first number of the first frame lost
     * @param last number of the last frame lost
     */
    LoseFrames(uint32_t first, uint32_t last)
        : m_first(first),
          m_last(last)
    {
    }

    LINUX_TCP_INSTANCE_TYPE_ID

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        if (packet->GetSize() < 200)
        {
            return false; // no data
        }
        ++m_frames;
        return m_frames >= m_first && m_frames <= m_last;
    }

    void DoReset() override
    {
        m_frames = 0;
    }

    uint32_t m_first;     //!< first frame lost
    uint32_t m_last;      //!< last frame lost
    uint32_t m_frames{0}; //!< frames seen
};

/**
 * @ingroup linux-tcp-tests
 * @brief The first ACKs of a flow beside those of the kernel.
 */
class SlowStartTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param trace of the kernel
     * @param delay one way
     * @param nic attributes of the NICs
     * @param ssthresh where slow start ends
     * @param atAck number of the ACK that ends it
     * @param compared ACKs that are compared
     */
    SlowStartTestCase(const std::string& trace,
                      const std::string& delay,
                      std::vector<std::pair<std::string, std::string>> nic,
                      uint32_t ssthresh,
                      std::size_t atAck,
                      std::size_t compared)
        : TestCase("Cubic: slow start as in " + trace),
          m_trace(trace),
          m_delay(delay),
          m_nic(std::move(nic)),
          m_ssthresh(ssthresh),
          m_atAck(atAck),
          m_compared(compared)
    {
    }

  private:
    void DoRun() override
    {
        CubicDefaults defaults;
        LinkOptions options;
        options.bytes = 2000000;
        options.delay = m_delay;
        options.nic = m_nic;
        options.socket = {{"Kernel", "6.1"}};
        Link link(options);
        link.GetSender()->TraceConnectWithoutContext("Acked",
                                                     MakeCallback(&SlowStartTestCase::Acked, this));
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();

        std::size_t number = 0;
        for (const auto& event : ReadTrace(m_trace))
        {
            if (event.kind != "ack" || number >= std::min(m_compared, m_acks.size()))
            {
                continue;
            }
            const LinuxTcpAckRecord& ours = m_acks[number++];
            const std::string where = "ACK " + std::to_string(number);
            NS_TEST_EXPECT_MSG_EQ(ours.ackOffset, event["ack"], where);
            NS_TEST_EXPECT_MSG_EQ(ours.cwnd, event["cwnd"], "cwnd at " + where);
            const bool ended = number >= m_atAck;
            NS_TEST_EXPECT_MSG_EQ((event["ssthresh"] == m_ssthresh), ended, "trace, " + where);
            NS_TEST_EXPECT_MSG_EQ((ours.ssthresh == m_ssthresh), ended, "ssthresh at " + where);
        }
        NS_TEST_EXPECT_MSG_EQ(number, m_compared, "ACKs compared");
    }

    /// @param record an ACK
    void Acked(const LinuxTcpAckRecord& record)
    {
        m_acks.push_back(record);
    }

    std::string m_trace;                                    //!< of the kernel
    std::string m_delay;                                    //!< one way
    std::vector<std::pair<std::string, std::string>> m_nic; //!< attributes of the NICs
    uint32_t m_ssthresh;                                    //!< where slow start ends
    std::size_t m_atAck;                                    //!< the ACK that ends it
    std::size_t m_compared;                                 //!< ACKs compared
    std::vector<LinuxTcpAckRecord> m_acks;                  //!< ours
};

/**
 * @ingroup linux-tcp-tests
 * @brief The first 60 ms of a flow, every skb and every ACK, beside those of the kernel. Nothing is
 * set by hand but the place on the clocks' ticks where the run begins: the receiver times round
 * trips in steps of 1 ms, so that its window depends on it.
 */
class StartTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param trace of the kernel
     * @param delay one way
     * @param start when the flow connects
     * @param txUsecs delay of the completion interrupt
     * @param bypass of the small queue
     */
    StartTestCase(const std::string& trace,
                  const Time& delay,
                  const Time& start,
                  const std::string& txUsecs,
                  const std::string& bypass)
        : TestCase("Cubic: every skb and ACK as in " + trace),
          m_trace(trace)
    {
        m_options.bytes = uint64_t{1} << 40;
        m_options.delay = std::to_string(delay.GetMicroSeconds()) + "us";
        m_options.start = start;
        m_options.nic = {{"TxUsecs", txUsecs}, {"TxFrames", "200"}};
        m_options.socket = {{"Kernel", "6.1"},
                            {"SmallQueueBypass", bypass},
                            {"MaxTcpHeader", "192"},
                            {"WmemMax", "16777216"}};
        m_options.sink = {{"RmemMax", "33554432"}};
    }

  private:
    /// What is compared of an skb or an ACK.
    struct Record
    {
        bool isAck;      //!< an ACK, else an skb
        Time time;       //!< when
        uint64_t number; //!< ACK: its offset; skb: its length
        uint64_t cwnd;   //!< segments
        uint64_t out;    //!< packets_out
        uint64_t srttUs; //!< smoothed round-trip time
    };

    void DoRun() override
    {
        CubicDefaults defaults;
        Link link(m_options);
        NeighborCacheHelper().PopulateNeighborCache();
        link.GetSender()->TraceConnectWithoutContext("Acked",
                                                     MakeCallback(&StartTestCase::Acked, this));
        link.GetSender()->TraceConnectWithoutContext("SkbSent",
                                                     MakeCallback(&StartTestCase::Sent, this));
        Simulator::Stop(m_options.start + MilliSeconds(70));
        Simulator::Run();

        std::size_t index = 0;
        for (const auto& event : ReadTrace(m_trace))
        {
            const bool isAck = event.kind == "ack";
            if ((!isAck && event.kind != "xmit") || IsStatusFailure())
            {
                continue;
            }
            NS_TEST_ASSERT_MSG_LT(index, m_records.size(), "events of ours");
            const Record& ours = m_records[index++];
            const std::string where = "event " + std::to_string(index);
            const Time time = ours.time - m_records.front().time;
            NS_TEST_ASSERT_MSG_EQ(ours.isAck, isAck, "kind of " + where);
            NS_TEST_ASSERT_MSG_EQ(ours.number, event[isAck ? "ack" : "len"], where);
            NS_TEST_ASSERT_MSG_EQ(ours.cwnd, event["cwnd"], "cwnd at " + where);
            NS_TEST_ASSERT_MSG_EQ(ours.out, event["packets_out"], "packets_out at " + where);
            NS_TEST_ASSERT_MSG_EQ_TOL(ours.srttUs, event["srtt_us"], 1, "srtt at " + where);
            NS_TEST_ASSERT_MSG_EQ_TOL(time.GetNanoSeconds(), event.timeNs, 500, "time of " + where);
        }
        NS_TEST_EXPECT_MSG_GT(index, 320, "events compared");
    }

    /// @param record an ACK
    void Acked(const LinuxTcpAckRecord& record)
    {
        m_records.push_back({true,
                             Simulator::Now(),
                             record.ackOffset,
                             record.cwnd,
                             record.packetsOut,
                             static_cast<uint64_t>(record.srttUs)});
    }

    /// @param record an skb
    void Sent(const LinuxTcpXmitRecord& record)
    {
        m_records.push_back({false,
                             Simulator::Now(),
                             record.length,
                             record.cwnd,
                             record.packetsOut,
                             static_cast<uint64_t>(record.srttUs)});
    }

    std::string m_trace;           //!< of the kernel
    LinkOptions m_options;         //!< the link
    std::vector<Record> m_records; //!< ours
};

/**
 * @ingroup linux-tcp-tests
 * @brief A loss: 717/1024 of the window are left, and HyStart left slow start alone before it.
 */
class LossTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what is lost
     * @param segs length of the transfer, segments
     * @param first number of the first data frame lost
     * @param last number of the last one
     * @param window congestion window at the loss, segments
     * @param attributes of cubic
     * @param beta what a reduction leaves, 1/1024
     */
    LossTestCase(const std::string& name,
                 uint32_t segs,
                 uint32_t first,
                 uint32_t last,
                 uint32_t window,
                 std::map<std::string, std::string> attributes = {},
                 uint32_t beta = 717)
        : TestCase("Cubic: loss of " + name),
          m_segs(segs),
          m_first(first),
          m_last(last),
          m_window(window),
          m_attributes(std::move(attributes)),
          m_beta(beta)
    {
    }

  private:
    void DoRun() override
    {
        CubicDefaults defaults(m_attributes);
        LinkOptions options;
        options.bytes = m_segs * MSS;
        options.delay = "10ms";
        options.closeAtEnd = false;
        Link link(options);
        link.GetDevices().Get(1)->SetAttribute(
            "ReceiveErrorModel",
            PointerValue(CreateObject<LoseFrames>(m_first, m_last)));
        link.GetSender()->TraceConnectWithoutContext("SlowStartThreshold",
                                                     MakeCallback(&LossTestCase::Reduced, this));
        link.GetSender()->TraceConnectWithoutContext("CongestionWindow",
                                                     MakeCallback(&LossTestCase::Changed, this));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), options.bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(m_reductions, 1, "reductions");
    }

    /**
     * @brief The slow start threshold has changed.
     * @param before bytes
     * @param after bytes
     */
    void Reduced(uint32_t before, uint32_t after)
    {
        if (before == 0)
        {
            return; // the initial value
        }
        ++m_reductions;
        NS_TEST_EXPECT_MSG_GT(before, 1000 * MSS, "slow start until the loss");
        NS_TEST_EXPECT_MSG_EQ(m_cwnd, m_window, "window at the loss");
        NS_TEST_EXPECT_MSG_EQ(after, m_cwnd * m_beta / 1024 * MSS, "threshold after the loss");
    }

    /**
     * @brief The congestion window has changed.
     * @param after bytes
     */
    void Changed(uint32_t /* before */, uint32_t after)
    {
        m_cwnd = after / MSS;
    }

    uint32_t m_segs;                                 //!< length of the transfer
    uint32_t m_first;                                //!< first data frame lost
    uint32_t m_last;                                 //!< last one
    uint32_t m_window;                               //!< window at the loss
    std::map<std::string, std::string> m_attributes; //!< of cubic
    uint32_t m_beta;                                 //!< what a reduction leaves
    uint32_t m_cwnd{0};                              //!< window, segments
    uint32_t m_reductions{0};                        //!< how often the threshold has changed
};

/**
 * @ingroup linux-tcp-tests
 * @brief Without HyStart slow start goes on.
 */
class NoHystartTestCase : public TestCase
{
  public:
    NoHystartTestCase()
        : TestCase("Cubic: Hystart=false, and HystartDetect=2 on a short path")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [name, value] :
             std::map<std::string, std::string>{{"Hystart", "false"},
                                                {"HystartDetect", "2"},
                                                {"HystartLowWindow", "1000"}})
        {
            const std::map<std::string, std::string> attributes{{name, value}};
            CubicDefaults defaults(attributes);
            LinkOptions options;
            options.bytes = 2000000;
            options.nic = {{"TxUsecs", "100"}};
            Link link(options);
            uint32_t cwnd = 0;
            link.GetSender()->TraceConnectWithoutContext(
                "Acked",
                Callback<void, const LinuxTcpAckRecord&>(
                    [&cwnd](const LinuxTcpAckRecord& record) { cwnd = record.cwnd; }));
            Simulator::Stop(MilliSeconds(10));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_GT(cwnd, 30, "window with " << name << "=" << value);
        }
    }
};

/**
 * @ingroup linux-tcp-tests
 * @brief Calls as a socket makes them.
 */
class CallsTestCase : public TestCase
{
  public:
    CallsTestCase()
        : TestCase("Cubic: called with and without a sample")
    {
    }

  private:
    void DoRun() override
    {
        auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = MSS;
        state->m_cWnd = 20 * MSS;
        state->m_ssThresh = 1000 * MSS;
        auto cubic = CreateObject<LinuxTcpCubic>();
        cubic->Init(state);
        NS_TEST_EXPECT_MSG_EQ(cubic->GetName(), "LinuxTcpCubic", "name");

        // The sample counts, not what ns-3 has counted; and only when the window was the limit.
        LinuxAckSample sample;
        sample.ackedSegs = 3;
        cubic->SetAckSample(sample);
        cubic->IncreaseWindow(state, 1);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd, 20 * MSS, "window not used");
        sample.isCwndLimited = true;
        cubic->SetAckSample(sample);
        cubic->IncreaseWindow(state, 1);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd, 23 * MSS, "window used");

        // The first ACK begins a round, the second one 1.9 ms later ends slow start.
        sample.rttUs = 1000;
        sample.sndUna = 1;
        sample.sndNxt = 100 * MSS;
        sample.pacingRate = 1000000;
        sample.gsoMaxSize = 65215;
        cubic->SetAckSample(sample);
        cubic->PktsAcked(state, 1, Time());
        sample.nowUs = 1900;
        cubic->SetAckSample(sample);
        cubic->PktsAcked(state, 1, Time());
        NS_TEST_EXPECT_MSG_EQ(state->m_ssThresh, 23 * MSS, "slow start has ended");

        // That very ACK counts when the window was full, not when half of it was used.
        cubic->IncreaseWindow(state, 1);
        sample.ackedSegs = 20;
        cubic->SetAckSample(sample);
        cubic->IncreaseWindow(state, 1);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd, 24 * MSS, "one step of 20 segments");
        cubic->ClearAckSample();

        // A copy has the settings and nothing else.
        cubic->SetAttribute("Beta", UintegerValue(512));
        auto copy = DynamicCast<LinuxTcpCubic>(cubic->Fork());
        NS_TEST_EXPECT_MSG_EQ(copy->GetSsThresh(state, 0), 12 * MSS, "half");
        state->m_cWnd = MSS;
        NS_TEST_EXPECT_MSG_EQ(copy->GetSsThresh(state, 0), 2 * MSS, "two segments at least");
        Simulator::Destroy();
    }
};

/**
 * @ingroup linux-tcp-tests
 * @brief On ns-3's own socket.
 */
class StockSocketTestCase : public TestCase
{
  public:
    StockSocketTestCase()
        : TestCase("Cubic: on a socket of ns-3")
    {
    }

  private:
    void DoRun() override
    {
        CubicDefaults defaults;
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        const NetDeviceContainer devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        devices.Get(1)->SetAttribute("ReceiveErrorModel",
                                     PointerValue(CreateObject<LoseFrames>(1500, 1500)));

        const InetSocketAddress peer(interfaces.GetAddress(1), 5001);
        PacketSinkHelper sinkHelper("ns3::TcpSocketFactory", peer);
        auto sink = DynamicCast<PacketSink>(sinkHelper.Install(nodes.Get(1)).Get(0));
        BulkSendHelper source("ns3::TcpSocketFactory", peer);
        source.SetAttribute("MaxBytes", UintegerValue(3000000));
        source.Install(nodes.Get(0)).Start(Seconds(0));
        Simulator::Schedule(MilliSeconds(1), [this]() {
            Config::ConnectWithoutContext(
                "/NodeList/0/$ns3::TcpL4Protocol/SocketList/0/SlowStartThreshold",
                MakeCallback(&StockSocketTestCase::Changed, this));
        });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 3000000, "bytes received");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(m_thresholds.size(), 2, "HyStart and a loss");
        Simulator::Destroy();
    }

    /**
     * @brief The slow start threshold has changed.
     * @param after bytes
     */
    void Changed(uint32_t /* before */, uint32_t after)
    {
        m_thresholds.push_back(after);
    }

    std::vector<uint32_t> m_thresholds; //!< in bytes
};

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpCubicTestSuite : public TestSuite
{
  public:
    LinuxTcpCubicTestSuite()
        : TestSuite("linux-tcp-cubic", TestSuite::Type::SYSTEM)
    {
        const auto quick = LINUX_TCP_TEST_QUICK;
        AddTestCase(new SlowStartTestCase("s1ref_d350_us800_ss0_mr1.start",
                                          "350us",
                                          {{"TxUsecs", "800"}, {"TxFrames", "200"}},
                                          18,
                                          9,
                                          21),
                    quick);
        AddTestCase(new SlowStartTestCase("s1ref_d100_us1000_ss0_mr1.start",
                                          "100us",
                                          {{"TxUsecs", "1000"}, {"TxFrames", "200"}},
                                          16,
                                          7,
                                          19),
                    quick);
        // The kernel's window is 69 too (kernel-traces/l2_dev_100m_20ms_ssd1.csv).
        AddTestCase(new StartTestCase("s1ref_d350_us800_ss0_mr1.start",
                                      MicroSeconds(350),
                                      NanoSeconds(5150500),
                                      "800",
                                      "RtxEmpty"),
                    quick);
        AddTestCase(new StartTestCase("s1ref_d350_us800_ss1_mr1.start",
                                      MicroSeconds(350),
                                      NanoSeconds(5150500),
                                      "800",
                                      "RtxEmptyOrSingle"),
                    quick);
        AddTestCase(new StartTestCase("s1ref_d100_us1000_ss0_mr1.start",
                                      MicroSeconds(100),
                                      NanoSeconds(5372500),
                                      "1000",
                                      "RtxEmpty"),
                    quick);
        AddTestCase(new LossTestCase("one frame", 400, 60, 60, 69), quick);
        AddTestCase(new LossTestCase("the last ten frames", 100, 91, 100, 100), quick);
        AddTestCase(
            new LossTestCase("one frame, Beta=512", 400, 60, 60, 69, {{"Beta", "512"}}, 512),
            quick);
        AddTestCase(new NoHystartTestCase, quick);
        AddTestCase(new CallsTestCase, quick);
        AddTestCase(new StockSocketTestCase, quick);
    }
};

LinuxTcpCubicTestSuite g_linuxTcpCubicTestSuite; //!< registers itself

} // namespace
