/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-scenario.h"

#include "attribute-defaults.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-net-device-helper.h"
#include "ns3/linux-nic-helper.h"
#include "ns3/linux-tcp-helper.h"
#include "ns3/linux-trace-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>

using namespace ns3;

namespace
{

/// What the applications write at once, as the bulk programs on Linux do.
constexpr uint32_t WRITE_BYTES = 131072;

/// The port of the first flow, iperf's.
constexpr uint16_t FIRST_PORT = 5001;

/// Timestamps are on in every segment.
constexpr uint32_t TIMESTAMP_BYTES = 12;

/// Limits of a run that names none, in seconds.
constexpr double DEFAULT_TIME = 10;
constexpr double DEFAULT_TIME_FOR_BYTES = 3600;

/// Values of an option and the types they stand for.
using Choices = std::map<std::string, std::string>;

const Choices SOCKETS{{"linux", ""}, {"stock", ""}};
const Choices DEVICES{{"linux", ""}, {"p2p", ""}, {"csma", ""}};
const Choices CONGESTION_CONTROLS{{"cubic", "ns3::TcpCubic"},
                                  {"reno", "ns3::TcpLinuxReno"},
                                  {"bbr", "ns3::TcpBbr"}};
const Choices QUEUE_DISCS{{"pfifo_fast", "ns3::PfifoFastQueueDisc"},
                          {"fq_codel", "ns3::FqCoDelQueueDisc"},
                          {"codel", "ns3::CoDelQueueDisc"},
                          {"red", "ns3::RedQueueDisc"},
                          {"none", ""}};

/**
 * @brief Look an option's value up; stops the program when it is none of the choices.
 * @param option the option's name
 * @param value what was given
 * @param choices what can be given
 * @return what the value stands for
 */
const std::string&
Choose(const std::string& option, const std::string& value, const Choices& choices)
{
    const auto found = choices.find(value);
    if (found == choices.end())
    {
        std::string allowed;
        for (const auto& choice : choices)
        {
            allowed += (allowed.empty() ? "" : ", ") + choice.first;
        }
        RefuseOption(option, value, allowed);
    }
    return found->second;
}

/**
 * @brief Stop the program unless a number lies in its range.
 * @param option the option's name
 * @param value what was given
 * @param valid whether it can be used
 * @param allowed the range in words
 */
template <typename T>
void
Demand(const std::string& option, const T& value, bool valid, const std::string& allowed)
{
    if (!valid)
    {
        std::ostringstream text;
        text << value;
        RefuseOption(option, text.str(), allowed);
    }
}

/**
 * @brief Give stock sockets the segment size that LinuxTcpSocket takes from the MTU. A size given
 * on the command line wins, for both kinds of socket.
 * @param options the options of the run
 * @param defaults holds the value for the time of the run
 */
void
SetStockSegmentSize(const BulkOptions& options, AttributeDefaults& defaults)
{
    struct TypeId::AttributeInformation segmentSize;
    TcpSocket::GetTypeId().LookupAttributeByName("SegmentSize", &segmentSize);
    const auto chosen = DynamicCast<const UintegerValue>(segmentSize.initialValue)->Get();
    const auto original = DynamicCast<const UintegerValue>(segmentSize.originalInitialValue)->Get();
    if (options.socket == "stock" && chosen == original)
    {
        const uint32_t headers = (options.ipv6 ? 40 : 20) + 20 + TIMESTAMP_BYTES;
        defaults.Set("ns3::TcpSocket::SegmentSize", UintegerValue(options.mtu - headers));
    }
}

} // namespace

void
RefuseOption(const std::string& option, const std::string& value, const std::string& allowed)
{
    std::cerr << "--" << option << "=" << value << " is not possible; allowed: " << allowed
              << std::endl;
    std::exit(1);
}

void
BulkScenario::SetDefaults()
{
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(16 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(6 << 20));
    Config::SetDefault("ns3::PfifoFastQueueDisc::MaxSize", StringValue("1000p"));
}

BulkScenario::BulkScenario(const BulkOptions& options)
    : m_options(options),
      m_bottleneck(options.rate)
{
    if (options.time == 0)
    {
        m_options.time = options.bytes > 0 ? DEFAULT_TIME_FOR_BYTES : DEFAULT_TIME;
    }
    Choose("socket", options.socket, SOCKETS);
    Choose("device", options.device, DEVICES);
    Choose("cc", options.cc, CONGESTION_CONTROLS);
    Choose("qdisc", options.qdisc, QUEUE_DISCS);
    Demand("rate", options.rate, options.rate.GetBitRate() > 0, "more than 0bps");
    Demand("delay", options.delay, !options.delay.IsStrictlyNegative(), "0s and more");
    Demand("flows", options.flows, options.flows >= 1 && options.flows <= 10000, "1 to 10000");
    const uint32_t mtuMin = options.ipv6 ? 1280 : 576;
    Demand("mtu",
           options.mtu,
           options.mtu >= mtuMin && options.mtu <= 65535,
           std::to_string(mtuMin) + " to 65535");
    Demand("loss", options.loss, options.loss >= 0 && options.loss < 1, "0 to below 1");
    Demand("time", options.time, options.time >= 0, "more than 0 (seconds)");
    Demand("seed", options.seed, options.seed >= 1, "1 and more");
    if (!options.bottleneck.empty())
    {
        Demand("bottleneck", options.bottleneck, options.router, "nothing without --router");
        std::istringstream text(options.bottleneck);
        text >> m_bottleneck;
        Demand("bottleneck",
               options.bottleneck,
               !text.fail() && m_bottleneck.GetBitRate() > 0,
               "a rate such as 100Mbps");
    }
    if (!options.skbTrace.empty())
    {
        Demand("skb-trace",
               options.skbTrace,
               options.socket == "linux",
               "nothing with --socket=stock, which has no skbs");
    }
}

BulkResult
BulkScenario::Run(std::ostream* log)
{
    m_log = log;
    RngSeedManager::SetSeed(m_options.seed);
    AttributeDefaults defaults;
    SetStockSegmentSize(m_options, defaults);
    defaults.Set(
        "ns3::TcpL4Protocol::SocketType",
        TypeIdValue(TypeId::LookupByName(Choose("cc", m_options.cc, CONGESTION_CONTROLS))));
    // IPv6 addresses can be used at once, as IPv4's.
    defaults.Set("ns3::Icmpv6L4Protocol::DAD", BooleanValue(false));
    Build();

    const auto limit = Seconds(m_options.time);
    m_steadyStart = m_options.bytes > 0 ? Time(0) : Seconds(m_options.time * UNSTEADY_SHARE);
    Simulator::Schedule(m_steadyStart, &BulkScenario::StartSteady, this);
    Simulator::Schedule(Seconds(1), &BulkScenario::EverySecond, this);
    Simulator::Stop(limit);
    Simulator::Run();

    m_result.complete = m_options.bytes == 0 || m_received == m_options.bytes * m_options.flows;
    // A run by bytes ends with the last byte, a run by time at its time.
    const auto end = m_options.bytes > 0 && m_result.complete ? m_lastArrival : limit;
    const auto steady = (end - m_steadyStart).GetSeconds();
    if (m_frameOnWire)
    {
        m_wireBusy += Simulator::Now() - std::max(m_frameBegin, m_steadyStart);
    }
    AddRttUntilNow();

    const auto full = m_result.perSecond.size();
    if (end.GetSeconds() > full)
    {
        Interval(full, end.GetSeconds());
    }
    m_result.seconds = end.GetSeconds();
    m_result.totalBytes = m_received;
    if (steady > 0)
    {
        m_result.steadyMbps = (m_received - m_receivedBeforeSteady) * 8 / steady / 1e6;
        m_result.wireBusy = m_wireBusy.GetSeconds() / steady;
        m_result.meanSrttMs = m_rttArea / steady * 1e3;
    }
    UintegerValue mss;
    m_firstSocket->GetAttribute("SegmentSize", mss);
    m_result.cwndSegments = static_cast<double>(m_cwnd) / mss.Get();
    m_firstSocket = nullptr;
    Simulator::Destroy();
    return m_result;
}

void
BulkScenario::Build()
{
    NodeContainer hosts(2);
    m_nodes = hosts;
    if (m_options.router)
    {
        m_nodes = NodeContainer(hosts.Get(0), CreateObject<Node>(), hosts.Get(1));
    }
    InternetStackHelper stack;
    stack.Install(m_nodes);
    if (m_options.socket == "linux")
    {
        LinuxTcpHelper().Install(hosts);
    }

    Address receiver;
    for (uint32_t i = 0; i + 1 < m_nodes.GetN(); ++i)
    {
        const auto devices = Connect(NodeContainer(m_nodes.Get(i), m_nodes.Get(i + 1)),
                                     i == 0 ? m_options.rate : m_bottleneck);
        InstallQueueDisc(devices, i == 0 ? m_options.rate : m_bottleneck);
        receiver = Number(devices, i);
        if (m_options.qdisc == "none")
        {
            // Assigning addresses installs ns-3's default.
            TrafficControlHelper().Uninstall(devices);
        }
        if (i == 0)
        {
            m_senderDevice = devices.Get(0);
        }
        if (m_options.loss > 0)
        {
            auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(m_options.loss);
            errors->AssignStreams(1000 + i);
            devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
    }
    if (!m_options.ipv6)
    {
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }
    m_senderDevice->TraceConnectWithoutContext("PhyTxBegin",
                                               MakeCallback(&BulkScenario::FrameBegins, this));
    m_senderDevice->TraceConnectWithoutContext("PhyTxEnd",
                                               MakeCallback(&BulkScenario::FrameEnds, this));
    InstallFlows(receiver);
}

NetDeviceContainer
BulkScenario::Connect(NodeContainer pair, DataRate rate)
{
    NetDeviceContainer devices;
    if (m_options.device == "linux")
    {
        LinuxNetDeviceHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(rate));
        helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
        helper.SetChannelAttribute("Delay", TimeValue(m_options.delay));
        return helper.Install(pair);
    }
    if (m_options.device == "p2p")
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(rate));
        helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
        helper.SetChannelAttribute("Delay", TimeValue(m_options.delay));
        devices = helper.Install(pair);
    }
    else
    {
        CsmaHelper helper;
        helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
        helper.SetChannelAttribute("DataRate", DataRateValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(m_options.delay));
        devices = helper.Install(pair);
    }
    if (m_options.nic)
    {
        LinuxNicHelper().Install(devices);
    }
    return devices;
}

void
BulkScenario::InstallQueueDisc(NetDeviceContainer devices, DataRate rate)
{
    const auto& type = Choose("qdisc", m_options.qdisc, QUEUE_DISCS);
    if (type.empty())
    {
        return;
    }
    TrafficControlHelper helper;
    if (m_options.qdisc == "red")
    {
        helper.SetRootQueueDisc(type,
                                "LinkBandwidth",
                                DataRateValue(rate),
                                "LinkDelay",
                                TimeValue(m_options.delay));
    }
    else
    {
        helper.SetRootQueueDisc(type);
    }
    helper.Install(devices);
}

Address
BulkScenario::Number(NetDeviceContainer devices, uint32_t link)
{
    if (!m_options.ipv6)
    {
        const auto network = "10.0." + std::to_string(link) + ".0";
        Ipv4AddressHelper helper(network.c_str(), "255.255.255.0");
        return helper.Assign(devices).GetAddress(1);
    }
    const auto network = "fd00:0:0:" + std::to_string(link) + "::";
    Ipv6AddressHelper helper(network.c_str(), Ipv6Prefix(64));
    auto interfaces = helper.Assign(devices);
    if (m_options.router)
    {
        // The router is the second node of the first link and the first node of the second.
        const uint32_t router = link == 0 ? 1 : 0;
        interfaces.SetForwarding(router, true);
        interfaces.SetDefaultRouteInAllNodes(router);
    }
    return interfaces.GetAddress(1, 1);
}

void
BulkScenario::InstallFlows(const Address& receiver)
{
    auto jitter = CreateObject<UniformRandomVariable>();
    jitter->SetStream(999);
    for (uint32_t flow = 0; flow < m_options.flows; ++flow)
    {
        const uint16_t port = FIRST_PORT + flow;
        Address local;
        Address remote;
        if (m_options.ipv6)
        {
            local = Inet6SocketAddress(Ipv6Address::GetAny(), port);
            remote = Inet6SocketAddress(Ipv6Address::ConvertFrom(receiver), port);
        }
        else
        {
            local = InetSocketAddress(Ipv4Address::GetAny(), port);
            remote = InetSocketAddress(Ipv4Address::ConvertFrom(receiver), port);
        }
        PacketSinkHelper sink("ns3::TcpSocketFactory", local);
        auto sinks = sink.Install(m_nodes.Get(m_nodes.GetN() - 1));
        sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&BulkScenario::Received, this));

        BulkSendHelper bulk("ns3::TcpSocketFactory", remote);
        bulk.SetAttribute("SendSize", UintegerValue(WRITE_BYTES));
        bulk.SetAttribute("MaxBytes", UintegerValue(m_options.bytes));
        auto senders = bulk.Install(m_nodes.Get(0));
        // Flows that start in the same instant would move in step.
        const auto start = flow == 0 ? Time(0) : MicroSeconds(jitter->GetInteger(0, 10000));
        senders.Start(start);
        m_senders.Add(senders);
    }
    // The socket exists once the application has started; nothing is sent before the handshake.
    Simulator::Schedule(TimeStep(1), &BulkScenario::WatchFirstFlow, this);
}

void
BulkScenario::WatchFirstFlow()
{
    auto socket = DynamicCast<BulkSendApplication>(m_senders.Get(0))->GetSocket();
    NS_ABORT_MSG_UNLESS(socket, "the first flow has no socket");
    socket->TraceConnectWithoutContext("CongestionWindow",
                                       MakeCallback(&BulkScenario::CwndChanged, this));
    socket->TraceConnectWithoutContext("RTT", MakeCallback(&BulkScenario::RttChanged, this));
    m_firstSocket = socket;
    if (!m_options.skbTrace.empty())
    {
        LinuxTcpTraceHelper().WriteSkbTrace(socket, m_options.skbTrace);
    }
}

void
BulkScenario::StartSteady()
{
    m_steady = true;
    m_receivedBeforeSteady = m_received;
    m_rttSince = Simulator::Now();
}

void
BulkScenario::Received(Ptr<const Packet> packet, const Address& /* from */)
{
    m_received += packet->GetSize();
    m_lastArrival = Simulator::Now();
    if (m_options.bytes > 0 && m_received >= m_options.bytes * m_options.flows)
    {
        Simulator::Stop();
    }
}

void
BulkScenario::EverySecond()
{
    const auto now = Simulator::Now().GetSeconds();
    Interval(now - 1, now);
    Simulator::Schedule(Seconds(1), &BulkScenario::EverySecond, this);
}

void
BulkScenario::Interval(double from, double to)
{
    const auto bytes = m_received - m_receivedLastSecond;
    m_receivedLastSecond = m_received;
    const auto mbps = bytes * 8 / (to - from) / 1e6;
    m_result.perSecond.push_back(mbps);
    if (m_log)
    {
        const auto flags = m_log->flags();
        *m_log << std::fixed << std::setprecision(1) << "[SUM] " << std::setw(5) << from << "-"
               << std::setw(5) << to << " sec " << std::setw(8) << bytes / 1048576.0 << " MBytes "
               << std::setw(9) << mbps << " Mbits/sec" << std::endl;
        m_log->flags(flags);
    }
}

void
BulkScenario::FrameBegins(Ptr<const Packet> /* frame */)
{
    m_frameOnWire = true;
    m_frameBegin = Simulator::Now();
}

void
BulkScenario::FrameEnds(Ptr<const Packet> /* frame */)
{
    m_frameOnWire = false;
    if (m_steady)
    {
        m_wireBusy += Simulator::Now() - std::max(m_frameBegin, m_steadyStart);
    }
}

void
BulkScenario::CwndChanged(uint32_t /* oldCwnd */, uint32_t newCwnd)
{
    m_cwnd = newCwnd;
}

void
BulkScenario::RttChanged(Time /* oldRtt */, Time newRtt)
{
    AddRttUntilNow();
    m_rtt = newRtt;
}

void
BulkScenario::AddRttUntilNow()
{
    if (m_steady)
    {
        m_rttArea += m_rtt.GetSeconds() * (Simulator::Now() - m_rttSince).GetSeconds();
        m_rttSince = Simulator::Now();
    }
}
