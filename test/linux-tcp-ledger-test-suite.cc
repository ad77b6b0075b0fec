/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whatever becomes of an skb below TCP, its truesize returns exactly once.

#include "linux-tcp-test-link.h"

#include "ns3/arp-cache.h"
#include "ns3/csma-net-device.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-net-device.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/linux-tx-ledger.h"
#include "ns3/ndisc-cache.h"
#include "ns3/queue-disc.h"
#include "ns3/test.h"

#include <functional>
#include <memory>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;

namespace
{

/**
 * @ingroup linux-tcp-tests
 * @brief The ledger alone.
 */
class LedgerTestCase : public TestCase
{
  public:
    LedgerTestCase()
        : TestCase("Ledger: a charge is released once, handlers run after the batch")
    {
    }

  private:
    void DoRun() override
    {
        auto ledger = CreateObject<LinuxTxLedger>();
        auto account = Create<LinuxTxAccount>();
        account->Connect(MakeCallback(&LedgerTestCase::Handler, this),
                         LinuxTxAccount::WmemCallback());
        m_account = account;
        const uint64_t a = ledger->Charge(account, 1000);
        const uint64_t b = ledger->Charge(account, 500);
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1501, "two charges on top of 1");

        Simulator::ScheduleNow(&LinuxTxLedger::Release, ledger, a);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 501, "one released");
        NS_TEST_EXPECT_MSG_EQ(m_handled, 0, "the socket was not throttled");
        ledger->Release(a);
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 501, "the second release is ignored");
        const uint64_t c = ledger->Charge(account, 7);
        NS_TEST_EXPECT_MSG_EQ((a != c), true, "a handle is never used again");
        ledger->Release(a);
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 508, "not even by its slot's next user");

        account->SetThrottled();
        Simulator::ScheduleNow(&LedgerTestCase::ReleaseBoth, this, ledger, b, c);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_handled, 1, "one handler for the batch");
        NS_TEST_EXPECT_MSG_EQ(m_wmemInHandler, 2, "both released before, the handler's byte held");
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1, "nothing is left");

        const uint64_t d = ledger->Charge(account, 1448 * 3 + 768);
        ledger->Recharge(d, 3 * (1448 + 768));
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1 + 3 * 2216, "software GSO: the frames' sum");
        ledger->ReleasePart(d, 2216);
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1 + 2 * 2216, "frame by frame");
        NS_TEST_EXPECT_MSG_EQ(ledger->GetNCharges(), 1, "still one charge");
        ledger->Release(d);
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1, "the rest at once");

        ledger->Charge(account, 99);
        ledger->Dispose();
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1, "the end of the ledger returns everything");
        m_account = nullptr;
        Simulator::Destroy();
    }

    /// The TSQ handler.
    void Handler()
    {
        ++m_handled;
        m_wmemInHandler = m_account->GetWmem();
    }

    /**
     * @brief A completion batch.
     * @param ledger the ledger
     * @param first a charge
     * @param second another
     */
    void ReleaseBoth(Ptr<LinuxTxLedger> ledger, uint64_t first, uint64_t second)
    {
        ledger->Release(first);
        NS_TEST_EXPECT_MSG_EQ(m_handled, 0, "not inside the batch");
        ledger->Release(second);
        NS_TEST_EXPECT_MSG_EQ(m_handled, 0, "not inside the batch");
    }

    Ptr<LinuxTxAccount> m_account; //!< the account
    uint32_t m_handled{0};         //!< handler runs
    uint64_t m_wmemInHandler{0};   //!< wmem that the handler saw
};

/**
 * @ingroup linux-tcp-tests
 * @brief A transfer during which something below TCP fails.
 */
class DropPathTestCase : public TestCase
{
  public:
    /// Something done to the link.
    using Action = std::function<void(Link&)>;
    /// Asked at the end: how often did the path occur?
    using Count = std::function<uint64_t(Link&)>;

    /**
     * @brief Constructor.
     * @param name the path
     * @param options the link
     * @param fail done at 20 ms, may be empty
     * @param repair done at 8 s, may be empty
     * @param count how often the path occurred; empty: how often the socket saw m_reason
     * @param reason what stopped the loop
     * @param completes all bytes arrive in the end
     */
    DropPathTestCase(std::string name,
                     LinkOptions options,
                     Action fail,
                     Action repair,
                     Count count,
                     LinuxTcpSocket::StopReason reason,
                     bool completes = true)
        : TestCase("Ledger: " + name),
          m_options(std::move(options)),
          m_fail(std::move(fail)),
          m_repair(std::move(repair)),
          m_count(std::move(count)),
          m_reason(reason),
          m_completes(completes)
    {
    }

  private:
    void DoRun() override
    {
        Link link(m_options);
        Ptr<LinuxTxAccount> account = link.GetAccount();
        link.GetSender()->TraceConnectWithoutContext(
            "LoopStopped",
            MakeCallback(&DropPathTestCase::Stopped, this));
        if (m_fail)
        {
            Simulator::Schedule(MilliSeconds(20), [this, &link]() { m_fail(link); });
        }
        // Long after the failure nothing may still be charged, except by what is sent meanwhile.
        Simulator::Schedule(MilliSeconds(7990),
                            [this, &link]() { m_wmemBeforeRepair = link.GetAccount()->GetWmem(); });
        if (m_repair)
        {
            Simulator::Schedule(Seconds(8), [this, &link]() { m_repair(link); });
        }
        Simulator::Stop(Seconds(900));
        Simulator::Run();
        const uint64_t count = m_count ? m_count(link) : m_stops;
        NS_TEST_EXPECT_MSG_GT(count, 0, "the path was never taken");
        if (m_completes)
        {
            NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), m_options.bytes, "bytes received");
            NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ");
            NS_TEST_EXPECT_MSG_EQ(link.IsClosed(), true, "both ends closed");
        }
        if (m_fail)
        {
            NS_TEST_EXPECT_MSG_EQ(m_wmemBeforeRepair, 1, "wmem while nothing can leave");
        }
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1, "wmem at the end");
        NS_TEST_EXPECT_MSG_EQ(LinuxTxLedger::Get(link.GetNodes().Get(0))->GetNCharges(),
                              0,
                              "charges at the end");
    }

    /**
     * @brief The loop ended.
     * @param reason why
     */
    void Stopped(LinuxTcpSocket::StopReason reason)
    {
        m_stops += reason == m_reason;
    }

    LinkOptions m_options;               //!< the link
    Action m_fail;                       //!< the failure
    Action m_repair;                     //!< its end
    Count m_count;                       //!< how often the path occurred
    LinuxTcpSocket::StopReason m_reason; //!< what the loop reports
    bool m_completes;                    //!< all bytes arrive
    uint64_t m_stops{0};                 //!< how often it reported it
    uint64_t m_wmemBeforeRepair{0};      //!< wmem while the failure lasts
};

/**
 * @ingroup linux-tcp-tests
 * @brief The simulation ends while skbs are below TCP.
 */
class DestroyTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param device the device
     */
    explicit DestroyTestCase(std::string device)
        : TestCase("Ledger: simulator destroyed in mid-flight, " + device),
          m_device(std::move(device))
    {
    }

  private:
    void DoRun() override
    {
        LinkOptions options;
        options.device = m_device;
        options.nic = {{"TxUsecs", "1000"}};
        auto link = std::make_unique<Link>(options);
        Ptr<LinuxTxAccount> account = link->GetAccount();
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(account->GetWmem(), 1, "something must be charged");
        link.reset(); // destroys the simulator
        NS_TEST_EXPECT_MSG_EQ(account->GetWmem(), 1, "wmem after the end");
    }

    std::string m_device; //!< the device
};

/// A link on which the socket may fill the queues below.
LinkOptions
GreedyOptions()
{
    LinkOptions options;
    options.bytes = 4000000;
    options.nic = {{"TxUsecs", "500"}, {"TxRingSize", "64"}};
    options.socket = {{"SmallQueueLimit", "MaxAll"}, {"SndBufSize", "2000000"}};
    options.sink = {{"RcvBufSize", "2000000"}};
    return options;
}

/// A link that takes longer than 20 ms to carry everything.
LinkOptions
LongOptions(const std::string& device, bool ipv6 = false)
{
    LinkOptions options;
    options.device = device;
    options.ipv6 = ipv6;
    options.bytes = 2000000;
    options.rate = "20Mbps";
    options.delay = device == "csma" ? "1us" : "350us";
    return options;
}

/// The static routes of the sender.
Ptr<Ipv4StaticRouting>
GetRouting(Link& link)
{
    return Ipv4StaticRoutingHelper().GetStaticRouting(link.GetNodes().Get(0)->GetObject<Ipv4>());
}

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpLedgerTestSuite : public TestSuite
{
  public:
    LinuxTcpLedgerTestSuite()
        : TestSuite("linux-tcp-ledger", TestSuite::Type::SYSTEM)
    {
        AddTestCase(new LedgerTestCase, LINUX_TCP_TEST_QUICK);
        for (const std::string device : {"linux", "p2p"})
        {
            AddTestCase(new DestroyTestCase(device), LINUX_TCP_TEST_QUICK);
        }
        AddQueueDrops();
        AddFailures();
        AddEarlyEnds();
    }

  private:
    /// Drops by the host's own queues.
    void AddQueueDrops()
    {
        const auto dropsBefore = [](Link& link) {
            return link.GetQueueDisc()->GetStats().nTotalDroppedPacketsBeforeEnqueue;
        };
        const auto dropsAfter = [](Link& link) {
            return link.GetQueueDisc()->GetStats().nTotalDroppedPacketsAfterDequeue;
        };
        for (const std::string device : {"linux", "p2p"})
        {
            LinkOptions options = GreedyOptions();
            options.device = device;
            options.queueSize = "1p";
            AddTestCase(new DropPathTestCase("queue disc full, " + device,
                                             options,
                                             nullptr,
                                             nullptr,
                                             dropsBefore,
                                             LinuxTcpSocket::STOP_LOCAL_DROP),
                        LINUX_TCP_TEST_QUICK);
            options = GreedyOptions();
            options.device = device;
            options.rate = "10Mbps";
            options.queueDisc = "CoDel";
            AddTestCase(new DropPathTestCase("queue disc drops at dequeue, " + device,
                                             options,
                                             nullptr,
                                             nullptr,
                                             dropsAfter,
                                             LinuxTcpSocket::STOP_LOCAL_DROP),
                        LINUX_TCP_TEST_QUICK);
            options = GreedyOptions();
            options.device = device;
            options.queueDisc = "none";
            AddTestCase(new DropPathTestCase("ring full and no queue disc, " + device,
                                             options,
                                             nullptr,
                                             nullptr,
                                             nullptr,
                                             LinuxTcpSocket::STOP_LOCAL_DROP),
                        LINUX_TCP_TEST_QUICK);
        }
    }

    /// Failures of IP and of the link that pass.
    void AddFailures()
    {
        for (const std::string device : {"linux", "p2p", "csma"})
        {
            AddTestCase(new DropPathTestCase(
                            "no route, " + device,
                            LongOptions(device),
                            [](Link& link) {
                                auto routing = GetRouting(link);
                                while (routing->GetNRoutes() > 0)
                                {
                                    routing->RemoveRoute(0);
                                }
                            },
                            [](Link& link) {
                                GetRouting(link)->AddNetworkRouteTo("10.0.0.0", "255.255.255.0", 1);
                            },
                            nullptr,
                            LinuxTcpSocket::STOP_ERROR),
                        LINUX_TCP_TEST_QUICK);
            AddTestCase(
                new DropPathTestCase(
                    "interface down, " + device,
                    LongOptions(device),
                    [](Link& link) { link.GetNodes().Get(0)->GetObject<Ipv4>()->SetDown(1); },
                    [](Link& link) { link.GetNodes().Get(0)->GetObject<Ipv4>()->SetUp(1); },
                    nullptr,
                    LinuxTcpSocket::STOP_ERROR),
                LINUX_TCP_TEST_QUICK);
        }
        // Only the IPv4 interface is marked down, its route stays: IP drops without a trace.
        AddTestCase(
            new DropPathTestCase(
                "interface down behind a route",
                LongOptions("linux"),
                [](Link& link) {
                    link.GetNodes().Get(0)->GetObject<Ipv4L3Protocol>()->GetInterface(1)->SetDown();
                },
                [](Link& link) {
                    link.GetNodes().Get(0)->GetObject<Ipv4L3Protocol>()->GetInterface(1)->SetUp();
                },
                nullptr,
                LinuxTcpSocket::STOP_ERROR),
            LINUX_TCP_TEST_QUICK);
        AddTestCase(new DropPathTestCase(
                        "link down",
                        LongOptions("linux"),
                        [](Link& link) { SetLink(link, false); },
                        [](Link& link) { SetLink(link, true); },
                        nullptr,
                        LinuxTcpSocket::STOP_LOCAL_DROP),
                    LINUX_TCP_TEST_QUICK);
        for (bool ipv6 : {false, true})
        {
            const auto sender = [](Link& link) { return link.GetNodes().Get(0); };
            LinkOptions options = LongOptions("csma", ipv6);
            // ARP refuses a neighbour that did not answer for 100 s.
            options.socket = {{"DataRetries", "20"}};
            AddTestCase(new DropPathTestCase(
                            ipv6 ? "neighbour discovery fails" : "ARP fails",
                            options,
                            [ipv6, sender](Link& link) {
                                // The neighbour is forgotten and does not answer.
                                DynamicCast<CsmaNetDevice>(link.GetDevices().Get(1))
                                    ->SetReceiveEnable(false);
                                if (ipv6)
                                {
                                    sender(link)
                                        ->GetObject<Ipv6L3Protocol>()
                                        ->GetInterface(1)
                                        ->GetNdiscCache()
                                        ->Flush();
                                }
                                else
                                {
                                    sender(link)
                                        ->GetObject<Ipv4L3Protocol>()
                                        ->GetInterface(1)
                                        ->GetArpCache()
                                        ->Flush();
                                }
                            },
                            [](Link& link) {
                                DynamicCast<CsmaNetDevice>(link.GetDevices().Get(1))
                                    ->SetReceiveEnable(true);
                            },
                            // Both hold what they were given; it was dropped when they gave up.
                            [](Link& link) { return link.GetEnd() > Seconds(8); },
                            LinuxTcpSocket::STOP_ERROR),
                        LINUX_TCP_TEST_QUICK);
        }
    }

    /// Connections that end while skbs are below.
    void AddEarlyEnds()
    {
        for (const std::string device : {"linux", "p2p", "csma"})
        {
            LinkOptions options = LongOptions(device);
            options.nic = {{"TxUsecs", "2000"}};
            AddTestCase(new DropPathTestCase(
                            "peer resets the connection, " + device,
                            options,
                            [](Link& link) {
                                // Closing with unread data sends RST.
                                link.SetReading(false);
                                Simulator::Schedule(MilliSeconds(5),
                                                    [&link]() { link.GetAccepted()->Close(); });
                            },
                            nullptr,
                            [](Link& link) { return link.GetReceived() < 2000000; },
                            LinuxTcpSocket::STOP_ERROR,
                            false),
                        LINUX_TCP_TEST_QUICK);
        }
    }

    /**
     * @brief Take the link up or down.
     * @param link the link
     * @param up whether it works
     */
    static void SetLink(Link& link, bool up)
    {
        DynamicCast<LinuxNetDevice>(link.GetDevices().Get(0))->SetLinkUp(up);
    }
};

LinuxTcpLedgerTestSuite g_linuxTcpLedgerTestSuite; //!< the suite

} // namespace
