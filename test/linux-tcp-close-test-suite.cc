/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Data both ways, closes in every order, receivers that stop reading, and a router that fragments.

#include "linux-tcp-test-link.h"

#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/test.h"

#include <array>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;
using LinuxTcpTest::PatternByte;

namespace
{

/// Two hosts that send to each other.
struct ExchangeOptions
{
    std::string name;                      //!< what is special
    std::array<uint64_t, 2> bytes{{0, 0}}; //!< what client and server send
    bool linuxServer{true};                //!< the server's socket is ours too
    double loss{0};                        //!< frames lost, both ways
    uint16_t routerMtu{0};                 //!< MTU behind a router; 0: no router
    std::array<Time, 2> closeAt{};         //!< not closed before that
};

/**
 * @ingroup linux-tcp-tests
 * @brief Both ends send, close when they have, and compare what they get.
 */
class ExchangeTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param options the exchange
     */
    explicit ExchangeTestCase(ExchangeOptions options)
        : TestCase("Close: " + options.name),
          m_options(std::move(options))
    {
    }

  private:
    /// One end of the connection.
    struct End
    {
        Ptr<Socket> socket;           //!< its socket
        uint64_t written{0};          //!< bytes given to it
        uint64_t received{0};         //!< bytes got from it
        uint64_t wrong{0};            //!< of them, bytes that differ
        bool closed{false};           //!< closed by the application
        Ptr<LinuxTxAccount> account;  //!< sk_wmem_alloc
        TcpSocket::TcpStates_t state; //!< of the connection
    };

    void DoRun() override
    {
        NodeContainer nodes(m_options.routerMtu ? 3 : 2);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        Ipv4Address server;
        for (uint32_t i = 0; i + 1 < nodes.GetN(); ++i)
        {
            LinuxNetDeviceHelper link;
            link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
            link.SetDeviceAttribute("Mtu", UintegerValue(i == 1 ? m_options.routerMtu : 1500));
            link.SetChannelAttribute("Delay", StringValue("200us"));
            NetDeviceContainer devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
            for (uint32_t j = 0; m_options.loss > 0 && j < 2; ++j)
            {
                auto model = CreateObject<RateErrorModel>();
                model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
                model->SetRate(m_options.loss);
                model->AssignStreams(31 + 2 * i + j);
                devices.Get(j)->SetAttribute("ReceiveErrorModel", PointerValue(model));
            }
            server = addresses.Assign(devices).GetAddress(1);
            addresses.NewNetwork();
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        Ptr<Node> serverNode = nodes.Get(nodes.GetN() - 1);
        LinuxTcpHelper().Install(nodes.Get(0));
        if (m_options.linuxServer)
        {
            LinuxTcpHelper().Install(serverNode);
        }
        const TypeId factory = TypeId::LookupByName("ns3::TcpSocketFactory");
        Ptr<Socket> listener = Socket::CreateSocket(serverNode, factory);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ExchangeTestCase::Accepted, this));
        Ptr<Socket> client = Socket::CreateSocket(nodes.Get(0), factory);
        Open(0, client);
        client->SetConnectCallback(MakeCallback(&ExchangeTestCase::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        Simulator::ScheduleNow(
            [client, server]() { client->Connect(InetSocketAddress(server, 9)); });
        Simulator::Stop(Seconds(2000));
        Simulator::Run();

        for (uint32_t end : {0, 1})
        {
            const std::string who = end == 0 ? "client: " : "server: ";
            NS_TEST_EXPECT_MSG_EQ(m_ends[end].received,
                                  m_options.bytes[1 - end],
                                  who + "bytes received");
            NS_TEST_EXPECT_MSG_EQ(m_ends[end].wrong, 0, who + "bytes that differ");
            NS_TEST_EXPECT_MSG_EQ(+m_ends[end].state, +TcpSocket::CLOSED, who + "state");
            if (m_ends[end].account)
            {
                NS_TEST_EXPECT_MSG_EQ(m_ends[end].account->GetWmem(), 1, who + "wmem");
            }
            m_ends[end].socket = nullptr;
        }
        Simulator::Destroy();
    }

    /**
     * @brief An end has its socket.
     * @param end 0 client, 1 server
     * @param socket the socket
     */
    void Open(uint32_t end, Ptr<Socket> socket)
    {
        m_ends[end].socket = socket;
        if (auto ours = DynamicCast<LinuxTcpSocket>(socket))
        {
            m_ends[end].account = ours->GetTxAccount();
        }
        socket->TraceConnectWithoutContext(
            "State",
            MakeCallback(end == 0 ? &ExchangeTestCase::ClientState : &ExchangeTestCase::ServerState,
                         this));
        socket->SetRecvCallback(MakeCallback(&ExchangeTestCase::Read, this));
        socket->SetSendCallback(MakeCallback(&ExchangeTestCase::CanWrite, this));
    }

    void Accepted(Ptr<Socket> socket, const Address& /* from */)
    {
        Open(1, socket);
        Write(1);
    }

    void Connected(Ptr<Socket> /* socket */)
    {
        Write(0);
    }

    void ClientState(TcpSocket::TcpStates_t /* from */, TcpSocket::TcpStates_t to)
    {
        m_ends[0].state = to;
    }

    void ServerState(TcpSocket::TcpStates_t /* from */, TcpSocket::TcpStates_t to)
    {
        m_ends[1].state = to;
    }

    void CanWrite(Ptr<Socket> socket, uint32_t /* available */)
    {
        Write(socket == m_ends[0].socket ? 0 : 1);
    }

    /**
     * @brief Write what there is room for; close behind the last byte.
     * @param end 0 client, 1 server
     */
    void Write(uint32_t end)
    {
        End& mine = m_ends[end];
        while (mine.written < m_options.bytes[end])
        {
            const auto size = static_cast<uint32_t>(std::min<uint64_t>(
                {10000, m_options.bytes[end] - mine.written, mine.socket->GetTxAvailable()}));
            std::vector<uint8_t> data(size);
            for (uint32_t i = 0; i < size; ++i)
            {
                data[i] = PatternByte(mine.written + i);
            }
            if (size == 0 || mine.socket->Send(Create<Packet>(data.data(), size), 0) <= 0)
            {
                return;
            }
            mine.written += size;
        }
        if (!mine.closed && Simulator::Now() >= m_options.closeAt[end])
        {
            mine.closed = true;
            mine.socket->Close();
        }
        else if (!mine.closed)
        {
            Simulator::Schedule(m_options.closeAt[end] - Simulator::Now(),
                                &ExchangeTestCase::Write,
                                this,
                                end);
        }
    }

    void Read(Ptr<Socket> socket)
    {
        End& mine = m_ends[socket == m_ends[0].socket ? 0 : 1];
        while (Ptr<Packet> packet = socket->Recv())
        {
            const uint32_t size = packet->GetSize();
            if (size == 0)
            {
                return;
            }
            std::vector<uint8_t> data(size);
            packet->CopyData(data.data(), size);
            for (uint32_t i = 0; i < size; ++i)
            {
                mine.wrong += data[i] != PatternByte(mine.received + i);
            }
            mine.received += size;
        }
    }

    ExchangeOptions m_options; //!< the exchange
    std::array<End, 2> m_ends; //!< client and server
};

/**
 * @ingroup linux-tcp-tests
 * @brief A receiver with a small buffer stops reading and goes on.
 */
class PauseTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param buffer the receiver's, bytes
     * @param linuxReceiver its socket is ours too
     */
    PauseTestCase(uint32_t buffer, bool linuxReceiver)
        : TestCase("Close: reader pauses, buffer of " + std::to_string(buffer) +
                   (linuxReceiver ? "" : ", stock receiver")),
          m_buffer(buffer),
          m_linuxReceiver(linuxReceiver)
    {
    }

  private:
    void DoRun() override
    {
        LinkOptions options;
        options.bytes = 200000;
        options.linuxReceiver = m_linuxReceiver;
        options.sink = {{"RcvBufSize", std::to_string(m_buffer)}};
        Link link(options);
        for (uint32_t i = 0; i < 4; ++i)
        {
            Simulator::Schedule(MilliSeconds(5 + 4000 * i), &Link::SetReading, &link, false);
            Simulator::Schedule(MilliSeconds(2000 + 4000 * i), &Link::SetReading, &link, true);
        }
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), options.bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ");
        NS_TEST_EXPECT_MSG_EQ(link.IsClosed(), true, "both ends closed");
        NS_TEST_EXPECT_MSG_EQ(link.GetAccount()->GetWmem(), 1, "wmem at the end");
        if (m_linuxReceiver)
        {
            // It says when it has room again; nobody waits for a probe after each window.
            NS_TEST_EXPECT_MSG_LT(link.GetEnd(), Seconds(60), "time that it took");
        }
    }

    uint32_t m_buffer;    //!< the receiver's
    bool m_linuxReceiver; //!< its socket is ours too
};

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpCloseTestSuite : public TestSuite
{
  public:
    LinuxTcpCloseTestSuite()
        : TestSuite("linux-tcp-close", TestSuite::Type::SYSTEM)
    {
        const std::array<Time, 2> atOnce{};
        const std::array<Time, 2> clientLate{{Seconds(3), Seconds(0)}};
        for (const double loss : {0.0, 0.01})
        {
            const std::string lossy = loss > 0 ? ", with losses" : "";
            for (const bool linuxServer : {true, false})
            {
                const std::string stock = linuxServer ? "" : ", stock server";
                Add({"client sends" + stock + lossy,
                     {{500000, 0}},
                     linuxServer,
                     loss,
                     0,
                     {{Seconds(0), Seconds(1)}}});
                Add({"server closes first" + stock + lossy,
                     {{500000, 0}},
                     linuxServer,
                     loss,
                     0,
                     clientLate});
            }
            Add({"both send" + lossy, {{500000, 500000}}, true, loss, 0, atOnce});
            Add({"server sends more" + lossy, {{1, 500000}}, true, loss, 0, atOnce});
            Add({"nothing is sent" + lossy, {{0, 0}}, true, loss, 0, clientLate});
            Add({"a router fragments" + lossy, {{2000000, 0}}, true, loss, 576, atOnce});
        }
        for (const uint32_t buffer : {1447, 1448, 4344, 20000})
        {
            AddTestCase(new PauseTestCase(buffer, true), LINUX_TCP_TEST_QUICK);
        }
        AddTestCase(new PauseTestCase(20000, false), LINUX_TCP_TEST_QUICK);
    }

  private:
    /**
     * @brief Add an exchange.
     * @param options the exchange
     */
    void Add(ExchangeOptions options)
    {
        AddTestCase(new ExchangeTestCase(std::move(options)), LINUX_TCP_TEST_QUICK);
    }
};

LinuxTcpCloseTestSuite g_linuxTcpCloseTestSuite; //!< the suite

} // namespace
