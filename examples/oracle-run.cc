/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "oracle-run.h"

#include "attribute-defaults.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/linux-net-device-helper.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-tcp-helper.h"
#include "ns3/linux-trace-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

using namespace ns3;

namespace
{

/// The port of the first flow.
constexpr uint16_t FIRST_PORT = 5001;

/**
 * @brief Set attributes.
 * @param object their object
 * @param attributes names and values
 */
void
SetAttributes(Ptr<Object> object, const AttributeList& attributes)
{
    for (const auto& [name, value] : attributes)
    {
        object->SetAttribute(name, StringValue(value));
    }
}

} // namespace

/**
 * @ingroup linux-tcp-examples
 *
 * @brief A process that does blocking writes on one socket for ever.
 *
 * A write is one Send: a socket that looks after its send buffer takes a write whole and waits for
 * room by itself, one with a buffer of fixed size takes it once it fits.
 */
class OracleRun::Writer
{
  public:
    /**
     * @brief Constructor.
     * @param sending the socket
     * @param size bytes of a write
     */
    Writer(Ptr<Socket> sending, uint32_t size)
        : socket(sending),
          m_size(size)
    {
    }

    /**
     * @brief There is room in the buffer: write.
     * @param sending the socket
     * @param room free bytes of the buffer
     */
    void Ready(Ptr<Socket> sending, uint32_t /* room */)
    {
        while (sending->GetTxAvailable() > 0 && sending->Send(Create<Packet>(m_size)) > 0)
        {
        }
    }

    /**
     * @brief Connected: write.
     * @param sending the socket
     */
    void Connected(Ptr<Socket> sending)
    {
        Ready(sending, 0);
    }

    Ptr<Socket> socket; //!< the socket

  private:
    uint32_t m_size; //!< bytes of a write
};

OracleRun::OracleRun(const OracleSetup& setup,
                     const OracleOptions& options,
                     const std::string& name)
    : m_setup(setup),
      m_options(options),
      m_name(name)
{
    if (options.steady > 0)
    {
        m_setup.to = std::min(m_setup.to, m_setup.from + Seconds(options.steady));
    }
    m_setup.from += options.start;
    m_setup.to += options.start;
}

OracleRun::~OracleRun() = default;

OracleResult
OracleRun::Run()
{
    const auto begin = std::chrono::steady_clock::now();
    AttributeDefaults defaults;
    defaults.Set("ns3::TcpL4Protocol::SocketType", TypeIdValue(m_setup.congestionControl));
    for (const auto& [name, value] : m_setup.congestionValues)
    {
        defaults.Set(m_setup.congestionControl.GetName() + "::" + name, StringValue(value));
    }
    // IPv6 addresses can be used at once, as IPv4's.
    defaults.Set("ns3::Icmpv6L4Protocol::DAD", BooleanValue(false));

    Build();
    for (uint32_t number = 0; number < m_setup.flows; ++number)
    {
        // Behind the start of the nodes, without which nothing can be sent.
        Simulator::Schedule(m_options.start, &OracleRun::OpenFlow, this, number);
    }
    Simulator::Schedule(m_setup.from, &OracleRun::StartSteady, this);
    Simulator::Stop(m_setup.to);
    Simulator::Run();

    const auto seconds = (m_setup.to - m_setup.from).GetSeconds();
    m_result.goodput = (m_received - m_receivedBefore) * 8 / seconds / 1e6;
    m_writers.clear();
    m_listeners.clear();
    Simulator::Destroy();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    m_result.wallSeconds = wall.count();
    return m_result;
}

void
OracleRun::Build()
{
    m_hosts.Create(2);
    InternetStackHelper().Install(m_hosts);
    LinuxTcpHelper().Install(m_hosts);

    LinuxNetDeviceHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(m_setup.rate));
    link.SetDeviceAttribute("Mtu", UintegerValue(m_setup.mtu));
    link.SetDeviceAttribute("Framing", StringValue("Ethernet"));
    link.SetChannelAttribute("Delay", TimeValue(m_setup.delay));
    m_devices = link.Install(m_hosts);
    SetAttributes(m_devices.Get(0)->GetObject<LinuxNic>(), m_setup.senderNic);
    SetAttributes(m_devices.Get(1)->GetObject<LinuxNic>(), m_setup.receiverNic);

    TrafficControlHelper queueDisc;
    queueDisc.SetRootQueueDisc(m_setup.queueDisc.GetName());
    queueDisc.Install(m_devices);

    if (m_setup.ipv6)
    {
        Ipv6AddressHelper addresses("fd00::", Ipv6Prefix(64));
        m_receiver = addresses.Assign(m_devices).GetAddress(1, 1);
    }
    else
    {
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        m_receiver = addresses.Assign(m_devices).GetAddress(1);
    }
    NeighborCacheHelper().PopulateNeighborCache();
}

Address
OracleRun::GetPeer(uint16_t port, Address& any) const
{
    if (m_setup.ipv6)
    {
        any = Inet6SocketAddress(Ipv6Address::GetAny(), port);
        return Inet6SocketAddress(Ipv6Address::ConvertFrom(m_receiver), port);
    }
    any = InetSocketAddress(Ipv4Address::GetAny(), port);
    return InetSocketAddress(Ipv4Address::ConvertFrom(m_receiver), port);
}

void
OracleRun::OpenFlow(uint32_t number)
{
    Address any;
    const auto peer = GetPeer(FIRST_PORT + number, any);
    const auto factory = TcpSocketFactory::GetTypeId();

    auto listener = Socket::CreateSocket(m_hosts.Get(1), factory);
    SetAttributes(listener, m_setup.receiverValues);
    if (m_options.fixedWindow > 0)
    {
        listener->SetAttribute("RcvBufSize", UintegerValue(m_options.fixedWindow));
    }
    listener->Bind(any);
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&OracleRun::Accepted, this));
    m_listeners.push_back(listener);

    auto socket = Socket::CreateSocket(m_hosts.Get(0), factory);
    SetAttributes(socket, m_setup.socketValues);
    if (m_options.sendBuffer > 0)
    {
        socket->SetAttribute("SndBufSize", UintegerValue(m_options.sendBuffer));
    }
    if (m_options.ssthresh > 0)
    {
        const uint32_t headers = (m_setup.ipv6 ? 40 : 20) + 32;
        socket->SetAttribute("InitialSlowStartThreshold",
                             UintegerValue(m_options.ssthresh * (m_setup.mtu - headers)));
    }
    auto writer = std::make_unique<Writer>(socket, m_setup.writeSize);
    socket->SetConnectCallback(MakeCallback(&Writer::Connected, writer.get()),
                               MakeNullCallback<void, Ptr<Socket>>());
    socket->SetSendCallback(MakeCallback(&Writer::Ready, writer.get()));
    m_writers.push_back(std::move(writer));
    NS_ABORT_MSG_UNLESS(socket->Connect(peer) == 0, "the socket cannot connect");
    if (number == 0)
    {
        socket->TraceConnectWithoutContext("Acked", MakeCallback(&OracleRun::Acked, this));
    }
    if (number == 0 && !m_options.traces.empty())
    {
        const auto file = std::filesystem::path(m_options.traces) / m_name;
        LinuxTcpTraceHelper().WriteSkbTrace(socket, file.string() + ".skb.csv");
        LinuxTcpTraceHelper().WriteEventTrace(socket, file.string() + ".events.csv");
    }
}

void
OracleRun::Accepted(Ptr<Socket> socket, const Address& /* from */)
{
    socket->SetRecvCallback(MakeCallback(&OracleRun::Receive, this));
}

void
OracleRun::Receive(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        m_received += packet->GetSize();
    }
}

void
OracleRun::StartSteady()
{
    m_receivedBefore = m_received;
    for (const auto& writer : m_writers)
    {
        writer->socket->TraceConnectWithoutContext("SkbSent",
                                                   MakeCallback(&OracleRun::SkbSent, this));
    }
}

void
OracleRun::SkbSent(const LinuxTcpXmitRecord& record)
{
    if (m_setup.tso || record.segs <= 1)
    {
        ++m_result.lengths[record.length];
        return;
    }
    // What the device gets are the frames.
    const auto mss = (record.length + record.segs - 1) / record.segs;
    m_result.lengths[mss] += record.segs - 1;
    ++m_result.lengths[record.length - mss * (record.segs - 1)];
}

void
OracleRun::Acked(const LinuxTcpAckRecord& record)
{
    m_result.cwnd = record.cwnd;
    m_result.ssthresh = record.ssthresh;
    m_result.window = record.window;
    m_result.srttUs = record.srttUs;
}
