/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Transfers arrive whole, in order and byte by byte, close on both ends and leave nothing charged.

#include "linux-tcp-test-link.h"

#include "ns3/linux-ns3-compat.h"
#include "ns3/test.h"

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;

namespace
{

/**
 * @ingroup linux-tcp-tests
 * @brief One transfer.
 */
class TransferTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what is special about it
     * @param options the link
     * @param limit simulated time that it may take
     */
    TransferTestCase(std::string name, LinkOptions options, Time limit = Seconds(600))
        : TestCase("Transfer: " + name),
          m_options(std::move(options)),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        Link link(m_options);
        Simulator::Stop(m_limit);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), m_options.bytes, "bytes received");
        NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ");
        NS_TEST_EXPECT_MSG_EQ(link.IsClosed(), true, "both ends closed");
        NS_TEST_EXPECT_MSG_EQ(link.GetAccount()->GetWmem(), 1, "wmem at the end");
    }

    LinkOptions m_options; //!< the link
    Time m_limit;          //!< simulated time
};

/**
 * @ingroup linux-tcp-tests
 * @brief The suite.
 */
class LinuxTcpTransferTestSuite : public TestSuite
{
  public:
    LinuxTcpTransferTestSuite()
        : TestSuite("linux-tcp-transfer", TestSuite::Type::SYSTEM)
    {
        for (const std::string device : {"linux", "p2p", "csma", "plain"})
        {
            for (bool ipv6 : {false, true})
            {
                LinkOptions options;
                options.device = device;
                options.ipv6 = ipv6;
                options.bytes = 5000000;
                // CSMA backs off while a distant frame is on the wire.
                options.delay = device == "csma" ? "1us" : "350us";
                const std::string family = ipv6 ? " over IPv6" : " over IPv4";
                AddTestCase(new TransferTestCase(device + family, options), LINUX_TCP_TEST_QUICK);
                options.loss = 0.002;
                AddTestCase(new TransferTestCase(device + family + " with losses", options),
                            LINUX_TCP_TEST_QUICK);
                options.loss = 0;
                options.queueDisc = "none";
                AddTestCase(new TransferTestCase(device + family + " without queue disc", options),
                            LINUX_TCP_TEST_QUICK);
            }
        }
        for (bool sack : {true, false})
        {
            LinkOptions options;
            options.rate = "1Gbps";
            options.delay = "5ms";
            options.bytes = 100000000;
            options.socket = {{"Sack", sack ? "true" : "false"},
                              {"SndBufSize", "4000000"},
                              {"RcvBufSize", "4000000"}};
            options.sink = options.socket;
            const std::string name = sack ? "100 MB with SACK" : "100 MB without SACK";
            AddTestCase(new TransferTestCase(name, options), LINUX_TCP_TEST_QUICK);
            options.loss = 0.00005;
            AddTestCase(new TransferTestCase(name + ", lightly lossy", options),
                        LINUX_TCP_TEST_QUICK);
        }
        for (uint16_t mtu : {68, 576, 577, 1280, 1499, 1501, 9000, 65535})
        {
            for (const std::string device : {"linux", "p2p"})
            {
                LinkOptions options;
                options.device = device;
                options.mtu = mtu;
                options.bytes = mtu < 576 ? 100000 : 3000000;
                options.loss = 0.001;
                if (mtu == 68)
                {
                    options.nic = {{"TxRingSize", "8192"}}; // a skb has thousands of frames
                }
                AddTestCase(new TransferTestCase(device + " with an MTU of " + std::to_string(mtu),
                                                 options),
                            LINUX_TCP_TEST_QUICK);
            }
        }
        for (uint32_t buffer : {3000, 8000, 20000})
        {
            LinkOptions options;
            options.bytes = 300000;
            options.writeSize = 1000;
            options.loss = 0.01;
            options.socket = {{"SndBufSize", std::to_string(buffer)}, {"TcpNoDelay", "false"}};
            options.sink = {{"RcvBufSize", std::to_string(buffer)}};
            AddTestCase(new TransferTestCase("buffers of " + std::to_string(buffer), options),
                        LINUX_TCP_TEST_QUICK);
        }
        for (const std::string ring : {"1", "8"})
        {
            LinkOptions options;
            options.nic = {{"Tso", "false"}, {"TxRingSize", ring}, {"TxUsecs", "100"}};
            options.bytes = 5000000;
            AddTestCase(new TransferTestCase("software GSO, ring of " + ring, options),
                        LINUX_TCP_TEST_QUICK);
        }
        {
            LinkOptions options;
            options.queueSize = "1p";
            options.nic = {{"TxUsecs", "500"}, {"TxRingSize", "64"}};
            options.socket = {{"SmallQueueLimit", "MaxAll"}};
            options.bytes = 5000000;
            AddTestCase(new TransferTestCase("queue disc of one packet", options),
                        LINUX_TCP_TEST_QUICK);
            options.queueDisc = "none";
            AddTestCase(new TransferTestCase("drops at the ring", options), LINUX_TCP_TEST_QUICK);
        }
        {
            LinkOptions options;
            options.linuxReceiver = false;
            options.loss = 0.002;
            AddTestCase(new TransferTestCase("stock receiver", options), LINUX_TCP_TEST_QUICK);
        }
        {
            LinkOptions options;
            options.loss = 0.02;
            options.lossBothWays = true;
            options.bytes = 1000000;
            AddTestCase(new TransferTestCase("2 % of data and ACKs lost", options, Seconds(6000)),
                        LINUX_TCP_TEST_QUICK);
        }
    }
};

LinuxTcpTransferTestSuite g_linuxTcpTransferTestSuite; //!< the suite

} // namespace
