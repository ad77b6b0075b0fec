/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Impossible configurations end the program with a message that names attribute, value and range.

#include "ns3/csma-helper.h"
#include "ns3/csma-net-device.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/linux-net-device-helper.h"
#include "ns3/linux-nic-helper.h"
#include "ns3/linux-tcp-cubic.h"
#include "ns3/linux-tcp-helper.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/linux-trace-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/**
 * @brief Configure a NIC and start the simulation.
 * @param name attribute
 * @param value its value
 */
void
RunNic(const std::string& name, const std::string& value)
{
    NodeContainer nodes(2);
    LinuxNetDeviceHelper helper;
    helper.SetNicAttribute(name, StringValue(value));
    helper.Install(nodes);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

/**
 * @brief Make a socket with an attribute.
 * @param name attribute
 * @param value its value
 */
void
MakeSocket(const std::string& name, const std::string& value)
{
    CreateObject<LinuxTcpSocket>()->SetAttribute(name, StringValue(value));
}

TEST(BadInput, NicAttributesNameTheirRange)
{
    EXPECT_DEATH(RunNic("GsoMaxSegs", "0"), "GsoMaxSegs is 0; its range is 1 to 65535");
    EXPECT_DEATH(RunNic("GsoMaxSegs", "65536"), "GsoMaxSegs is 65536; its range is 1 to 65535");
    EXPECT_DEATH(RunNic("GsoMaxSize", "1000"), "GsoMaxSize is 1000; its range is 1448");
    EXPECT_DEATH(RunNic("GsoMaxSize", "65537"), "GsoMaxSize is 65537; its range is .* to 65536");
    EXPECT_DEATH(RunNic("TxRingSize", "0"), "TxRingSize is 0; its range is 1");
    EXPECT_DEATH(RunNic("TxRingSize", "45"), "TxRingSize is 45; its range with Tso on is 46");
    EXPECT_DEATH(RunNic("TxUsecs", "-1"), "TxUsecs is -1; its range is 0 or more");
    EXPECT_DEATH(RunNic("TxFrames", "0"), "TxFrames is 0; its range is 1");
    EXPECT_DEATH(RunNic("NoSuchThing", "1"), "NoSuchThing");
}

TEST(BadInput, NicAttributesAtTheirLimits)
{
    RunNic("GsoMaxSegs", "1");
    RunNic("GsoMaxSize", "1448");
    RunNic("GsoMaxSize", "65536");
    RunNic("TxRingSize", "46");
    RunNic("TxUsecs", "0.5");
    RunNic("TxFrames", "1");
}

TEST(BadInput, RingOfOneWithoutTso)
{
    NodeContainer nodes(2);
    LinuxNetDeviceHelper helper;
    helper.SetNicAttribute("Tso", StringValue("false"));
    helper.SetNicAttribute("TxRingSize", StringValue("1"));
    helper.Install(nodes);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    Simulator::Destroy();
}

TEST(BadInput, NicOnAnUnsupportedDevice)
{
    auto install = []() {
        auto node = CreateObject<Node>();
        auto device = CreateObject<SimpleNetDevice>();
        node->AddDevice(device);
        LinuxNicHelper().Install(device);
    };
    EXPECT_DEATH(install(), "SimpleNetDevice.*PointToPointNetDevice.*CsmaNetDevice");
}

TEST(BadInput, TwoNicsOnADevice)
{
    auto install = []() {
        NodeContainer nodes(2);
        NetDeviceContainer devices = PointToPointHelper().Install(nodes);
        LinuxNicHelper().Install(devices);
        LinuxNicHelper().Install(devices.Get(0));
    };
    EXPECT_DEATH(install(), "LinuxNic");
    auto onOurs = []() {
        NodeContainer nodes(2);
        LinuxNicHelper().Install(LinuxNetDeviceHelper().Install(nodes));
    };
    EXPECT_DEATH(onOurs(), "LinuxNic");
}

TEST(BadInput, CsmaInLlcMode)
{
    auto install = []() {
        NodeContainer nodes(2);
        CsmaHelper csma;
        csma.SetDeviceAttribute("EncapsulationMode", StringValue("Llc"));
        LinuxNicHelper().Install(csma.Install(nodes));
    };
    EXPECT_DEATH(install(), "EncapsulationMode.*Dix");
}

TEST(BadInput, NodeWithoutStack)
{
    EXPECT_DEATH(LinuxTcpHelper().Install(CreateObject<Node>()),
                 "node .* has no TCP; install the internet stack");
}

TEST(BadInput, SwitchedOverTwice)
{
    auto install = []() {
        NodeContainer nodes(1);
        InternetStackHelper().Install(nodes);
        LinuxTcpHelper().Install(nodes);
        LinuxTcpHelper().Install(nodes);
    };
    EXPECT_DEATH(install(), "has a LinuxTcpSocketFactory already; install it once");
}

TEST(BadInput, SocketAttributesNameTheirRange)
{
    EXPECT_DEATH(MakeSocket("Kernel", "6.66"),
                 "Kernel is \"6.66\"; it must be a release from 5.0 to 6.18");
    EXPECT_DEATH(MakeSocket("Kernel", "banana"), "Kernel is \"banana\"");
    EXPECT_DEATH(MakeSocket("Kernel", ""), "Kernel is \"\"");
    EXPECT_DEATH(MakeSocket("SegmentSize", "0"), "SegmentSize is 0; it must be at least 1");
    EXPECT_DEATH(MakeSocket("MinTsoSegs", "0"), "MinTsoSegs is 0; its range is 1 to 65535");
    EXPECT_DEATH(MakeSocket("PacingShift", "32"), "PacingShift is 32; its range is 0 to 31");
    EXPECT_DEATH(MakeSocket("TsoRttLog", "32"), "TsoRttLog is 32; its range is 0 to 31");
    EXPECT_DEATH(MakeSocket("PacingSsRatio", "0"), "PacingSsRatio is 0; its range is 1 to 1000");
    EXPECT_DEATH(MakeSocket("PacingCaRatio", "1001"),
                 "PacingCaRatio is 1001; its range is 1 to 1000");
    EXPECT_DEATH(MakeSocket("SkbOverhead", "0"), "SkbOverhead is 0; its range is 1 to 65536");
    EXPECT_DEATH(MakeSocket("SmallQueueLimit", "Tuesday"), "SmallQueueLimit");
    EXPECT_DEATH(MakeSocket("GrowSkb", "perhaps"), "GrowSkb");
}

TEST(BadInput, CubicAttributesNameTheirRange)
{
    const auto make = [](const std::string& name, const std::string& value) {
        CreateObject<LinuxTcpCubic>()->SetAttribute(name, StringValue(value));
    };
    EXPECT_DEATH(make("Beta", "0"), "LinuxTcpCubic::Beta is 0; its range is 1 to 1023");
    EXPECT_DEATH(make("Beta", "1024"), "LinuxTcpCubic::Beta is 1024; its range is 1 to 1023");
    EXPECT_DEATH(make("BicScale", "0"), "LinuxTcpCubic::BicScale is 0; its range is 1 to 1048576");
    EXPECT_DEATH(make("HystartDetect", "4"), "HystartDetect is 4; its range is 0 to 3");
    EXPECT_DEATH(make("HystartLowWindow", "-1"), "HystartLowWindow is -1; its range is 0 to");
    EXPECT_DEATH(make("HystartAckDeltaUs", "-1"), "HystartAckDeltaUs is -1; its range is 0 to");
    EXPECT_DEATH(make("Hz", "31"), "LinuxTcpCubic::Hz is 31; its range is 32 to 1000000");
    EXPECT_DEATH(make("Hystart", "perhaps"), "Hystart");
    make("Beta", "1023");
    make("Hz", "100");
}

TEST(BadInput, TraceOfAForeignSocket)
{
    auto trace = []() {
        NodeContainer nodes(1);
        InternetStackHelper().Install(nodes);
        Ptr<Socket> stock = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
        LinuxTcpTraceHelper().WriteSkbTrace(stock, "never-written.csv");
    };
    EXPECT_DEATH(trace(), "the socket is not an ns3::LinuxTcpSocket");
}

TEST(BadInput, MtuWithoutRoomForData)
{
    auto install = []() {
        NodeContainer nodes(2);
        LinuxNetDeviceHelper helper;
        helper.SetDeviceAttribute("Mtu", StringValue("40"));
        helper.Install(nodes);
    };
    EXPECT_DEATH(install(), "Mtu is 40");
}

} // namespace
