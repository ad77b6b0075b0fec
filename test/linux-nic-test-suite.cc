/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tcp-test-bytes.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/csma-net-device.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/linux-net-device-channel.h"
#include "ns3/linux-net-device-helper.h"
#include "ns3/linux-net-device.h"
#include "ns3/linux-nic-helper.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/linux-skb-tag.h"
#include "ns3/linux-tx-ledger.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-limits.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#ifdef __unix__
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace ns3;
using LinuxTcpTest::OnesSum;
using LinuxTcpTest::StreamByte;

/**
 * @ingroup linux-tcp
 * @defgroup linux-tcp-tests Tests of linux-tcp
 */

namespace
{

/// Forms of a link with a NIC.
enum class Form
{
    LINUX,          //!< LinuxNetDevice, Ethernet framing
    LINUX_PPP,      //!< LinuxNetDevice, PPP framing
    POINT_TO_POINT, //!< PointToPointNetDevice with a LinuxNic
    CSMA            //!< CsmaNetDevice with a LinuxNic
};

/// All of them.
const std::vector<Form> ALL_FORMS{Form::LINUX, Form::LINUX_PPP, Form::POINT_TO_POINT, Form::CSMA};

/**
 * @brief Name a form.
 * @param form the form
 * @return its name
 */
std::string
Name(Form form)
{
    switch (form)
    {
    case Form::LINUX:
        return "LinuxNetDevice";
    case Form::LINUX_PPP:
        return "LinuxNetDevice with PPP";
    case Form::POINT_TO_POINT:
        return "PointToPointNetDevice";
    case Form::CSMA:
        return "CsmaNetDevice";
    }
    return "";
}

/// Truesize of an skb beyond its payload.
constexpr uint32_t OVERHEAD = 768;
/// Headers of a segment: IPv4 and TCP with timestamps.
constexpr uint32_t HEADERS = 52;
/// Addresses of the skbs.
constexpr const char* SOURCE4 = "10.0.0.1";
constexpr const char* DESTINATION4 = "10.0.0.2";
constexpr const char* SOURCE6 = "2001:1::1";
constexpr const char* DESTINATION6 = "2001:1::2";
/// The mss of an MTU of 1500.
constexpr uint32_t MSS = 1448;

/// An attribute of LinuxNic and its value as text.
using Attributes = std::vector<std::pair<std::string, std::string>>;

/**
 * @brief Read a big-endian number.
 * @param data the first byte
 * @param size bytes
 * @return the number
 */
uint32_t
ReadNumber(const uint8_t* data, uint32_t size)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < size; ++i)
    {
        value = value << 8 | data[i];
    }
    return value;
}

} // namespace

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A link of two nodes and a recorder of what happens on it.
 */
class NicTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name name of the test case
     */
    NicTestCase(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /// A frame seen on the wire.
    struct Frame
    {
        Time begin;                //!< start of serialisation
        Time end;                  //!< end of it
        std::vector<uint8_t> data; //!< contents
        bool tagged;               //!< a LinuxSkbTag is on it
    };

    /// A completion interrupt.
    struct Interrupt
    {
        Time time;                     //!< when
        LinuxNicCompletion completion; //!< what
        uint64_t wmem;                 //!< charge at that moment
    };

    /**
     * @brief Build the link.
     * @param form form of the devices
     * @param rate speed
     * @param delay propagation delay
     * @param attributes attributes of the NICs
     * @param mtu MTU
     */
    void Build(Form form,
               const std::string& rate,
               Time delay,
               const Attributes& attributes = {},
               uint16_t mtu = 1500)
    {
        m_form = form;
        m_nodes.Create(2);
        if (form == Form::LINUX || form == Form::LINUX_PPP)
        {
            LinuxNetDeviceHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue(rate));
            helper.SetDeviceAttribute("Mtu", UintegerValue(mtu));
            helper.SetDeviceAttribute("Framing",
                                      StringValue(form == Form::LINUX ? "Ethernet" : "Ppp"));
            helper.SetChannelAttribute("Delay", TimeValue(delay));
            for (const auto& [name, value] : attributes)
            {
                helper.SetNicAttribute(name, StringValue(value));
            }
            m_devices = helper.Install(m_nodes);
        }
        else
        {
            if (form == Form::POINT_TO_POINT)
            {
                PointToPointHelper helper;
                helper.SetDeviceAttribute("DataRate", StringValue(rate));
                helper.SetDeviceAttribute("Mtu", UintegerValue(mtu));
                helper.SetChannelAttribute("Delay", TimeValue(delay));
                m_devices = helper.Install(m_nodes);
            }
            else
            {
                CsmaHelper helper;
                helper.SetDeviceAttribute("Mtu", UintegerValue(mtu));
                helper.SetChannelAttribute("DataRate", StringValue(rate));
                helper.SetChannelAttribute("Delay", TimeValue(delay));
                m_devices = helper.Install(m_nodes);
            }
            LinuxNicHelper helper;
            for (const auto& [name, value] : attributes)
            {
                helper.SetNicAttribute(name, StringValue(value));
            }
            helper.Install(m_devices);
        }
        m_device = m_devices.Get(0);
        m_nic = m_device->GetObject<LinuxNic>();
        m_ledger = LinuxTxLedger::Get(m_nodes.Get(0));
        m_account = Create<LinuxTxAccount>();
        m_account->Connect(MakeCallback(&NicTestCase::Handler, this),
                           MakeCallback(&NicTestCase::WmemChanged, this));
        m_device->TraceConnectWithoutContext("PhyTxBegin",
                                             MakeCallback(&NicTestCase::TxBegin, this));
        m_device->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&NicTestCase::TxEnd, this));
        m_device->TraceConnectWithoutContext("MacTxDrop",
                                             MakeCallback(&NicTestCase::MacTxDrop, this));
        m_nic->TraceConnectWithoutContext("Completion",
                                          MakeCallback(&NicTestCase::Completed, this));
        m_nic->TraceConnectWithoutContext("Drop", MakeCallback(&NicTestCase::Dropped, this));
        m_nic->TraceConnectWithoutContext("RingOccupancy",
                                          MakeCallback(&NicTestCase::OccupancyChanged, this));
        m_nic->TraceConnectWithoutContext("SkbQueued", MakeCallback(&NicTestCase::SkbQueued, this));
    }

    /// Let the receiving device deliver to Received instead of to its node's protocols.
    void CatchReceived()
    {
        m_devices.Get(1)->SetReceiveCallback(MakeCallback(&NicTestCase::Received, this));
    }

    /**
     * @brief Make TCP header and payload of an skb.
     * @param sequence first sequence number
     * @param size bytes of payload
     * @param flags TCP flags
     * @param ipv6 over IPv6
     * @return the packet
     */
    static Ptr<Packet> MakeTcp(uint32_t sequence, uint32_t size, uint8_t flags, bool ipv6)
    {
        std::vector<uint8_t> payload(size);
        for (uint32_t i = 0; i < size; ++i)
        {
            payload[i] = StreamByte(sequence + i);
        }
        Ptr<Packet> packet = Create<Packet>(payload.data(), size);
        TcpHeader tcp;
        tcp.SetSourcePort(5000);
        tcp.SetDestinationPort(6000);
        tcp.SetSequenceNumber(SequenceNumber32(sequence));
        tcp.SetAckNumber(SequenceNumber32(77));
        tcp.SetWindowSize(500);
        tcp.SetFlags(flags);
        Ptr<TcpOptionTS> timestamps = CreateObject<TcpOptionTS>();
        timestamps->SetTimestamp(123456);
        timestamps->SetEcho(654321);
        tcp.AppendOption(timestamps);
        if (Node::ChecksumEnabled())
        {
            tcp.EnableChecksums();
            if (ipv6)
            {
                tcp.InitializeChecksum(Ipv6Address(SOURCE6), Ipv6Address(DESTINATION6), 6);
            }
            else
            {
                tcp.InitializeChecksum(Ipv4Address(SOURCE4), Ipv4Address(DESTINATION4), 6);
            }
        }
        packet->AddHeader(tcp);
        return packet;
    }

    /// IPv4 header for a packet.
    static Ipv4Header MakeIpv4(uint32_t size)
    {
        Ipv4Header header;
        header.SetSource(Ipv4Address(SOURCE4));
        header.SetDestination(Ipv4Address(DESTINATION4));
        header.SetProtocol(6);
        header.SetTtl(64);
        header.SetIdentification(0xfffe); // wraps after two segments
        header.SetPayloadSize(static_cast<uint16_t>(size));
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        return header;
    }

    /**
     * @brief Charge an skb and tag its packet.
     * @param packet TCP header and payload
     * @param size bytes of payload
     * @param mss bytes per segment
     * @return the charge
     */
    uint64_t Charge(Ptr<Packet> packet, uint32_t size, uint32_t mss)
    {
        const uint64_t handle = m_ledger->Charge(m_account, size + OVERHEAD);
        packet->AddPacketTag(
            LinuxSkbTag(handle, mss, std::max((size + mss - 1) / mss, 1U), OVERHEAD));
        return handle;
    }

    /**
     * @brief Give the sending device an skb, as a queue disc does.
     * @param size bytes of payload
     * @param mss bytes per segment
     * @param flags TCP flags
     * @param ipv6 over IPv6
     * @return what the device said
     */
    bool SendSkb(uint32_t size,
                 uint32_t mss = MSS,
                 uint8_t flags = TcpHeader::ACK,
                 bool ipv6 = false)
    {
        Ptr<Packet> packet = MakeTcp(m_sequence, size, flags, ipv6);
        Charge(packet, size, mss);
        m_sequence += size;
        if (ipv6)
        {
            Ipv6Header header;
            header.SetSource(Ipv6Address(SOURCE6));
            header.SetDestination(Ipv6Address(DESTINATION6));
            header.SetNextHeader(6);
            header.SetHopLimit(64);
            header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
            packet->AddHeader(header);
        }
        else
        {
            packet->AddHeader(MakeIpv4(packet->GetSize()));
        }
        return m_device->Send(packet, m_devices.Get(1)->GetAddress(), ipv6 ? 0x86DD : 0x0800);
    }

    /**
     * @brief Give a device a packet that is no skb.
     * @param from 0: the sender, 1: the receiver
     * @param size bytes of the IP packet
     * @return what the device said
     */
    bool SendPlain(uint32_t from, uint32_t size)
    {
        Ptr<Packet> packet = Create<Packet>(size - 20);
        packet->AddHeader(MakeIpv4(packet->GetSize()));
        return m_devices.Get(from)->Send(packet, m_devices.Get(1 - from)->GetAddress(), 0x0800);
    }

    /**
     * @brief Hand an skb to the queue disc above the sending device.
     * @param size bytes of payload
     * @param mss bytes per segment
     */
    void SendThroughQueueDisc(uint32_t size, uint32_t mss)
    {
        Ptr<Packet> packet = MakeTcp(m_sequence, size, TcpHeader::ACK, false);
        Charge(packet, size, mss);
        m_sequence += size;
        Ptr<TrafficControlLayer> tc = m_nodes.Get(0)->GetObject<TrafficControlLayer>();
        tc->Send(m_device,
                 Create<Ipv4QueueDiscItem>(packet,
                                           m_devices.Get(1)->GetAddress(),
                                           0x0800,
                                           MakeIpv4(packet->GetSize())));
    }

    /// Put a large FIFO queue disc above both devices.
    void AddQueueDisc()
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            Ptr<TrafficControlLayer> tc = CreateObject<TrafficControlLayer>();
            m_nodes.Get(i)->AggregateObject(tc);
        }
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100000p"));
        m_queueDiscs = helper.Install(m_devices);
    }

    void DoTeardown() override
    {
        m_account = nullptr;
        m_ledger = nullptr;
        m_device = nullptr;
        m_nic = nullptr;
        m_devices = NetDeviceContainer();
        m_nodes = NodeContainer();
        m_queueDiscs = QueueDiscContainer();
        Simulator::Destroy();
    }

    /// Check that every charge has come back.
    void CheckReleased()
    {
        NS_TEST_EXPECT_MSG_EQ(m_account->GetWmem(), 1, "a charge was kept");
        NS_TEST_EXPECT_MSG_EQ(m_ledger->GetNCharges(), 0, "a charge was kept");
        NS_TEST_EXPECT_MSG_EQ(m_nic->GetRingOccupancy(), 0, "the ring is not empty");
        NS_TEST_EXPECT_MSG_EQ(m_nic->GetBusyAhead(), Time(0), "the link is idle");
    }

    /**
     * @brief Find the IP packet in a frame.
     * @param frame the frame
     * @return its offset
     */
    uint32_t IpOffset(const Frame& frame) const
    {
        const bool ppp = m_form == Form::LINUX_PPP || m_form == Form::POINT_TO_POINT;
        const uint32_t offset = ppp ? 2 : 14;
        return std::min<uint32_t>(offset, frame.data.size());
    }

    /**
     * @brief Get the TCP payload size of a frame over IPv4.
     * @param frame the frame
     * @return bytes
     */
    uint32_t PayloadSize(const Frame& frame) const
    {
        return ReadNumber(&frame.data[IpOffset(frame) + 2], 2) - HEADERS;
    }

    /// @name Trace sinks
    /// @{
    void TxBegin(Ptr<const Packet> packet)
    {
        Frame frame;
        frame.begin = Simulator::Now();
        frame.data.resize(packet->GetSize());
        packet->CopyData(frame.data.data(), frame.data.size());
        LinuxSkbTag tag;
        frame.tagged = packet->PeekPacketTag(tag);
        m_frames.push_back(frame);
    }

    void TxEnd(Ptr<const Packet>)
    {
        m_frames.back().end = Simulator::Now();
    }

    bool Received(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&)
    {
        m_received.emplace_back(Simulator::Now(), packet->GetSize());
        m_receivedProtocol = protocol;
        return true;
    }

    void Completed(const LinuxNicCompletion& completion)
    {
        m_interrupts.push_back({Simulator::Now(), completion, m_account->GetWmem()});
        m_log += "I";
    }

    void Dropped(Ptr<const Packet>)
    {
        ++m_dropped;
    }

    void MacTxDrop(Ptr<const Packet>)
    {
        ++m_macTxDropped;
    }

    void OccupancyChanged(uint32_t, uint32_t occupancy)
    {
        m_maxOccupancy = std::max(m_maxOccupancy, occupancy);
    }

    void SkbQueued(Ptr<const Packet> packet, uint32_t frames, Time busyAhead)
    {
        LinuxSkbTag tag;
        m_queuedTagged += packet->PeekPacketTag(tag) ? 1 : 0;
        m_queuedFrames += frames;
        m_busyAhead.push_back(busyAhead);
        m_log += "Q";
    }

    void WmemChanged(uint64_t, uint64_t wmem)
    {
        m_wmem.emplace_back(Simulator::Now(), wmem);
    }

    void Handler()
    {
        m_log += "H";
    }

    /// @}

    Form m_form{Form::LINUX};                          //!< form of the devices
    NodeContainer m_nodes;                             //!< sender and receiver
    NetDeviceContainer m_devices;                      //!< their devices
    QueueDiscContainer m_queueDiscs;                   //!< queue discs above them
    Ptr<NetDevice> m_device;                           //!< the sender's device
    Ptr<LinuxNic> m_nic;                               //!< its NIC
    Ptr<LinuxTxLedger> m_ledger;                       //!< the sender's ledger
    Ptr<LinuxTxAccount> m_account;                     //!< one socket's account
    uint32_t m_sequence{1000};                         //!< next sequence number
    std::vector<Frame> m_frames;                       //!< frames sent
    std::vector<Interrupt> m_interrupts;               //!< completions
    std::vector<std::pair<Time, uint32_t>> m_received; //!< IP packets received
    uint16_t m_receivedProtocol{0};                    //!< their EtherType
    std::vector<std::pair<Time, uint64_t>> m_wmem;     //!< changes of the charge
    std::vector<Time> m_busyAhead;                     //!< of accepted packets
    uint32_t m_queuedTagged{0};                        //!< accepted skbs
    uint32_t m_queuedFrames{0};                        //!< their frames
    uint32_t m_dropped{0};                             //!< dropped by the NIC
    uint32_t m_macTxDropped{0};                        //!< dropped by the device
    uint32_t m_maxOccupancy{0};                        //!< highest ring occupancy
    std::string m_log;                                 //!< Q: queued, I: interrupt, H: TSQ handler
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Reads every frame of super-packets off the wire, byte by byte.
 */
class NicSegmentationTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param ipv6 over IPv6
     * @param checksums with ChecksumEnabled
     * @param tso cut by the device, else by software GSO
     * @param padded with Framing=Ethernet
     */
    NicSegmentationTestCase(Form form, bool ipv6, bool checksums, bool tso, bool padded)
        : NicTestCase("frames of " + Name(form) + (ipv6 ? ", IPv6" : ", IPv4") +
                      (checksums ? ", checksums" : "") + (tso ? "" : ", software GSO") +
                      (padded ? ", padded" : "")),
          m_testForm(form),
          m_ipv6(ipv6),
          m_checksums(checksums),
          m_tso(tso),
          m_padded(padded)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_checksums));
        // Odd MTU and mss.
        const uint32_t mss = 1277 - (m_ipv6 ? 20 : 0);
        Build(m_testForm,
              "100Mb/s",
              MicroSeconds(10),
              {{"Tso", m_tso ? "true" : "false"}, {"Framing", m_padded ? "Ethernet" : "Link"}},
              1329);
        CatchReceived();
        const uint32_t first = m_sequence;
        const uint32_t size = 4 * mss + 3; // the last frame is shorter than Ethernet's minimum
        m_mss = mss;
        SendSkb(size,
                mss,
                TcpHeader::ACK | TcpHeader::PSH | TcpHeader::FIN | TcpHeader::CWR | TcpHeader::ECE,
                m_ipv6);
        SendSkb(100, mss, TcpHeader::ACK | TcpHeader::PSH | TcpHeader::CWR, m_ipv6);
        Simulator::Run();

        NS_TEST_ASSERT_MSG_EQ(m_frames.size(), 6, "number of frames");
        for (uint32_t i = 0; i < 5; ++i)
        {
            uint8_t flags = TcpHeader::ACK | TcpHeader::ECE;
            flags |= i == 0 ? TcpHeader::CWR : 0;
            flags |= i == 4 ? TcpHeader::PSH | TcpHeader::FIN : 0;
            CheckFrame(m_frames[i],
                       first + i * mss,
                       i == 4 ? 3 : mss,
                       flags,
                       // IP's own for the first, the last four that there are for the others
                       static_cast<uint16_t>(i == 0 ? 0xfffe : 0x10000 - 4 + i - 1));
        }
        CheckFrame(m_frames[5],
                   first + size,
                   100,
                   TcpHeader::ACK | TcpHeader::PSH | TcpHeader::CWR,
                   0xfffe);
        NS_TEST_EXPECT_MSG_EQ(m_received.size(), 6, "frames that the receiving device took");
        NS_TEST_EXPECT_MSG_EQ(m_receivedProtocol, (m_ipv6 ? 0x86DD : 0x0800), "EtherType");
        NS_TEST_EXPECT_MSG_EQ(m_queuedTagged, 2, "skbs in the SkbQueued trace");
        NS_TEST_EXPECT_MSG_EQ(m_queuedFrames, 6, "frames in the SkbQueued trace");
        CheckReleased();
    }

    void DoTeardown() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        NicTestCase::DoTeardown();
    }

    /**
     * @brief Check a frame.
     * @param frame the frame
     * @param sequence its sequence number
     * @param size its payload
     * @param flags its TCP flags
     * @param identification its IPv4 identification
     */
    void CheckFrame(const Frame& frame,
                    uint32_t sequence,
                    uint32_t size,
                    uint8_t flags,
                    uint16_t identification)
    {
        NS_TEST_EXPECT_MSG_EQ(frame.tagged, false, "the skb tag is on the wire");
        const uint32_t ipSize = m_ipv6 ? 40 : 20;
        const uint32_t tcpSize = 32;
        const uint32_t offset = IpOffset(frame);
        // Link header.
        if (offset == 2)
        {
            NS_TEST_EXPECT_MSG_EQ(ReadNumber(&frame.data[0], 2), (m_ipv6 ? 0x57U : 0x21U), "PPP");
        }
        else
        {
            uint8_t addresses[12];
            Mac48Address::ConvertFrom(m_devices.Get(1)->GetAddress()).CopyTo(addresses);
            Mac48Address::ConvertFrom(m_devices.Get(0)->GetAddress()).CopyTo(addresses + 6);
            NS_TEST_EXPECT_MSG_EQ(std::equal(addresses, addresses + 12, frame.data.begin()),
                                  true,
                                  "MAC addresses");
            NS_TEST_EXPECT_MSG_EQ(ReadNumber(&frame.data[12], 2),
                                  (m_ipv6 ? 0x86DDU : 0x0800U),
                                  "EtherType");
        }
        // Size of the frame.
        uint32_t ethernet = ipSize + tcpSize + size;
        if (m_testForm == Form::CSMA)
        {
            ethernet = std::max(ethernet, 46U) + 4;
        }
        uint32_t expected = offset + ethernet;
        if (m_padded && m_testForm == Form::POINT_TO_POINT)
        {
            expected = std::max(14 + ethernet, 60U) + 24;
        }
        else if (m_padded && m_testForm == Form::CSMA)
        {
            expected += 8; // preamble; the gap is the device's own
        }
        NS_TEST_EXPECT_MSG_EQ(frame.data.size(), expected, "size of the frame");
        // IP.
        const uint8_t* ip = &frame.data[offset];
        const uint8_t* tcp = ip + ipSize;
        std::vector<uint8_t> pseudo;
        if (m_ipv6)
        {
            NS_TEST_EXPECT_MSG_EQ(+ip[0], 0x60, "IP version");
            NS_TEST_EXPECT_MSG_EQ(ReadNumber(ip + 4, 2), tcpSize + size, "payload length");
            NS_TEST_EXPECT_MSG_EQ(+ip[6], 6, "next header");
            pseudo.assign(ip + 8, ip + 40);
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(+ip[0], 0x45, "IP version");
            NS_TEST_EXPECT_MSG_EQ(ReadNumber(ip + 2, 2), ipSize + tcpSize + size, "total length");
            NS_TEST_EXPECT_MSG_EQ(ReadNumber(ip + 4, 2), identification, "identification");
            NS_TEST_EXPECT_MSG_EQ((OnesSum(ip, 20, 0) == 0xffff), m_checksums, "IP checksum");
            pseudo.assign(ip + 12, ip + 20);
        }
        // TCP.
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp, 2), 5000, "source port");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 2, 2), 6000, "destination port");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 4, 4), sequence, "sequence number");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 8, 4), 77, "acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(+tcp[12], 0x80, "TCP header length");
        NS_TEST_EXPECT_MSG_EQ(+tcp[13], +flags, "TCP flags");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 14, 2), 500, "window");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 20, 2), 0x080a, "timestamps option");
        NS_TEST_EXPECT_MSG_EQ(ReadNumber(tcp + 22, 4), 123456, "timestamp");
        const uint32_t sum = OnesSum(pseudo.data(), pseudo.size(), 6 + tcpSize + size);
        NS_TEST_EXPECT_MSG_EQ((OnesSum(tcp, tcpSize + size, sum) == 0xffff),
                              m_checksums,
                              "TCP checksum");
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < size; ++i)
        {
            wrong += tcp[tcpSize + i] != StreamByte(sequence + i) ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "wrong bytes of payload");
    }

    Form m_testForm;   //!< form of the devices
    bool m_ipv6;       //!< over IPv6
    bool m_checksums;  //!< with ChecksumEnabled
    bool m_tso;        //!< cut by the device
    bool m_padded;     //!< with Framing=Ethernet
    uint32_t m_mss{0}; //!< payload per frame
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Times of frames on the link, and what GetBusyAhead says of them.
 */
class NicLineRateTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param framing NIC's Framing
     * @param rate speed in bit/s
     * @param overhead bytes of link time of a full frame beside the IP packet
     * @param small bytes of link time of a 40-byte IP packet
     */
    NicLineRateTestCase(Form form,
                        const std::string& framing,
                        uint64_t rate,
                        uint32_t overhead,
                        uint32_t small)
        : NicTestCase("times of " + Name(form) + ", framing " + framing + ", " +
                      std::to_string(rate) + " bps"),
          m_testForm(form),
          m_framing(framing),
          m_rate(rate),
          m_overhead(overhead),
          m_small(small)
    {
    }

  private:
    void DoRun() override
    {
        // A CSMA station waits until its own frame has passed the medium.
        const Time delay = m_testForm == Form::CSMA ? NanoSeconds(500) : MicroSeconds(100);
        Build(m_testForm, std::to_string(m_rate) + "b/s", delay, {{"Framing", m_framing}});
        CatchReceived();
        const uint64_t frame = MSS + HEADERS + m_overhead;
        const uint64_t total = 90 * frame + m_small;
        Simulator::Schedule(MicroSeconds(10), [this]() {
            SendSkb(45 * MSS);
            SendSkb(45 * MSS);
            SendPlain(0, 40);
        });
        Simulator::Schedule(MicroSeconds(11), [this]() { m_ahead = m_nic->GetBusyAhead(); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_frames.size(), 91, "number of frames");
        NS_TEST_EXPECT_MSG_EQ(m_frames[0].begin, MicroSeconds(10), "starts at once");
        for (uint32_t i = 0; i < 91; ++i)
        {
            // CSMA keeps the gap of 12 bytes between frames, LinuxNetDevice rounds their sum and
            // PointToPointNetDevice each frame to the clock's tick.
            const bool csma = m_testForm == Form::CSMA;
            const uint64_t bytes = i < 90 ? frame : m_small;
            const int64_t begin = m_testForm == Form::POINT_TO_POINT ? i * Picoseconds(frame)
                                                                     : Picoseconds(i * frame);
            int64_t end = m_testForm == Form::POINT_TO_POINT ? begin + Picoseconds(bytes)
                                                             : Picoseconds(i * frame + bytes);
            end -= csma ? Picoseconds(12) : 0;
            const Time start = MicroSeconds(10);
            NS_TEST_EXPECT_MSG_EQ((m_frames[i].begin - start).GetPicoSeconds(),
                                  begin,
                                  "begin of frame " << i);
            NS_TEST_EXPECT_MSG_EQ((m_frames[i].end - start).GetPicoSeconds(),
                                  end,
                                  "end of frame " << i);
            NS_TEST_EXPECT_MSG_EQ(m_received[i].first, m_frames[i].end + delay, "arrival");
        }
        NS_TEST_EXPECT_MSG_EQ(m_busyAhead[0], Time(0), "busy before the first skb");
        // Until the last bit: without the gap that follows it.
        const int64_t gap = m_testForm == Form::CSMA ? Picoseconds(12) : 0;
        NS_TEST_EXPECT_MSG_EQ_TOL(m_busyAhead[1].GetPicoSeconds(),
                                  Picoseconds(45 * frame) - gap,
                                  2000,
                                  "busy before the second skb");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_busyAhead[2].GetPicoSeconds(),
                                  Picoseconds(90 * frame) - gap,
                                  2000,
                                  "busy before the last packet");
        // PointToPointNetDevice rounds each of the 91 frames.
        NS_TEST_EXPECT_MSG_EQ_TOL((m_ahead + MicroSeconds(1)).GetPicoSeconds(),
                                  Picoseconds(total) - gap,
                                  50000,
                                  "busy in the middle");
        CheckReleased();
    }

    /**
     * @brief Time of bytes on the link, rounded to the nanosecond.
     * @param bytes the bytes
     * @return picoseconds
     */
    int64_t Picoseconds(uint64_t bytes) const
    {
        return (bytes * 8 * 1'000'000'000 + m_rate / 2) / m_rate * 1000;
    }

    Form m_testForm;       //!< form of the devices
    std::string m_framing; //!< NIC's Framing
    uint64_t m_rate;       //!< speed
    uint32_t m_overhead;   //!< link bytes beside an IP packet
    uint32_t m_small;      //!< link bytes of a 40-byte IP packet
    Time m_ahead;          //!< GetBusyAhead in the middle
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Times of completion interrupts.
 *
 * Three skbs of two frames at 100 Mbit/s end at 246.08, 492.16 and 738.24 us.
 */
class NicCompletionTestCase : public NicTestCase
{
  public:
    /// An expected interrupt.
    struct Expected
    {
        double usecs;  //!< when
        uint32_t skbs; //!< how many skbs
    };

    /**
     * @brief Constructor.
     * @param name what is tested
     * @param attributes attributes of the NIC
     * @param latencies completion latencies in microseconds, none for no random variable
     * @param expected the interrupts
     */
    NicCompletionTestCase(const std::string& name,
                          Attributes attributes,
                          std::vector<double> latencies,
                          std::vector<Expected> expected)
        : NicTestCase("completion: " + name),
          m_attributes(std::move(attributes)),
          m_latencies(std::move(latencies)),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        Build(Form::LINUX, "100Mb/s", MicroSeconds(100), m_attributes);
        CatchReceived();
        if (!m_latencies.empty())
        {
            Ptr<DeterministicRandomVariable> latency = CreateObject<DeterministicRandomVariable>();
            latency->SetValueArray(m_latencies.data(), m_latencies.size());
            m_nic->SetAttribute("TxCompletionLatency", PointerValue(latency));
        }
        for (int i = 0; i < 3; ++i)
        {
            SendSkb(2 * MSS);
        }
        const uint64_t truesize = 2 * MSS + OVERHEAD;
        NS_TEST_EXPECT_MSG_EQ(m_account->GetWmem(), 3 * truesize + 1, "charged");
        m_wmem.clear();
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_interrupts.size(), m_expected.size(), "number of interrupts");
        uint32_t left = 3;
        std::size_t change = 0;
        for (std::size_t i = 0; i < m_expected.size(); ++i)
        {
            const Time time = NanoSeconds(std::llround(m_expected[i].usecs * 1000));
            const LinuxNicCompletion& completion = m_interrupts[i].completion;
            NS_TEST_EXPECT_MSG_EQ(m_interrupts[i].time, time, "time of interrupt " << i);
            NS_TEST_EXPECT_MSG_EQ(completion.skbs, m_expected[i].skbs, "skbs of interrupt " << i);
            NS_TEST_EXPECT_MSG_EQ(completion.frames, 2 * completion.skbs, "frames");
            NS_TEST_EXPECT_MSG_EQ(completion.byRxIrq, false, "nothing was received");
            NS_TEST_EXPECT_MSG_EQ(m_interrupts[i].wmem,
                                  left * truesize + 1,
                                  "charges are released after the batch");
            left -= completion.skbs;
            NS_TEST_EXPECT_MSG_EQ(completion.stillInRing, 2 * left, "frames left");
            for (uint32_t j = 0; j < completion.skbs; ++j, ++change)
            {
                NS_TEST_ASSERT_MSG_LT(change, m_wmem.size(), "releases");
                NS_TEST_EXPECT_MSG_EQ(m_wmem[change].first, time, "time of the release");
            }
            NS_TEST_EXPECT_MSG_EQ(m_wmem[change - 1].second, left * truesize + 1, "charge left");
        }
        CheckReleased();
    }

    Attributes m_attributes;          //!< of the NIC
    std::vector<double> m_latencies;  //!< completion latencies
    std::vector<Expected> m_expected; //!< interrupts
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A received frame reclaims the ring before it goes up.
 */
class NicSharedInterruptTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param shared SharedInterrupt
     */
    NicSharedInterruptTestCase(Form form, bool shared)
        : NicTestCase(std::string(shared ? "shared" : "own") + " interrupt of " + Name(form)),
          m_testForm(form),
          m_shared(shared)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_testForm,
              "100Mb/s",
              MicroSeconds(10),
              {{"TxUsecs", "5000"}, {"SharedInterrupt", m_shared ? "true" : "false"}});
        CatchReceived();
        m_device->SetReceiveCallback(MakeCallback(&NicSharedInterruptTestCase::Up, this));
        SendSkb(2 * MSS);
        SendSkb(2 * MSS);
        // Arrives when the first skb is finished and the second is not; CSMA is half duplex.
        const Time time = MicroSeconds(m_testForm == Form::CSMA ? 1000 : 300);
        Simulator::Schedule(time, [this]() { SendPlain(1, 64); });
        Simulator::Run();
        const uint32_t byRx = m_testForm == Form::CSMA ? 2 : 1;
        NS_TEST_ASSERT_MSG_EQ(m_up, 1, "frames received");
        const uint64_t truesize = 2 * MSS + OVERHEAD;
        NS_TEST_EXPECT_MSG_EQ(m_wmemUp,
                              (m_shared ? 2 - byRx : 2) * truesize + 1,
                              "charge when the frame goes up");
        NS_TEST_ASSERT_MSG_EQ(m_interrupts.empty(), false, "interrupts");
        NS_TEST_EXPECT_MSG_EQ(m_interrupts[0].completion.byRxIrq, m_shared, "whose interrupt");
        NS_TEST_EXPECT_MSG_EQ(m_interrupts[0].completion.skbs, (m_shared ? byRx : 2), "skbs");
        if (m_shared && byRx == 1)
        {
            // The timer starts anew with the second skb.
            NS_TEST_ASSERT_MSG_EQ(m_interrupts.size(), 2, "interrupts");
            NS_TEST_EXPECT_MSG_EQ(m_interrupts[1].time,
                                  m_frames[3].end + MicroSeconds(5000),
                                  "second interrupt");
        }
        CheckReleased();
    }

    /// Receive callback of the sender.
    bool Up(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
    {
        ++m_up;
        m_wmemUp = m_account->GetWmem();
        return true;
    }

    Form m_testForm;      //!< form of the devices
    bool m_shared;        //!< SharedInterrupt
    uint32_t m_up{0};     //!< frames received
    uint64_t m_wmemUp{0}; //!< charge at that moment
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Nothing is lost below a queue disc, however small the ring.
 */
class NicStopWakeTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param tso cut by the device
     * @param ring ring size
     * @param mss bytes per segment
     * @param maxOccupancy highest ring occupancy
     */
    NicStopWakeTestCase(Form form, bool tso, uint32_t ring, uint32_t mss, uint32_t maxOccupancy)
        : NicTestCase("stop and wake of " + Name(form) + (tso ? ", TSO" : ", software GSO") +
                      ", ring " + std::to_string(ring) + ", mss " + std::to_string(mss)),
          m_testForm(form),
          m_tso(tso),
          m_ring(ring),
          m_mss(mss),
          m_expectedOccupancy(maxOccupancy)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_testForm,
              "1Gb/s",
              MicroSeconds(1),
              {{"Tso", m_tso ? "true" : "false"},
               {"TxRingSize", std::to_string(m_ring)},
               {"TxUsecs", "20"},
               {"TxCompletionLatency", "ns3::UniformRandomVariable[Min=0|Max=30]"}});
        AddQueueDisc();
        CatchReceived();
        const uint32_t skb = 45 * MSS;
        const uint32_t first = m_sequence;
        Simulator::Schedule(MicroSeconds(1), [this, skb]() {
            for (int i = 0; i < 20; ++i)
            {
                SendThroughQueueDisc(skb, m_mss);
            }
        });
        Simulator::Schedule(MicroSeconds(10), [this]() {
            m_stopped = m_device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->IsStopped();
            m_backlog = m_queueDiscs.Get(0)->GetNPackets();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_stopped, true, "the queue is stopped");
        NS_TEST_EXPECT_MSG_GT(m_backlog, 10, "skbs wait in the queue disc");
        NS_TEST_EXPECT_MSG_EQ(m_dropped, 0, "dropped by the NIC");
        NS_TEST_EXPECT_MSG_EQ(m_macTxDropped, 0, "dropped by the device");
        NS_TEST_EXPECT_MSG_EQ(m_maxOccupancy, m_expectedOccupancy, "highest occupancy");
        const uint32_t perSkb = (skb + m_mss - 1) / m_mss;
        NS_TEST_ASSERT_MSG_EQ(m_frames.size(), 20 * perSkb, "frames sent");
        NS_TEST_EXPECT_MSG_EQ(m_received.size(), 20 * perSkb, "frames received");
        uint32_t sequence = first;
        for (const auto& frame : m_frames)
        {
            NS_TEST_ASSERT_MSG_EQ(ReadNumber(&frame.data[IpOffset(frame) + 24], 4),
                                  sequence,
                                  "sequence of frames");
            sequence += PayloadSize(frame);
        }
        NS_TEST_EXPECT_MSG_EQ(sequence, m_sequence, "bytes sent");
        CheckReleased();
    }

    Form m_testForm;              //!< form of the devices
    bool m_tso;                   //!< cut by the device
    uint32_t m_ring;              //!< ring size
    uint32_t m_mss;               //!< bytes per segment
    uint32_t m_expectedOccupancy; //!< highest ring occupancy
    bool m_stopped{false};        //!< device queue state
    uint32_t m_backlog{0};        //!< skbs in the queue disc
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Queue limits that record what they are told.
 */
class RecordingQueueLimits : public QueueLimits
{
  public:
    void Reset() override
    {
    }

    void Completed(uint32_t count) override
    {
        if (count > 0)
        {
            m_completed.emplace_back(Simulator::Now(), count);
            m_inFlight -= count;
        }
    }

    int32_t Available() const override
    {
        return static_cast<int32_t>(m_limit - m_inFlight);
    }

    void Queued(uint32_t count) override
    {
        m_queued.emplace_back(Simulator::Now(), count);
        m_inFlight += count;
        m_max = std::max(m_max, m_inFlight);
    }

    int64_t m_limit{40000};                             //!< bytes allowed
    int64_t m_inFlight{0};                              //!< bytes queued and not completed
    int64_t m_max{0};                                   //!< highest value of it
    std::vector<std::pair<Time, uint32_t>> m_queued;    //!< told at enqueue
    std::vector<std::pair<Time, uint32_t>> m_completed; //!< told at completion
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Byte queue limits hear of skbs at acceptance and at completion.
 */
class NicQueueLimitsTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param tso cut by the device
     */
    NicQueueLimitsTestCase(Form form, bool tso)
        : NicTestCase("queue limits of " + Name(form) + (tso ? ", TSO" : ", software GSO")),
          m_testForm(form),
          m_tso(tso)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_testForm,
              "1Gb/s",
              MicroSeconds(1),
              {{"TxUsecs", "50"}, {"Tso", m_tso ? "true" : "false"}});
        AddQueueDisc();
        CatchReceived();
        Ptr<RecordingQueueLimits> limits = CreateObject<RecordingQueueLimits>();
        m_device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0)->SetQueueLimits(limits);
        Simulator::Schedule(MicroSeconds(1), [this]() {
            for (int i = 0; i < 10; ++i)
            {
                SendThroughQueueDisc(10 * MSS, MSS);
            }
        });
        Simulator::Run();
        const uint32_t link = m_frames[0].data.size() - MSS - HEADERS;
        const uint32_t skb = m_tso ? 10 * MSS + HEADERS + link : 10 * (MSS + HEADERS + link);
        NS_TEST_EXPECT_MSG_EQ(limits->m_inFlight, 0, "bytes not completed");
        // The limit is passed once, by the skb that reaches it.
        NS_TEST_EXPECT_MSG_GT(limits->m_max, limits->m_limit, "most bytes in the device");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(limits->m_max, limits->m_limit + skb, "most bytes");
        if (m_tso)
        {
            NS_TEST_EXPECT_MSG_EQ(limits->m_max, 3 * skb, "most bytes in the device");
        }
        NS_TEST_EXPECT_MSG_EQ(limits->m_queued.size(), (m_tso ? 10 : 100), "calls of Queued");
        NS_TEST_EXPECT_MSG_EQ(limits->m_queued[0].first, MicroSeconds(1), "first queued");
        NS_TEST_ASSERT_MSG_EQ(m_interrupts.empty(), false, "interrupts");
        NS_TEST_ASSERT_MSG_EQ(limits->m_completed.size(), m_interrupts.size(), "completions");
        for (std::size_t i = 0; i < m_interrupts.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(limits->m_completed[i].first, m_interrupts[i].time, "time");
            NS_TEST_EXPECT_MSG_EQ(limits->m_completed[i].second,
                                  m_interrupts[i].completion.skbs * (m_tso ? skb : skb / 10),
                                  "bytes");
        }
        NS_TEST_EXPECT_MSG_EQ(m_frames.size(), 100, "frames sent");
        CheckReleased();
    }

    Form m_testForm; //!< form of the devices
    bool m_tso;      //!< cut by the device
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief After a completion the queue disc goes on before the TSQ handler runs.
 */
class NicOrderTestCase : public NicTestCase
{
  public:
    NicOrderTestCase()
        : NicTestCase("queue wake, then TSQ handler")
    {
    }

  private:
    void DoRun() override
    {
        Build(Form::LINUX, "1Gb/s", MicroSeconds(1), {{"TxRingSize", "50"}});
        AddQueueDisc();
        CatchReceived();
        Simulator::Schedule(MicroSeconds(1), [this]() {
            SendThroughQueueDisc(10 * MSS, MSS);
            SendThroughQueueDisc(10 * MSS, MSS);
            m_account->SetThrottled();
        });
        Simulator::Run();
        // One skb fits beside room for a maximal one; the second waits for the completion.
        NS_TEST_EXPECT_MSG_EQ(m_log, "QIQHI", "order of events");
        CheckReleased();
    }
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A sender that ignores the stopped queue overflows the ring.
 */
class NicOverflowTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     */
    NicOverflowTestCase(Form form)
        : NicTestCase("ring overflow of " + Name(form)),
          m_testForm(form)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_testForm, "100Mb/s", MicroSeconds(1), {{"TxRingSize", "64"}});
        CatchReceived();
        const uint64_t truesize = 45 * MSS + OVERHEAD;
        NS_TEST_EXPECT_MSG_EQ(SendSkb(45 * MSS), true, "45 frames of 64");
        NS_TEST_EXPECT_MSG_EQ(SendSkb(45 * MSS), false, "90 frames of 64");
        NS_TEST_EXPECT_MSG_EQ(m_account->GetWmem(), truesize + 1, "released at the drop");
        NS_TEST_EXPECT_MSG_EQ(m_dropped, 1, "Drop trace");
        NS_TEST_EXPECT_MSG_EQ(m_macTxDropped, 1, "MacTxDrop trace");
        NS_TEST_EXPECT_MSG_EQ(SendSkb(19 * MSS), true, "64 frames of 64");
        NS_TEST_EXPECT_MSG_EQ(SendPlain(0, 100), false, "a full ring");
        NS_TEST_EXPECT_MSG_EQ(m_dropped, 2, "Drop trace");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_frames.size(), 64, "frames sent");
        NS_TEST_EXPECT_MSG_EQ(m_received.size(), 64, "frames received");
        NS_TEST_EXPECT_MSG_EQ(m_maxOccupancy, 64, "highest occupancy");
        CheckReleased();
    }

    Form m_testForm; //!< form of the devices
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Software GSO charges, sends and completes frame by frame.
 */
class NicSoftwareGsoTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param ring ring size
     */
    NicSoftwareGsoTestCase(Form form, uint32_t ring)
        : NicTestCase("software GSO of " + Name(form) + ", ring " + std::to_string(ring)),
          m_testForm(form),
          m_ring(ring)
    {
    }

  private:
    void DoRun() override
    {
        Build(m_testForm,
              "100Mb/s",
              NanoSeconds(500),
              {{"Tso", "false"},
               {"Framing", m_testForm == Form::LINUX ? "Link" : "Ethernet"},
               {"TxRingSize", std::to_string(m_ring)},
               {"TxUsecs", "40"}});
        CatchReceived();
        SendSkb(5 * MSS + 100);
        const uint64_t frame = MSS + OVERHEAD;
        const uint64_t last = 100 + OVERHEAD;
        NS_TEST_EXPECT_MSG_EQ(m_account->GetWmem(),
                              5 * frame + last + 1,
                              "the charge is the sum of the frames'");
        // CSMA ends a frame before the gap of 12 bytes.
        const Time gap = NanoSeconds(m_testForm == Form::CSMA ? 960 : 0);
        NS_TEST_EXPECT_MSG_EQ(m_nic->GetBusyAhead(),
                              NanoSeconds(5 * 123040 + (100 + 52 + 14 + 24) * 80) - gap,
                              "all frames count as busy");
        m_wmem.clear();
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_frames.size(), 6, "frames sent");
        NS_TEST_EXPECT_MSG_EQ(m_maxOccupancy, std::min(m_ring, 6U), "highest occupancy");
        NS_TEST_ASSERT_MSG_EQ(m_wmem.size(), 6, "releases");
        for (uint32_t i = 0; i < 6; ++i)
        {
            // With one ring entry a frame starts when the one before is completed; with more, when
            // it has ended, because the one before that is completed long since.
            const Time wait = m_ring == 1 ? MicroSeconds(40) - gap : Time(0);
            const Time begin = NanoSeconds(123040 * i) + wait * static_cast<int64_t>(i);
            NS_TEST_EXPECT_MSG_EQ(m_frames[i].begin, begin, "begin of frame " << i);
            NS_TEST_EXPECT_MSG_EQ(m_wmem[i].second,
                                  (i == 5 ? 0 : (4 - i) * frame + last) + 1,
                                  "charge after frame " << i);
            // The last frame, short, ends while the interrupt for the fifth waits.
            if (i < 5 || m_ring == 1)
            {
                NS_TEST_EXPECT_MSG_EQ(m_wmem[i].first,
                                      m_frames[i].end + MicroSeconds(40),
                                      "completion of frame " << i);
            }
        }
        CheckReleased();
    }

    Form m_testForm; //!< form of the devices
    uint32_t m_ring; //!< ring size
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A link that goes down drops what waits and returns the charges; nothing stalls.
 */
class NicLinkDownTestCase : public NicTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param tso cut by the device
     */
    NicLinkDownTestCase(Form form, bool tso)
        : NicTestCase("link down: " + Name(form) + (tso ? ", TSO" : ", software GSO")),
          m_testForm(form),
          m_tso(tso)
    {
    }

  private:
    /**
     * @brief Take the sender down or up.
     * @param up the new state
     */
    void SetUp(bool up)
    {
        if (m_testForm == Form::CSMA)
        {
            DynamicCast<CsmaNetDevice>(m_device)->SetSendEnable(up);
        }
        else
        {
            DynamicCast<LinuxNetDevice>(m_device)->SetLinkUp(up);
        }
    }

    void DoRun() override
    {
        Build(m_testForm,
              "100Mb/s",
              MicroSeconds(1),
              {{"TxRingSize", m_tso ? "60" : "8"},
               {"Tso", m_tso ? "true" : "false"},
               {"TxUsecs", "300"}});
        AddQueueDisc();
        CatchReceived();
        Simulator::Schedule(Time(1), [this]() {
            for (int i = 0; i < 4; ++i)
            {
                SendThroughQueueDisc(10 * MSS, MSS);
            }
        });
        // In the middle of the third frame.
        Simulator::Schedule(MicroSeconds(300), [this]() { SetUp(false); });
        // At once, or after the frame with a CSMA device; not when the sent frames are completed.
        Simulator::Schedule(MicroSeconds(m_testForm == Form::CSMA ? 371 : 301), [this]() {
            NS_TEST_EXPECT_MSG_EQ(m_queueDiscs.Get(0)->GetNPackets(), 0, "the queue disc drains");
            NS_TEST_EXPECT_MSG_EQ(m_interrupts.empty(), true, "completed already");
        });
        Simulator::Schedule(MilliSeconds(2), [this]() {
            m_framesDown = m_frames.size();
            CheckReleased();
            SendThroughQueueDisc(10 * MSS, MSS);
            CheckReleased();
        });
        Simulator::Schedule(MilliSeconds(3), [this]() {
            SetUp(true);
            SendThroughQueueDisc(10 * MSS, MSS);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_framesDown, 3, "frames before the link went down");
        NS_TEST_EXPECT_MSG_EQ(m_frames.size(), 13, "frames sent");
        NS_TEST_EXPECT_MSG_EQ(m_received.size(), 13, "frames received");
        NS_TEST_EXPECT_MSG_GT(m_macTxDropped + m_dropped, 4, "drops are traced");
        CheckReleased();
    }

    Form m_testForm;             //!< form of the devices
    bool m_tso;                  //!< cut by the device
    std::size_t m_framesDown{0}; //!< frames sent before the link went down
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Stock TCP over two links with NICs: addressing, ARP and neighbour discovery, routing,
 * padding that IP trims.
 */
class NicStackTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param form form of the devices
     * @param ipv6 over IPv6
     * @param framing NIC's Framing
     */
    NicStackTestCase(Form form, bool ipv6, const std::string& framing)
        : TestCase("stock TCP over " + Name(form) + (ipv6 ? ", IPv6" : ", IPv4") + ", framing " +
                   framing),
          m_form(form),
          m_ipv6(ipv6),
          m_framing(framing)
    {
    }

  private:
    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        NodeContainer nodes;
        nodes.Create(3);
        // Before the stack on the first link, after it on the second.
        NetDeviceContainer links[2];
        links[0] = Link(nodes.Get(0), nodes.Get(1));
        InstallNic(links[0]);
        links[1] = Link(nodes.Get(1), nodes.Get(2));
        InternetStackHelper stack;
        stack.Install(nodes);
        Address destination;
        if (m_ipv6)
        {
            Ipv6AddressHelper address;
            Ipv6InterfaceContainer interfaces[2];
            for (int i = 0; i < 2; ++i)
            {
                address.SetBase(i == 0 ? "2001:1::" : "2001:2::", Ipv6Prefix(64));
                interfaces[i] = address.Assign(links[i]);
                interfaces[i].SetForwarding(i == 0 ? 1 : 0, true);
            }
            interfaces[0].SetDefaultRouteInAllNodes(1);
            interfaces[1].SetDefaultRouteInAllNodes(0);
            destination = interfaces[1].GetAddress(1, 1);
            destination = Inet6SocketAddress(interfaces[1].GetAddress(1, 1), 9);
        }
        else
        {
            Ipv4AddressHelper address;
            address.SetBase("10.1.1.0", "255.255.255.0");
            address.Assign(links[0]);
            address.SetBase("10.1.2.0", "255.255.255.0");
            destination = InetSocketAddress(address.Assign(links[1]).GetAddress(1), 9);
            Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        }
        InstallNic(links[1]);
        BulkSendHelper bulk("ns3::TcpSocketFactory", destination);
        bulk.SetAttribute("MaxBytes", UintegerValue(300000));
        bulk.Install(nodes.Get(0)).Start(Seconds(2));
        PacketSinkHelper sink("ns3::TcpSocketFactory", destination);
        ApplicationContainer sinks = sink.Install(nodes.Get(2));
        sinks.Start(Time(0));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(),
                              300000,
                              "bytes received");
        for (const auto& link : links)
        {
            NS_TEST_EXPECT_MSG_EQ(link.Get(0)->GetObject<LinuxNic>()->GetRingOccupancy(),
                                  0,
                                  "the ring is not empty");
        }
    }

    void DoTeardown() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        Simulator::Destroy();
    }

    /**
     * @brief Link two nodes.
     * @param a first node
     * @param b second node
     * @return their devices
     */
    NetDeviceContainer Link(Ptr<Node> a, Ptr<Node> b) const
    {
        if (m_form == Form::POINT_TO_POINT)
        {
            PointToPointHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
            return helper.Install(a, b);
        }
        if (m_form == Form::CSMA)
        {
            CsmaHelper helper;
            helper.SetChannelAttribute("DataRate", StringValue("10Mb/s"));
            return helper.Install(NodeContainer(a, b));
        }
        LinuxNetDeviceHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("10Mb/s"));
        helper.SetDeviceAttribute("Framing",
                                  StringValue(m_form == Form::LINUX ? "Ethernet" : "Ppp"));
        return helper.Install(a, b);
    }

    /**
     * @brief Give stock devices a NIC.
     * @param devices the devices
     */
    void InstallNic(const NetDeviceContainer& devices) const
    {
        if (m_form == Form::POINT_TO_POINT || m_form == Form::CSMA)
        {
            LinuxNicHelper helper;
            helper.SetNicAttribute("Framing", StringValue(m_framing));
            helper.SetNicAttribute("TxUsecs", DoubleValue(100));
            helper.Install(devices);
        }
    }

    Form m_form;           //!< form of the devices
    bool m_ipv6;           //!< over IPv6
    std::string m_framing; //!< NIC's Framing
};

#ifdef __unix__

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Impossible configurations stop with a message that names attribute, value and range.
 */
class NicBadInputTestCase : public TestCase
{
  public:
    NicBadInputTestCase()
        : TestCase("impossible configurations")
    {
    }

  private:
    void DoRun() override
    {
        for (bool stock : {false, true})
        {
            auto withNic = [stock](const Attributes& attributes) {
                return [=]() { BuildLink(stock, attributes); };
            };
            Expect(withNic({{"GsoMaxSegs", "0"}}), {"GsoMaxSegs is 0", "1 to 65535"});
            Expect(withNic({{"GsoMaxSegs", "65536"}}), {"GsoMaxSegs is 65536", "1 to 65535"});
            Expect(withNic({{"GsoMaxSize", "1447"}}), {"GsoMaxSize is 1447", "1448", "65536"});
            Expect(withNic({{"GsoMaxSize", "65537"}}), {"GsoMaxSize is 65537", "65536"});
            Expect(withNic({{"TxRingSize", "45"}}), {"TxRingSize is 45", "is 46", "GsoMaxSegs"});
            Expect(withNic({{"TxRingSize", "0"}}), {"TxRingSize is 0", "1 to "});
            Expect(withNic({{"TxRingSize", "-3"}}), {"TxRingSize is -3", "1 to "});
            Expect(withNic({{"TxUsecs", "-1"}}), {"TxUsecs is -1", "0 or more"});
            Expect(withNic({{"TxFrames", "0"}}), {"TxFrames is 0", "1 to "});
            Expect(withNic({{"RxUsecs", "-0.5"}}), {"RxUsecs is -0.5", "0 or more"});
            Expect(withNic({{"RxFrames", "0"}}), {"RxFrames is 0", "1 to 4294967295"});
            Expect(withNic({{"GroMaxSize", "0"}}), {"GroMaxSize is 0", "1 to 65536"});
            Expect(withNic({{"GroMaxSize", "65537"}}), {"GroMaxSize is 65537", "1 to 65536"});
        }
        Expect(
            []() {
                BuildLink(false,
                          {{"TxCompletionLatency", "ns3::ConstantRandomVariable[Constant=-2]"}});
                NodeContainer nodes = NodeContainer::GetGlobal();
                nodes.Get(0)->GetDevice(0)->Send(Create<Packet>(100),
                                                 nodes.Get(0)->GetDevice(0)->GetBroadcast(),
                                                 0x0800);
                Simulator::Run();
            },
            {"TxCompletionLatency gave -2", "0 or more"});
        Expect(
            []() {
                BuildLink(false, {});
                Simulator::Schedule(Seconds(1), []() {
                    Config::Set("/NodeList/0/DeviceList/0/$ns3::LinuxNic/TxRingSize",
                                UintegerValue(8));
                });
                Simulator::Run();
            },
            {"TxRingSize is 8", "is 46"});
        const std::string nics = "/NodeList/*/DeviceList/*/$ns3::LinuxNic/";
        Expect(
            [nics]() {
                BuildLink(true, {});
                Config::Set(nics + "TxRingSize", UintegerValue(8));
                Simulator::Run();
            },
            {"TxRingSize is 8", "is 46"});
        Expect(
            []() {
                Config::SetDefault("ns3::LinuxNic::GsoMaxSegs", UintegerValue(0));
                BuildLink(true, {});
            },
            {"GsoMaxSegs is 0", "1 to 65535"});
        Expect(
            []() {
                BuildLink(true, {});
                LinuxNicHelper().Install(NodeContainer::GetGlobal().Get(0)->GetDevice(0));
            },
            {"has a LinuxNic already", "device 0 of node 0"});
        Expect(
            []() {
                BuildLink(false, {});
                LinuxNicHelper().Install(NodeContainer::GetGlobal().Get(0)->GetDevice(0));
            },
            {"ns3::LinuxNetDevice", "built in"});
        Expect(
            []() {
                Ptr<Node> node = CreateObject<Node>();
                Ptr<SimpleNetDevice> device = CreateObject<SimpleNetDevice>();
                node->AddDevice(device);
                LinuxNicHelper().Install(device);
            },
            {"ns3::SimpleNetDevice", "ns3::PointToPointNetDevice", "ns3::CsmaNetDevice"});
        Expect(
            []() {
                NodeContainer nodes;
                nodes.Create(2);
                CsmaHelper csma;
                csma.SetDeviceAttribute("EncapsulationMode", StringValue("Llc"));
                LinuxNicHelper().Install(csma.Install(nodes));
            },
            {"EncapsulationMode", "Llc", "Dix"});
        Expect(
            []() {
                Config::SetDefault("ns3::LinuxNetDevice::DataRate", StringValue("0b/s"));
                BuildLink(false, {});
            },
            {"DataRate is 0bps", "more than 0bps"});
        // And what is possible does not stop.
        NS_TEST_EXPECT_MSG_EQ(Run([nics]() {
                                  BuildLink(true, {});
                                  Config::Set(nics + "TxRingSize", UintegerValue(8));
                                  Config::Set(nics + "Tso", BooleanValue(false));
                                  Simulator::Run();
                              }),
                              "",
                              "checked when the simulation starts, not between two settings");
        NS_TEST_EXPECT_MSG_EQ(Run([]() {
                                  BuildLink(false, {{"Tso", "false"}, {"TxRingSize", "1"}});
                              }),
                              "",
                              "a ring of 1 with software GSO");
        NS_TEST_EXPECT_MSG_EQ(Run([]() {
                                  BuildLink(true, {{"TxRingSize", "4"}, {"GsoMaxSegs", "4"}});
                              }),
                              "",
                              "a ring of one maximal skb");
    }

    /**
     * @brief Build a link and give the simulator a chance to check it.
     * @param stock point-to-point devices with a NIC, else LinuxNetDevices
     * @param attributes attributes of the NICs
     */
    static void BuildLink(bool stock, const Attributes& attributes)
    {
        NodeContainer nodes;
        nodes.Create(2);
        if (stock)
        {
            LinuxNicHelper helper;
            for (const auto& [name, value] : attributes)
            {
                helper.SetNicAttribute(name, StringValue(value));
            }
            helper.Install(PointToPointHelper().Install(nodes));
        }
        else
        {
            LinuxNetDeviceHelper helper;
            for (const auto& [name, value] : attributes)
            {
                helper.SetNicAttribute(name, StringValue(value));
            }
            helper.Install(nodes);
        }
    }

    /**
     * @brief Run something in a process of its own.
     * @param what what to run
     * @return what it printed on standard error when it was stopped, else nothing
     */
    static std::string Run(const std::function<void()>& what)
    {
        int ends[2];
        if (pipe(ends) != 0)
        {
            return "no pipe";
        }
        const pid_t child = fork();
        if (child == 0)
        {
            dup2(ends[1], STDERR_FILENO);
            close(ends[0]);
            close(ends[1]);
            what();
            _exit(0);
        }
        close(ends[1]);
        std::string message;
        char buffer[512];
        ssize_t size;
        while ((size = read(ends[0], buffer, sizeof(buffer))) > 0)
        {
            message.append(buffer, size);
        }
        close(ends[0]);
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : "stopped: " + message;
    }

    /**
     * @brief Expect something to stop with a message.
     * @param what what to run
     * @param words what the message must contain
     */
    void Expect(const std::function<void()>& what, const std::vector<std::string>& words)
    {
        const std::string message = Run(what);
        for (const auto& word : words)
        {
            NS_TEST_EXPECT_MSG_EQ((message.find(word) != std::string::npos),
                                  true,
                                  "'" << word << "' in: " << message);
        }
    }
};

#endif // __unix__

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Tests of LinuxNic, the devices that have it and their helpers.
 */
class LinuxNicTestSuite : public TestSuite
{
  public:
    LinuxNicTestSuite()
        : TestSuite("linux-tcp-nic", TestSuite::Type::SYSTEM)
    {
        for (Form form : ALL_FORMS)
        {
            for (bool ipv6 : {false, true})
            {
                for (bool checksums : {false, true})
                {
                    Add(new NicSegmentationTestCase(form, ipv6, checksums, true, false));
                }
                Add(new NicSegmentationTestCase(form, ipv6, true, false, false));
            }
        }
        for (Form form : {Form::POINT_TO_POINT, Form::CSMA})
        {
            Add(new NicSegmentationTestCase(form, false, true, true, true));
            Add(new NicSegmentationTestCase(form, true, true, true, true));
            Add(new NicSegmentationTestCase(form, false, true, false, true));
        }

        // Ethernet: 14 + 24 bytes; 40 bytes of IP become the minimum of 60 + 24.
        for (uint64_t rate : {100'000'000ULL, 10'000'000'000ULL, 40'000'000'000ULL})
        {
            Add(new NicLineRateTestCase(Form::LINUX, "Link", rate, 38, 84));
            Add(new NicLineRateTestCase(Form::LINUX_PPP, "Link", rate, 2, 42));
            Add(new NicLineRateTestCase(Form::POINT_TO_POINT, "Link", rate, 2, 42));
            Add(new NicLineRateTestCase(Form::POINT_TO_POINT, "Ethernet", rate, 38, 84));
        }
        // CSMA: 14 + 4 bytes and the gap of 12; 40 bytes are padded to 46.
        Add(new NicLineRateTestCase(Form::CSMA, "Link", 100'000'000, 30, 76));
        Add(new NicLineRateTestCase(Form::CSMA, "Ethernet", 100'000'000, 38, 84));

        Add(new NicCompletionTestCase("at once", {}, {}, {{246.08, 1}, {492.16, 1}, {738.24, 1}}));
        Add(new NicCompletionTestCase("timer shorter than an skb",
                                      {{"TxUsecs", "100"}},
                                      {},
                                      {{346.08, 1}, {592.16, 1}, {838.24, 1}}));
        Add(new NicCompletionTestCase("timer longer than an skb",
                                      {{"TxUsecs", "300"}},
                                      {},
                                      {{546.08, 2}, {1038.24, 1}}));
        Add(new NicCompletionTestCase("TxFrames",
                                      {{"TxUsecs", "10000"}, {"TxFrames", "2"}},
                                      {},
                                      {{492.16, 2}, {10738.24, 1}}));
        Add(new NicCompletionTestCase("TxFrames 1",
                                      {{"TxUsecs", "10000"}, {"TxFrames", "1"}},
                                      {},
                                      {{246.08, 1}, {492.16, 1}, {738.24, 1}}));
        Add(new NicCompletionTestCase("latency",
                                      {},
                                      {50.5},
                                      {{296.58, 1}, {542.66, 1}, {788.74, 1}}));
        Add(new NicCompletionTestCase("coalescing starts after the latency",
                                      {{"TxUsecs", "100"}},
                                      {50},
                                      {{396.08, 1}, {642.16, 1}, {888.24, 1}}));
        Add(new NicCompletionTestCase("latencies keep the order",
                                      {},
                                      {300, 0, 10},
                                      {{546.08, 2}, {748.24, 1}}));
        Add(new NicCompletionTestCase("latency, timer and TxFrames",
                                      {{"TxUsecs", "250"}, {"TxFrames", "2"}},
                                      {400, 20, 500},
                                      {{646.08, 2}, {1488.24, 1}}));

        for (Form form : ALL_FORMS)
        {
            Add(new NicSharedInterruptTestCase(form, true));
            Add(new NicSharedInterruptTestCase(form, false));
            // Two skbs of 45 fit beside room for a maximal one of 46; a ring of 128 then takes no
            // third. An mss of 536 makes 122 frames, so the second skb exceeds the ring.
            Add(new NicStopWakeTestCase(form, true, 128, MSS, 90));
            Add(new NicStopWakeTestCase(form, true, 46, MSS, 45));
            Add(new NicStopWakeTestCase(form, true, 168, 536, 244));
            Add(new NicStopWakeTestCase(form, true, 46, 536, 122));
            Add(new NicStopWakeTestCase(form, false, 8, MSS, 8));
            Add(new NicStopWakeTestCase(form, false, 1, MSS, 1));
            Add(new NicOverflowTestCase(form));
            Add(new NicQueueLimitsTestCase(form, true));
            Add(new NicQueueLimitsTestCase(form, false));
            for (bool ipv6 : {false, true})
            {
                Add(new NicStackTestCase(form, ipv6, "Link"));
                if (form == Form::POINT_TO_POINT || form == Form::CSMA)
                {
                    Add(new NicStackTestCase(form, ipv6, "Ethernet"));
                }
            }
        }
        Add(new NicOrderTestCase());
        for (Form form : {Form::LINUX, Form::POINT_TO_POINT, Form::CSMA})
        {
            Add(new NicSoftwareGsoTestCase(form, 1));
            Add(new NicSoftwareGsoTestCase(form, 2));
            Add(new NicSoftwareGsoTestCase(form, 4));
        }
        for (Form form : {Form::LINUX, Form::LINUX_PPP, Form::CSMA})
        {
            Add(new NicLinkDownTestCase(form, true));
            Add(new NicLinkDownTestCase(form, false));
        }
#ifdef __unix__
        Add(new NicBadInputTestCase());
#endif
    }

  private:
    /**
     * @brief Add a test case.
     * @param testCase the test case
     */
    void Add(TestCase* testCase)
    {
        AddTestCase(testCase, LINUX_TCP_TEST_QUICK);
    }
};

static LinuxNicTestSuite g_linuxNicTestSuite; //!< the suite
