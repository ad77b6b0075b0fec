/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Receive interrupts and what GRO makes of the segments of one: rule by rule, against a model of
// the rules, and with transfers over every form of device.

#include "linux-tcp-test-bytes.h"
#include "linux-tcp-test-link.h"

#include "ns3/arp-cache.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/linux-gro-tag.h"
#include "ns3/linux-gro.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-ns3-compat.h"
#include "ns3/mac48-address.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using LinuxTcpTest::Link;
using LinuxTcpTest::LinkOptions;
using LinuxTcpTest::OnesSum;
using LinuxTcpTest::StreamByte;

namespace
{

/// Payload of a full segment.
constexpr uint32_t MSS = 1448;
/// TCP header with timestamps.
constexpr uint32_t TCP_SIZE = 32;
/// Where the streams begin: the sequence numbers wrap soon.
constexpr uint32_t FIRST = 0xfffff000;

/// A segment to make.
struct Segment
{
    uint32_t offset{0};             //!< in the stream
    uint32_t size{MSS};             //!< payload
    uint8_t flags{TcpHeader::ACK};  //!< TCP flags
    uint32_t ack{77};               //!< acknowledgement
    uint16_t window{500};           //!< window
    uint32_t timestamp{123456};     //!< TSval
    uint32_t echo{654321};          //!< TSecr
    bool timestamps{true};          //!< has the option
    uint8_t ttl{64};                //!< or hop limit
    uint8_t tos{0};                 //!< or traffic class
    uint32_t flowLabel{0};          //!< IPv6 only
    bool dontFragment{true};        //!< IPv4 only
    bool fragment{false};           //!< IPv4 only
    uint16_t identification{0};     //!< IPv4 only
    uint8_t protocol{6};            //!< IP protocol
    uint16_t sourcePort{5000};      //!< source port
    uint16_t destinationPort{6000}; //!< destination port
    uint8_t source{1};              //!< last byte of the source address
    uint8_t destination{2};         //!< last byte of the destination address
    uint8_t mac{1};                 //!< last byte of the link-layer source
    uint32_t padding{0};            //!< bytes that trail the IP packet
    bool tcpChecksumWrong{false};   //!< when checksums are computed
    bool ipv4ChecksumWrong{false};  //!< when checksums are computed
};

/// Segments that have become one packet, by their place in the input.
using Group = std::vector<std::size_t>;

/**
 * @brief A segment of a stream.
 * @param number its number, each MSS bytes
 * @param change what is special about it
 * @return the segment
 */
Segment
Make(
    uint32_t number,
    const std::function<void(Segment&)>& change = [](Segment&) {})
{
    Segment segment;
    segment.offset = number * MSS;
    segment.identification = static_cast<uint16_t>(number * 12345);
    change(segment);
    return segment;
}

/**
 * @brief Copy the bytes of a packet.
 * @param packet the packet
 * @return its bytes
 */
std::vector<uint8_t>
Bytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @brief Make the frame of a segment, without link header.
 * @param segment the segment
 * @param ipv6 over IPv6
 * @return the frame
 */
Ptr<Packet>
MakeFrame(const Segment& segment, bool ipv6)
{
    std::vector<uint8_t> payload(segment.size);
    for (uint32_t i = 0; i < segment.size; ++i)
    {
        payload[i] = StreamByte(segment.offset + i);
    }
    Ptr<Packet> packet = Create<Packet>(payload.data(), segment.size);
    TcpHeader tcp;
    tcp.SetSourcePort(segment.sourcePort);
    tcp.SetDestinationPort(segment.destinationPort);
    tcp.SetSequenceNumber(SequenceNumber32(FIRST + segment.offset));
    tcp.SetAckNumber(SequenceNumber32(segment.ack));
    tcp.SetWindowSize(segment.window);
    tcp.SetFlags(segment.flags);
    if (segment.timestamps)
    {
        Ptr<TcpOptionTS> timestamps = CreateObject<TcpOptionTS>();
        timestamps->SetTimestamp(segment.timestamp);
        timestamps->SetEcho(segment.echo);
        tcp.AppendOption(timestamps);
    }
    uint8_t address[16] = {0x20, 1};
    address[15] = segment.source;
    const Ipv6Address source6(address);
    address[15] = segment.destination;
    const Ipv6Address destination6(address);
    const Ipv4Address source4(0x0a000000 + segment.source);
    const Ipv4Address destination4(0x0a000000 + segment.destination);
    if (Node::ChecksumEnabled())
    {
        tcp.EnableChecksums();
        if (ipv6)
        {
            tcp.InitializeChecksum(source6, destination6, 6);
        }
        else
        {
            tcp.InitializeChecksum(source4, destination4, 6);
        }
    }
    packet->AddHeader(tcp);
    if (ipv6)
    {
        Ipv6Header header;
        header.SetSource(source6);
        header.SetDestination(destination6);
        header.SetNextHeader(segment.protocol);
        header.SetHopLimit(segment.ttl);
        header.SetTrafficClass(segment.tos);
        header.SetFlowLabel(segment.flowLabel);
        header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
        packet->AddHeader(header);
    }
    else
    {
        Ipv4Header header;
        header.SetSource(source4);
        header.SetDestination(destination4);
        header.SetProtocol(segment.protocol);
        header.SetTtl(segment.ttl);
        header.SetTos(segment.tos);
        header.SetIdentification(segment.identification);
        if (segment.dontFragment)
        {
            header.SetDontFragment();
        }
        if (segment.fragment)
        {
            header.SetMoreFragments();
        }
        header.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        packet->AddHeader(header);
    }
    if (segment.padding > 0)
    {
        packet->AddAtEnd(Create<Packet>(segment.padding));
    }
    if (Node::ChecksumEnabled() && (segment.tcpChecksumWrong || segment.ipv4ChecksumWrong))
    {
        std::vector<uint8_t> bytes = Bytes(packet);
        bytes[segment.ipv4ChecksumWrong ? 10 : bytes.size() - 1] ^= 1;
        packet = Create<Packet>(bytes.data(), bytes.size());
    }
    return packet;
}

/**
 * @brief The link-layer source of a segment.
 * @param segment the segment
 * @return its address
 */
Address
MacOf(const Segment& segment)
{
    uint8_t mac[6] = {2, 0, 0, 0, 0, segment.mac};
    Mac48Address address;
    address.CopyFrom(mac);
    return address;
}

} // namespace

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Sends segments through LinuxGro and compares what comes out, byte by byte.
 */
class GroTestCase : public TestCase
{
  protected:
    /**
     * @brief Constructor.
     * @param name name of the test case
     * @param ipv6 over IPv6
     * @param checksums with ChecksumEnabled
     */
    GroTestCase(const std::string& name, bool ipv6, bool checksums)
        : TestCase(name + (ipv6 ? ", IPv6" : ", IPv4") + (checksums ? ", checksums" : "")),
          m_ipv6(ipv6),
          m_checksums(checksums)
    {
    }

    /**
     * @brief Merge the segments of one interrupt.
     * @param segments the segments
     * @param expected the packets that must come out
     * @param maxSize GroMaxSize
     */
    void Merge(const std::vector<Segment>& segments,
               const std::vector<Group>& expected,
               uint32_t maxSize)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_checksums));
        m_delivered.clear();
        LinuxGro gro;
        gro.SetDelivery(MakeCallback(&GroTestCase::Delivered, this), LinuxGro::LocalCheck());
        for (const auto& segment : segments)
        {
            gro.Receive(MakeFrame(segment, m_ipv6), EtherType(), MacOf(segment), maxSize);
        }
        gro.Flush();
        NS_TEST_ASSERT_MSG_EQ(m_delivered.size(), expected.size(), "packets delivered");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            Check(m_delivered[i], segments, expected[i], i);
        }
    }

    void DoTeardown() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        m_delivered.clear();
    }

    bool m_ipv6;      //!< over IPv6
    bool m_checksums; //!< with ChecksumEnabled

  private:
    /// @return the EtherType of the packets
    uint16_t EtherType() const
    {
        return m_ipv6 ? 0x86DD : 0x0800;
    }

    /// Takes what comes out.
    void Delivered(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
    {
        NS_TEST_EXPECT_MSG_EQ(protocol, EtherType(), "EtherType");
        m_delivered.push_back(packet);
        m_from.push_back(from);
    }

    /**
     * @brief Check a packet.
     * @param packet the packet
     * @param segments all segments that were sent
     * @param group those that it must consist of
     * @param number its place
     */
    void Check(Ptr<const Packet> packet,
               const std::vector<Segment>& segments,
               const Group& group,
               std::size_t number)
    {
        const std::string place = " of packet " + std::to_string(number);
        const Segment& first = segments[group[0]];
        NS_TEST_EXPECT_MSG_EQ((m_from[m_from.size() - m_delivered.size() + number] == MacOf(first)),
                              true,
                              "link-layer source" << place);
        LinuxGroTag tag;
        const bool tagged = packet->PeekPacketTag(tag);
        NS_TEST_EXPECT_MSG_EQ(tagged, (group.size() > 1), "tag" << place);
        const std::vector<uint8_t> actual = Bytes(packet);
        std::vector<uint8_t> wanted = Bytes(MakeFrame(first, m_ipv6));
        if (group.size() == 1)
        {
            NS_TEST_EXPECT_MSG_EQ((actual == wanted), true, "a packet alone stays as it was");
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(tag.GetSegs(), group.size(), "segments" << place);
        NS_TEST_EXPECT_MSG_EQ(tag.GetGsoSize(), first.size, "gso_size" << place);
        // The first segment's headers, lengths and flags made right, and all payload.
        const uint32_t ip = m_ipv6 ? 40 : 20;
        const uint32_t tcpSize = first.timestamps ? TCP_SIZE : 20;
        wanted.resize(ip + tcpSize);
        for (std::size_t i : group)
        {
            const Segment& segment = segments[i];
            wanted[ip + 13] |= segment.flags;
            for (uint32_t j = 0; j < segment.size; ++j)
            {
                wanted.push_back(StreamByte(segment.offset + j));
            }
        }
        NS_TEST_ASSERT_MSG_EQ(actual.size(), wanted.size(), "size" << place);
        const uint32_t length = m_ipv6 ? wanted.size() - 40 : wanted.size();
        wanted[m_ipv6 ? 4 : 2] = static_cast<uint8_t>(length >> 8);
        wanted[m_ipv6 ? 5 : 3] = static_cast<uint8_t>(length);
        const uint32_t tcpLength = wanted.size() - ip;
        const uint32_t pseudo = m_ipv6 ? OnesSum(&actual[8], 32, 6 + tcpLength)
                                       : OnesSum(&actual[12], 8, 6 + tcpLength);
        NS_TEST_EXPECT_MSG_EQ((OnesSum(&actual[ip], tcpLength, pseudo) == 0xffff),
                              m_checksums,
                              "TCP checksum" << place);
        if (!m_ipv6)
        {
            NS_TEST_EXPECT_MSG_EQ((OnesSum(actual.data(), 20, 0) == 0xffff),
                                  m_checksums,
                                  "IPv4 checksum" << place);
            std::copy_n(&actual[10], 2, &wanted[10]);
        }
        std::copy_n(&actual[ip + 16], 2, &wanted[ip + 16]);
        const auto wrong = std::mismatch(actual.begin(), actual.end(), wanted.begin());
        NS_TEST_EXPECT_MSG_EQ((wrong.first - actual.begin()),
                              static_cast<int64_t>(actual.size()),
                              "first wrong byte" << place);
    }

    std::vector<Ptr<const Packet>> m_delivered; //!< packets that came out
    std::vector<Address> m_from;                //!< their link-layer sources, never cleared
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief One rule.
 */
class GroRuleTestCase : public GroTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name the rule
     * @param ipv6 over IPv6
     * @param checksums with ChecksumEnabled
     * @param segments segments of one interrupt
     * @param expected what they become
     * @param maxSize GroMaxSize
     */
    GroRuleTestCase(const std::string& name,
                    bool ipv6,
                    bool checksums,
                    std::vector<Segment> segments,
                    std::vector<Group> expected,
                    uint32_t maxSize = LinuxNic::MAX_GRO_SIZE)
        : GroTestCase("rule: " + name, ipv6, checksums),
          m_segments(std::move(segments)),
          m_expected(std::move(expected)),
          m_maxSize(maxSize)
    {
    }

  private:
    void DoRun() override
    {
        Merge(m_segments, m_expected, m_maxSize);
    }

    std::vector<Segment> m_segments; //!< of one interrupt
    std::vector<Group> m_expected;   //!< what they become
    uint32_t m_maxSize;              //!< GroMaxSize
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Random segments against a model of the rules that works on what the segments are made of.
 */
class GroRandomTestCase : public GroTestCase
{
  public:
    /**
     * @brief Constructor.
     * @param ipv6 over IPv6
     * @param checksums with ChecksumEnabled
     */
    GroRandomTestCase(bool ipv6, bool checksums)
        : GroTestCase("random segments", ipv6, checksums)
    {
    }

  private:
    /// A packet that may grow.
    struct Open
    {
        Group group;      //!< its segments
        uint32_t payload; //!< their bytes
    };

    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_checksums));
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(7);
        std::size_t merged = 0;
        for (int round = 0; round < 300; ++round)
        {
            const uint32_t count = m_random->GetInteger(1, 40);
            const uint32_t maxSize = Chance(3) ? m_random->GetInteger(100, 3000) : 65536;
            std::vector<Segment> segments;
            std::vector<uint32_t> next(12, 0);
            const uint32_t flows = m_random->GetInteger(1, Chance(4) ? 12 : 3);
            for (uint32_t i = 0; i < count; ++i)
            {
                segments.push_back(RandomSegment(flows, next));
            }
            const std::vector<Group> expected = Expect(segments, maxSize);
            for (const auto& group : expected)
            {
                merged += group.size() - 1;
            }
            Merge(segments, expected, maxSize);
        }
        NS_TEST_EXPECT_MSG_GT(merged, 1000, "segments merged, or the test says nothing");
    }

    /**
     * @brief Decide at random.
     * @param rarity one in so many is true
     * @return the decision
     */
    bool Chance(uint32_t rarity)
    {
        return m_random->GetInteger(1, rarity) == 1;
    }

    /**
     * @brief Make a segment that mostly follows the one before.
     * @param flows number of flows
     * @param next next offset of each
     * @return the segment
     */
    Segment RandomSegment(uint32_t flows, std::vector<uint32_t>& next)
    {
        Segment segment;
        const uint32_t flow = m_random->GetInteger(0, flows - 1);
        // Flows that differ in one port, the other, an address or the link only.
        segment.sourcePort += flow % 2;
        segment.destinationPort += flow / 2 % 2;
        segment.source += flow / 4 % 2;
        segment.mac += flow / 8;
        segment.offset = next[flow];
        segment.size = Chance(8) ? m_random->GetInteger(0, 150) : 100;
        segment.identification = static_cast<uint16_t>(m_random->GetInteger(0, 65535));
        if (Chance(12))
        {
            segment.offset += m_random->GetInteger(0, 1) * 100 - 50;
        }
        if (Chance(10))
        {
            segment.flags |= 1 << m_random->GetInteger(0, 7);
        }
        if (Chance(30))
        {
            segment.tos = static_cast<uint8_t>(m_random->GetInteger(0, 3));
        }
        if (Chance(30))
        {
            segment.ack += 1;
        }
        if (Chance(30))
        {
            segment.window += 1;
        }
        if (Chance(30))
        {
            segment.timestamp += 1;
        }
        if (Chance(30))
        {
            segment.ttl -= 1;
        }
        if (Chance(30))
        {
            segment.timestamps = false;
        }
        if (Chance(20))
        {
            segment.tcpChecksumWrong = true;
        }
        next[flow] = segment.offset + segment.size;
        return segment;
    }

    /**
     * @brief Merge segments as Linux does.
     * @param segments the segments
     * @param maxSize GroMaxSize
     * @return the packets in their order
     */
    std::vector<Group> Expect(const std::vector<Segment>& segments, uint32_t maxSize) const
    {
        constexpr uint8_t ENDS =
            TcpHeader::FIN | TcpHeader::SYN | TcpHeader::RST | TcpHeader::PSH | TcpHeader::URG;
        constexpr uint8_t FREE = TcpHeader::FIN | TcpHeader::PSH | TcpHeader::CWR;
        std::vector<Group> packets;
        std::vector<Open> open;
        for (std::size_t i = 0; i < segments.size(); ++i)
        {
            const Segment& s = segments[i];
            if (m_checksums && s.tcpChecksumWrong)
            {
                packets.push_back({i});
                continue;
            }
            auto old = open.begin();
            for (; old != open.end(); ++old)
            {
                const Segment& f = segments[old->group[0]];
                if (f.sourcePort == s.sourcePort && f.destinationPort == s.destinationPort &&
                    f.source == s.source && f.mac == s.mac)
                {
                    break;
                }
            }
            const bool last = (s.flags & ENDS) != 0;
            if (old != open.end())
            {
                const Segment& f = segments[old->group[0]];
                const uint32_t headers = (m_ipv6 ? 40 : 20) + (f.timestamps ? TCP_SIZE : 20);
                const bool same = f.tos == s.tos && f.ttl == s.ttl && f.ack == s.ack &&
                                  f.window == s.window && f.timestamps == s.timestamps &&
                                  (!f.timestamps || f.timestamp == s.timestamp);
                const bool fits = s.size > 0 && s.size <= f.size &&
                                  s.offset == f.offset + old->payload &&
                                  headers + old->payload + s.size < maxSize;
                if (same && fits && (s.flags & ~FREE) == (f.flags & ~FREE) &&
                    !(s.flags & TcpHeader::CWR))
                {
                    old->group.push_back(i);
                    old->payload += s.size;
                    if (last || s.size < f.size)
                    {
                        packets.push_back(old->group);
                        open.erase(old);
                    }
                    continue;
                }
                packets.push_back(old->group);
                open.erase(old);
            }
            if (last || s.size == 0)
            {
                packets.push_back({i});
                continue;
            }
            if (open.size() == 8)
            {
                packets.push_back(open[0].group);
                open.erase(open.begin());
            }
            open.push_back({{i}, s.size});
        }
        for (const auto& rest : open)
        {
            packets.push_back(rest.group);
        }
        return packets;
    }

    Ptr<UniformRandomVariable> m_random; //!< what is sent
};

namespace
{

/// Devices that can have a NIC, as LinkOptions names them.
const std::vector<std::string> DEVICES{"linux", "p2p", "csma"};

/**
 * @brief Link two nodes that have a stack with 10.0.0.1 and 10.0.0.2.
 * @param device form of the devices
 * @param nodes the nodes
 * @param nic attributes of both NICs
 * @return the devices
 */
NetDeviceContainer
BuildLink(const std::string& device,
          NodeContainer& nodes,
          const std::vector<std::pair<std::string, std::string>>& nic)
{
    nodes.Create(2);
    NetDeviceContainer devices;
    if (device == "linux")
    {
        LinuxNetDeviceHelper helper;
        helper.SetChannelAttribute("Delay", TimeValue(MicroSeconds(10)));
        helper.SetDeviceAttribute("DataRate", StringValue("100Mb/s"));
        for (const auto& [name, value] : nic)
        {
            helper.SetNicAttribute(name, StringValue(value));
        }
        devices = helper.Install(nodes);
    }
    else
    {
        if (device == "csma")
        {
            CsmaHelper helper;
            helper.SetChannelAttribute("Delay", TimeValue(MicroSeconds(10)));
            helper.SetChannelAttribute("DataRate", StringValue("100Mb/s"));
            devices = helper.Install(nodes);
        }
        else
        {
            PointToPointHelper helper;
            helper.SetChannelAttribute("Delay", TimeValue(MicroSeconds(10)));
            helper.SetDeviceAttribute("DataRate", StringValue("100Mb/s"));
            devices = helper.Install(nodes);
        }
        LinuxNicHelper helper;
        for (const auto& [name, value] : nic)
        {
            helper.SetNicAttribute(name, StringValue(value));
        }
        helper.Install(devices);
    }
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses;
    addresses.SetBase("10.0.0.0", "255.255.255.0");
    const Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    if (device == "csma")
    {
        // What TCP answers must not make ARP packets that the tests would have to count.
        for (uint32_t i : {0U, 1U})
        {
            Ptr<ArpCache> cache =
                nodes.Get(i)->GetObject<Ipv4L3Protocol>()->GetInterface(1)->GetArpCache();
            ArpCache::Entry* entry = cache->Add(interfaces.GetAddress(1 - i));
            entry->SetMacAddress(devices.Get(1 - i)->GetAddress());
            entry->MarkPermanent();
        }
    }
    return devices;
}

} // namespace

/**
 * @ingroup linux-tcp-tests
 *
 * @brief When frames go up, and what goes up.
 */
class RxInterruptTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param device form of the devices
     * @param usecs RxUsecs
     * @param frames RxFrames
     * @param gro Gro
     */
    RxInterruptTestCase(const std::string& device, double usecs, uint32_t frames, bool gro)
        : TestCase("receive interrupts of " + device + ", RxUsecs " + std::to_string(usecs) +
                   ", RxFrames " + std::to_string(frames) + (gro ? ", Gro" : "")),
          m_device(device),
          m_usecs(usecs),
          m_frames(frames),
          m_gro(gro)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        NetDeviceContainer devices = BuildLink(m_device,
                                               nodes,
                                               {{"RxUsecs", std::to_string(m_usecs)},
                                                {"RxFrames", std::to_string(m_frames)},
                                                {"Gro", m_gro ? "true" : "false"}});
        devices.Get(1)->TraceConnectWithoutContext("MacRx",
                                                   MakeCallback(&RxInterruptTestCase::MacRx, this));
        devices.Get(1)->TraceConnectWithoutContext(
            "PromiscSniffer",
            MakeCallback(&RxInterruptTestCase::Sniffed, this));
        nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&RxInterruptTestCase::Up, this));
        devices.Get(1)->GetObject<LinuxNic>()->TraceConnectWithoutContext(
            "Received",
            MakeCallback(&RxInterruptTestCase::Received, this));
        uint32_t number = 0;
        for (const auto& [time, count] :
             std::vector<std::pair<int, uint32_t>>{{10, 1}, {2000, 3}, {4000, 20}, {9000, 2}})
        {
            for (uint32_t i = 0; i < count; ++i, ++number)
            {
                Simulator::Schedule(MicroSeconds(time),
                                    &RxInterruptTestCase::Send,
                                    devices.Get(0),
                                    devices.Get(1)->GetAddress(),
                                    number);
            }
        }
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_arrivals.size(), 26, "frames in the MacRx trace");
        NS_TEST_EXPECT_MSG_EQ((m_sniffed == m_arrivals), true, "frames in the capture");
        if (m_device == "linux")
        {
            // 1500 + 14 + 24 bytes and the delay.
            NS_TEST_EXPECT_MSG_EQ(m_arrivals[0], NanoSeconds(10000 + 123040 + 10000), "arrival");
        }
        // What must happen, from the arrivals.
        std::vector<Time> times;                         // of the packets
        std::vector<uint32_t> segs;                      // in each
        std::vector<std::pair<uint32_t, uint32_t>> rows; // of the Received trace
        for (std::size_t i = 0; i < m_arrivals.size();)
        {
            const Time deadline = m_arrivals[i] + Time::FromDouble(m_usecs, Time::US);
            std::size_t end = i + 1;
            while (m_usecs > 0 && end < m_arrivals.size() && end - i < m_frames &&
                   m_arrivals[end] < deadline)
            {
                ++end;
            }
            const bool full = m_usecs > 0 && end - i == m_frames;
            const uint32_t packets = m_gro ? 1 : end - i;
            for (uint32_t j = 0; j < packets; ++j)
            {
                times.push_back(full ? m_arrivals[end - 1] : deadline);
                segs.push_back((end - i) / packets);
            }
            rows.emplace_back(end - i, packets);
            i = end;
        }
        NS_TEST_ASSERT_MSG_EQ(m_up.size(), times.size(), "packets that went up");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_up[i], times[i], "time of packet " << i);
            NS_TEST_EXPECT_MSG_EQ(m_segs[i], segs[i], "segments of packet " << i);
        }
        if (m_usecs > 0)
        {
            NS_TEST_EXPECT_MSG_EQ((m_rows == rows), true, "Received trace");
        }
        NS_TEST_EXPECT_MSG_EQ(m_nextSequence, FIRST + 26 * MSS, "order and bytes");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief Send a segment, no two frames at the same time.
     * @param device the sender's device
     * @param destination the receiver's address
     * @param number the segment's number
     */
    static void Send(Ptr<NetDevice> device, Address destination, uint32_t number)
    {
        device->Send(MakeFrame(Make(number), false), destination, 0x0800);
    }

    /// @name Trace sinks
    /// @{
    void MacRx(Ptr<const Packet>)
    {
        m_arrivals.push_back(Simulator::Now());
    }

    void Sniffed(Ptr<const Packet> packet)
    {
        if (packet->GetSize() > MSS) // the others are resets that go back
        {
            m_sniffed.push_back(Simulator::Now());
        }
    }

    void Received(uint32_t frames, uint32_t packets)
    {
        m_rows.emplace_back(frames, packets);
    }

    void Up(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        m_up.push_back(Simulator::Now());
        LinuxGroTag tag;
        m_segs.push_back(packet->PeekPacketTag(tag) ? tag.GetSegs() : 1);
        Ptr<Packet> copy = packet->Copy();
        Ipv4Header ip;
        TcpHeader tcp;
        copy->RemoveHeader(ip);
        copy->RemoveHeader(tcp);
        if (tcp.GetSequenceNumber().GetValue() == m_nextSequence)
        {
            m_nextSequence += ip.GetPayloadSize() - TCP_SIZE;
        }
    }

    /// @}

    std::string m_device;                              //!< form of the devices
    double m_usecs;                                    //!< RxUsecs
    uint32_t m_frames;                                 //!< RxFrames
    bool m_gro;                                        //!< Gro
    std::vector<Time> m_arrivals;                      //!< frames off the wire
    std::vector<Time> m_sniffed;                       //!< the same for captures
    std::vector<Time> m_up;                            //!< packets that reached IP
    std::vector<uint32_t> m_segs;                      //!< segments in them
    std::vector<std::pair<uint32_t, uint32_t>> m_rows; //!< of the Received trace
    uint32_t m_nextSequence{FIRST};                    //!< of the next segment
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A shared interrupt frees the TX ring once, before the frames go up.
 */
class RxSharedInterruptTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param device form of the devices
     * @param shared SharedInterrupt
     */
    RxSharedInterruptTestCase(const std::string& device, bool shared)
        : TestCase(std::string(shared ? "shared" : "own") + " receive interrupt of " + device),
          m_device(device),
          m_shared(shared)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        NetDeviceContainer devices = BuildLink(m_device,
                                               nodes,
                                               {{"RxUsecs", "400"},
                                                {"TxUsecs", "5000"},
                                                {"Gro", "false"},
                                                {"SharedInterrupt", m_shared ? "true" : "false"}});
        devices.Get(0)->GetObject<LinuxNic>()->TraceConnectWithoutContext(
            "Completion",
            MakeCallback(&RxSharedInterruptTestCase::Completed, this));
        devices.Get(0)->TraceConnectWithoutContext(
            "MacRx",
            MakeCallback(&RxSharedInterruptTestCase::MacRx, this));
        nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&RxSharedInterruptTestCase::Up, this));
        auto send = [&devices](uint32_t from, int microseconds, uint32_t number) {
            Simulator::Schedule(MicroSeconds(microseconds), [=]() {
                // A protocol that nobody has: no replies.
                const Segment segment = Make(number, [](Segment& s) { s.protocol = 200; });
                devices.Get(from)->Send(MakeFrame(segment, false),
                                        devices.Get(1 - from)->GetAddress(),
                                        0x0800);
            });
        };
        send(0, 10, 0);
        send(0, 10, 1);
        send(0, 10, 2);
        send(1, 1000, 3);
        send(1, 1000, 4);
        send(1, 1000, 5);
        Simulator::Stop(MilliSeconds(4));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_log, (m_shared ? "aaaCuuu" : "aaauuu"), "order of events");
        NS_TEST_ASSERT_MSG_EQ(m_arrivals.empty(), false, "frames received");
        NS_TEST_EXPECT_MSG_EQ(m_upTime, m_arrivals[0] + MicroSeconds(400), "time of the interrupt");
        if (m_shared)
        {
            NS_TEST_EXPECT_MSG_EQ(m_skbs, 3, "skbs freed at once");
            NS_TEST_EXPECT_MSG_EQ(m_completionTime, m_upTime, "time of the completion");
        }
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    /// @name Trace sinks
    /// @{
    void Completed(const LinuxNicCompletion& completion)
    {
        m_log += completion.byRxIrq ? "C" : "c";
        m_skbs = completion.skbs;
        m_completionTime = Simulator::Now();
    }

    void MacRx(Ptr<const Packet>)
    {
        m_log += "a";
        m_arrivals.push_back(Simulator::Now());
    }

    void Up(Ptr<const Packet>, Ptr<Ipv4>, uint32_t)
    {
        m_log += "u";
        m_upTime = Simulator::Now();
    }

    /// @}

    std::string m_device;         //!< form of the devices
    bool m_shared;                //!< SharedInterrupt
    std::string m_log;            //!< a: arrival, C: completion, u: up
    std::vector<Time> m_arrivals; //!< frames off the wire
    Time m_upTime;                //!< of the last frame that went up
    Time m_completionTime;        //!< of the completion
    uint32_t m_skbs{0};           //!< freed by it
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief RxUsecs and Gro change while frames come in: nothing is lost or overtaken.
 */
class RxChangeTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param device form of the devices
     */
    RxChangeTestCase(const std::string& device)
        : TestCase("changes at run time, " + device),
          m_device(device)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        NetDeviceContainer devices = BuildLink(m_device, nodes, {});
        nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&RxChangeTestCase::Up, this));
        Ptr<LinuxNic> nic = devices.Get(1)->GetObject<LinuxNic>();
        for (uint32_t i = 0; i < 40; ++i)
        {
            Simulator::Schedule(Time(1), [=]() {
                devices.Get(0)->Send(MakeFrame(Make(i), false),
                                     devices.Get(1)->GetAddress(),
                                     0x0800);
            });
        }
        // A frame takes 123 us: at 1000 us eight have gone up at once. The next interrupt is at
        // 2309 us, though RxUsecs is 0 by then; frames that come before it wait behind the others.
        auto set = [nic](double at, double usecs) {
            Simulator::Schedule(Time::FromDouble(at, Time::US),
                                [=]() { nic->SetAttribute("RxUsecs", DoubleValue(usecs)); });
        };
        set(1000, 1200);
        set(2000, 0);
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_sequences.empty(), false, "packets");
        uint32_t next = FIRST;
        for (std::size_t i = 0; i < m_sequences.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_sequences[i].first, next, "sequence of packet " << i);
            next += m_sequences[i].second * MSS;
        }
        NS_TEST_EXPECT_MSG_EQ(next, FIRST + 40 * MSS, "bytes");
        // CSMA sends what TCP answers in between.
        const uint32_t most = m_device == "csma" ? 9 : 10;
        NS_TEST_EXPECT_MSG_EQ(m_sequences.size(), 41 - most, "packets");
        NS_TEST_EXPECT_MSG_EQ(m_most, most, "segments of the merged packet");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    /// Trace sink.
    void Up(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        LinuxGroTag tag;
        const uint32_t segs = packet->PeekPacketTag(tag) ? tag.GetSegs() : 1;
        Ptr<Packet> copy = packet->Copy();
        Ipv4Header ip;
        TcpHeader tcp;
        copy->RemoveHeader(ip);
        copy->RemoveHeader(tcp);
        m_sequences.emplace_back(tcp.GetSequenceNumber().GetValue(), segs);
        m_most = std::max(m_most, segs);
    }

    std::string m_device;                                   //!< form of the devices
    std::vector<std::pair<uint32_t, uint32_t>> m_sequences; //!< packets: sequence, segments
    uint32_t m_most{0};                                     //!< most segments in one
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A tag that an application has sent on says nothing about a received packet.
 */
class RxStaleTagTestCase : public TestCase
{
  public:
    RxStaleTagTestCase()
        : TestCase("a stale tag")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string usecs : {"0", "1000"})
        {
            NodeContainer nodes;
            NetDeviceContainer devices = BuildLink("linux", nodes, {{"RxUsecs", usecs}});
            m_segs.clear();
            nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeCallback(&RxStaleTagTestCase::Up, this));
            for (uint32_t i = 0; i < 3; ++i)
            {
                // The last does not follow the others.
                Ptr<Packet> packet = MakeFrame(Make(i == 2 ? 7 : i), false);
                packet->AddPacketTag(LinuxGroTag(40, 1000));
                devices.Get(0)->Send(packet, devices.Get(1)->GetAddress(), 0x0800);
            }
            Simulator::Stop(MilliSeconds(10));
            Simulator::Run();
            const std::vector<uint32_t> expected =
                usecs == "0" ? std::vector<uint32_t>{0, 0, 0} : std::vector<uint32_t>{2, 0};
            NS_TEST_EXPECT_MSG_EQ((m_segs == expected), true, "tags with RxUsecs " << usecs);
            Simulator::Destroy();
        }
    }

    /// Trace sink.
    void Up(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        LinuxGroTag tag;
        m_segs.push_back(packet->PeekPacketTag(tag) ? tag.GetSegs() : 0);
    }

    std::vector<uint32_t> m_segs; //!< of the packets, 0 without tag
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief A transfer arrives byte by byte with fewer packets, whatever the receiving socket.
 */
class GroTransferTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param name what is special about it
     * @param options the link; its NICs get RxUsecs
     * @param checksums with ChecksumEnabled
     */
    GroTransferTestCase(const std::string& name, LinkOptions options, bool checksums)
        : TestCase("transfer: " + name),
          m_options(std::move(options)),
          m_checksums(checksums)
    {
    }

  private:
    /// What a run counts.
    struct Counts
    {
        uint32_t frames{0};  //!< frames that reached the receiver
        uint32_t packets{0}; //!< packets that reached its IP
        uint32_t segs{0};    //!< segments in them
        uint32_t longest{0}; //!< bytes of the longest
        uint32_t acks{0};    //!< frames that came back
    };

    void DoRun() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(m_checksums));
        const Counts without = RunOnce(false);
        const Counts with = RunOnce(true);
        for (const Counts& counts : {without, with})
        {
            // IPv6 neighbour discovery and the end of the simulation leave some frames over.
            NS_TEST_EXPECT_MSG_EQ_TOL(counts.segs, counts.frames, 10, "segments that went up");
        }
        NS_TEST_EXPECT_MSG_EQ(without.packets, without.segs, "nothing is merged without Gro");
        // Padding that stands for Ethernet's framing is still there.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(without.longest, m_options.mtu + 36U, "longest packet");
        if (m_options.device != "csma")
        {
            NS_TEST_EXPECT_MSG_LT(with.packets * 3, without.packets, "packets fall");
        }
        NS_TEST_EXPECT_MSG_LT(with.packets, without.packets, "packets fall");
        NS_TEST_EXPECT_MSG_GT(with.longest, 2U * m_options.mtu, "longest packet");
        NS_TEST_EXPECT_MSG_LT(with.longest, 65536, "longest packet");
        if (!m_options.linuxReceiver && m_options.loss == 0)
        {
            // A stock socket acknowledges every other packet, however long, and what a timer or
            // the handshakes ask for.
            NS_TEST_EXPECT_MSG_EQ_TOL(without.acks, without.packets / 2, 20, "ACKs");
            NS_TEST_EXPECT_MSG_EQ_TOL(with.acks, with.packets / 2, 20, "ACKs with Gro");
        }
    }

    void DoTeardown() override
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }

    /**
     * @brief Run the transfer.
     * @param gro with Gro
     * @return what was counted
     */
    Counts RunOnce(bool gro)
    {
        m_counts = Counts();
        LinkOptions options = m_options;
        options.nic.emplace_back("Gro", gro ? "true" : "false");
        Link link(options);
        const NodeContainer& nodes = link.GetNodes();
        link.GetDevices().Get(1)->TraceConnectWithoutContext(
            "MacRx",
            MakeCallback(&GroTransferTestCase::Frame, this));
        link.GetDevices().Get(0)->TraceConnectWithoutContext(
            "MacRx",
            MakeCallback(&GroTransferTestCase::Ack, this));
        if (m_options.ipv6)
        {
            nodes.Get(1)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeCallback(&GroTransferTestCase::Up6, this));
        }
        else
        {
            nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeCallback(&GroTransferTestCase::Up4, this));
        }
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        const std::string how = gro ? " with Gro" : " without Gro";
        NS_TEST_EXPECT_MSG_EQ(link.GetReceived(), m_options.bytes, "bytes received" << how);
        NS_TEST_EXPECT_MSG_EQ(link.GetWrongBytes(), 0, "bytes that differ" << how);
        NS_TEST_EXPECT_MSG_EQ(link.IsClosed(), true, "both ends closed" << how);
        NS_TEST_EXPECT_MSG_EQ(link.GetAccount()->GetWmem(), 1, "wmem at the end" << how);
        return m_counts;
    }

    /// @name Trace sinks
    /// @{
    void Frame(Ptr<const Packet>)
    {
        ++m_counts.frames;
    }

    void Ack(Ptr<const Packet>)
    {
        ++m_counts.acks;
    }

    void Up4(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        Up(packet);
    }

    void Up6(Ptr<const Packet> packet, Ptr<Ipv6>, uint32_t)
    {
        Up(packet);
    }

    /// @}

    /**
     * @brief Count a packet.
     * @param packet the packet
     */
    void Up(Ptr<const Packet> packet)
    {
        ++m_counts.packets;
        LinuxGroTag tag;
        m_counts.segs += packet->PeekPacketTag(tag) ? tag.GetSegs() : 1;
        m_counts.longest = std::max(m_counts.longest, packet->GetSize());
    }

    LinkOptions m_options; //!< the link
    bool m_checksums;      //!< with ChecksumEnabled
    Counts m_counts;       //!< of the run
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief Stock TCP through a router whose NICs coalesce: it forwards frames as they came.
 */
class GroForwardTestCase : public TestCase
{
  public:
    /**
     * @brief Constructor.
     * @param device form of the devices
     */
    GroForwardTestCase(const std::string& device)
        : TestCase("stock TCP through a router, " + device),
          m_device(device)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(3);
        InternetStackHelper().Install(nodes);
        NetDeviceContainer links[2] = {Install(nodes.Get(0), nodes.Get(1)),
                                       Install(nodes.Get(1), nodes.Get(2))};
        Ipv4AddressHelper address;
        address.SetBase("10.1.1.0", "255.255.255.0");
        address.Assign(links[0]);
        address.SetBase("10.1.2.0", "255.255.255.0");
        const auto destination = InetSocketAddress(address.Assign(links[1]).GetAddress(1), 9);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        BulkSendHelper bulk("ns3::TcpSocketFactory", destination);
        bulk.SetAttribute("MaxBytes", UintegerValue(3000000));
        bulk.SetAttribute("SendSize", UintegerValue(50000));
        bulk.Install(nodes.Get(0)).Start(Seconds(1));
        PacketSinkHelper sink("ns3::TcpSocketFactory", destination);
        ApplicationContainer sinks = sink.Install(nodes.Get(2));
        sinks.Start(Time(0));
        for (uint32_t i : {1U, 2U})
        {
            nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeCallback(i == 1 ? &GroForwardTestCase::UpRouter : &GroForwardTestCase::UpSink,
                             this));
        }
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(),
                              3000000,
                              "bytes received");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_longestRouter, 1500, "longest packet at the router");
        NS_TEST_EXPECT_MSG_GT(m_longestSink, 5 * 1448, "longest packet at the sink");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    /**
     * @brief Link two nodes.
     * @param a a node
     * @param b another
     * @return their devices
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const
    {
        if (m_device == "linux")
        {
            LinuxNetDeviceHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
            helper.SetNicAttribute("RxUsecs", DoubleValue(200));
            return helper.Install(a, b);
        }
        NetDeviceContainer devices;
        if (m_device == "csma")
        {
            CsmaHelper helper;
            helper.SetChannelAttribute("DataRate", StringValue("1Gb/s"));
            devices = helper.Install(NodeContainer(a, b));
        }
        else
        {
            PointToPointHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
            devices = helper.Install(a, b);
        }
        LinuxNicHelper helper;
        helper.SetNicAttribute("RxUsecs", DoubleValue(200));
        helper.Install(devices);
        return devices;
    }

    /// @name Trace sinks
    /// @{
    void UpRouter(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        m_longestRouter = std::max(m_longestRouter, packet->GetSize());
    }

    void UpSink(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        m_longestSink = std::max(m_longestSink, packet->GetSize());
    }

    /// @}

    std::string m_device;        //!< form of the devices
    uint32_t m_longestRouter{0}; //!< longest packet that reached the router's IP
    uint32_t m_longestSink{0};   //!< longest packet that reached the sink's IP
};

/**
 * @ingroup linux-tcp-tests
 *
 * @brief The suite.
 */
class LinuxGroTestSuite : public TestSuite
{
  public:
    LinuxGroTestSuite()
        : TestSuite("linux-tcp-gro", TestSuite::Type::SYSTEM)
    {
        AddRules();
        for (bool ipv6 : {false, true})
        {
            for (bool checksums : {false, true})
            {
                Add(new GroRandomTestCase(ipv6, checksums));
            }
        }
        for (const auto& device : DEVICES)
        {
            for (bool gro : {false, true})
            {
                Add(new RxInterruptTestCase(device, 0, 64, gro));
                Add(new RxInterruptTestCase(device, 50, 64, gro));
                Add(new RxInterruptTestCase(device, 700, 64, gro));
                Add(new RxInterruptTestCase(device, 700, 3, gro));
                Add(new RxInterruptTestCase(device, 700, 1, gro));
                Add(new RxInterruptTestCase(device, 2500.5, 8, gro));
            }
            Add(new RxSharedInterruptTestCase(device, true));
            Add(new RxSharedInterruptTestCase(device, false));
            Add(new RxChangeTestCase(device));
            Add(new GroForwardTestCase(device));
            for (bool ipv6 : {false, true})
            {
                for (bool linuxReceiver : {false, true})
                {
                    for (double loss : {0.0, 0.001})
                    {
                        LinkOptions options;
                        options.device = device;
                        options.ipv6 = ipv6;
                        options.rate = "1Gbps";
                        options.delay = device == "csma" ? "1us" : "100us";
                        options.bytes = 5000000;
                        options.loss = loss;
                        options.linuxReceiver = linuxReceiver;
                        options.nic = {{"RxUsecs", "120"}};
                        Add(new GroTransferTestCase(device + (ipv6 ? ", IPv6" : ", IPv4") +
                                                        (linuxReceiver ? "" : ", stock receiver") +
                                                        (loss > 0 ? ", losses" : ""),
                                                    options,
                                                    true));
                    }
                }
            }
        }
        LinkOptions options;
        options.device = "p2p";
        options.rate = "1Gbps";
        options.bytes = 5000000;
        options.nic = {{"RxUsecs", "120"}, {"Framing", "Ethernet"}};
        Add(new GroTransferTestCase("p2p, padded frames", options, false));
        Add(new RxStaleTagTestCase());
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

    /**
     * @brief Add a rule over IPv4 and IPv6, with and without checksums.
     * @param name the rule
     * @param segments segments of one interrupt
     * @param expected what they become
     * @param maxSize GroMaxSize
     */
    void Rule(const std::string& name,
              const std::vector<Segment>& segments,
              const std::vector<Group>& expected,
              uint32_t maxSize = LinuxNic::MAX_GRO_SIZE)
    {
        for (bool ipv6 : {false, true})
        {
            for (bool checksums : {false, true})
            {
                Add(new GroRuleTestCase(name, ipv6, checksums, segments, expected, maxSize));
            }
        }
    }

    /**
     * @brief Add a rule about one field: the second of four segments has another value.
     * @param name the rule
     * @param change gives it
     * @param ipv4 add it for IPv4
     * @param ipv6 add it for IPv6
     */
    void Field(const std::string& name,
               const std::function<void(Segment&)>& change,
               bool ipv4 = true,
               bool ipv6 = true)
    {
        const std::vector<Segment> one{Make(0), Make(1, change), Make(2), Make(3)};
        const std::vector<Segment> two{Make(0), Make(1), Make(2, change), Make(3, change)};
        for (bool six : {false, true})
        {
            if (six ? ipv6 : ipv4)
            {
                Add(new GroRuleTestCase(name + " differs", six, true, one, {{0}, {1}, {2, 3}}));
                Add(new GroRuleTestCase(name + " changes", six, true, two, {{0, 1}, {2, 3}}));
            }
        }
    }

    /// All rules.
    void AddRules()
    {
        Rule("in order", {Make(0), Make(1), Make(2)}, {{0, 1, 2}});
        Rule("alone", {Make(0)}, {{0}});

        auto flags = [](uint8_t more) { return [more](Segment& s) { s.flags |= more; }; };
        for (uint8_t flag : {TcpHeader::PSH, TcpHeader::FIN})
        {
            const std::string name = TcpHeader::FlagsToString(flag);
            Rule(name + " ends",
                 {Make(0), Make(1, flags(flag)), Make(2), Make(3)},
                 {{0, 1}, {2, 3}});
            Rule(name + " first", {Make(0, flags(flag)), Make(1), Make(2)}, {{0}, {1, 2}});
        }
        for (uint8_t flag : {TcpHeader::URG, TcpHeader::SYN, TcpHeader::RST})
        {
            const std::string name = TcpHeader::FlagsToString(flag);
            Rule(name + " stays alone",
                 {Make(0), Make(1, flags(flag)), Make(2), Make(3)},
                 {{0}, {1}, {2, 3}});
            Rule(name + " twice", {Make(0, flags(flag)), Make(1, flags(flag))}, {{0}, {1}});
        }
        Rule("CWR begins", {Make(0), Make(1, flags(TcpHeader::CWR)), Make(2)}, {{0}, {1, 2}});
        Rule("CWR twice",
             {Make(0, flags(TcpHeader::CWR)), Make(1, flags(TcpHeader::CWR)), Make(2)},
             {{0}, {1, 2}});
        Field("ECE", flags(TcpHeader::ECE));
        Field("CE mark", [](Segment& s) { s.tos = 3; });
        Field("DSCP", [](Segment& s) { s.tos = 0x48; });
        Field("TTL", [](Segment& s) { s.ttl = 63; });
        Field(
            "DF",
            [](Segment& s) { s.dontFragment = false; },
            true,
            false);
        Field("timestamp", [](Segment& s) { s.timestamp += 1; });
        Field("echoed timestamp", [](Segment& s) { s.echo -= 1; });
        Field("header length", [](Segment& s) { s.timestamps = false; });
        Field("ACK number", [](Segment& s) { s.ack += 1000; });
        Field("window", [](Segment& s) { s.window += 1; });

        Rule("gap", {Make(0), Make(2), Make(3)}, {{0}, {1, 2}});
        Rule("duplicate", {Make(0), Make(0), Make(1)}, {{0}, {1, 2}});
        Rule("order", {Make(1), Make(0), Make(2)}, {{0}, {1}, {2}});
        Rule("one byte missing", {Make(0), Make(1, [](Segment& s) { ++s.offset; })}, {{0}, {1}});
        auto size = [](uint32_t bytes) { return [bytes](Segment& s) { s.size = bytes; }; };
        Rule("longer",
             {Make(0, size(MSS - 1)), Make(1, [](Segment& s) { --s.offset; })},
             {{0}, {1}});
        Rule("shorter ends",
             {Make(0), Make(1, size(MSS - 1)), Make(2, [](Segment& s) { --s.offset; })},
             {{0, 1}, {2}});
        Rule("odd sizes",
             {Make(0, size(3)),
              Make(0, [](Segment& s) { s.offset = s.size = 3; }),
              Make(0,
                   [](Segment& s) {
                       s.offset = 6;
                       s.size = 1;
                   })},
             {{0, 1, 2}});
        Rule("pure ACKs", {Make(0, size(0)), Make(0, size(0))}, {{0}, {1}});
        Rule("pure ACK behind data of its flow",
             {Make(0), Make(1), Make(2, size(0)), Make(2)},
             {{0, 1}, {2}, {3}});

        std::vector<Segment> many;
        Group fit;
        for (uint32_t i = 0; i < 46; ++i)
        {
            many.push_back(Make(i));
            if (i < 45)
            {
                fit.push_back(i);
            }
        }
        Rule("64 KB", many, {fit, {45}});
        for (bool six : {false, true})
        {
            const uint32_t two = (six ? 40 : 20) + TCP_SIZE + 2 * MSS;
            const std::vector<Segment> three{Make(0), Make(1), Make(2)};
            Add(new GroRuleTestCase("size below", six, false, three, {{0, 1}, {2}}, two + 1));
            Add(new GroRuleTestCase("size limit", six, false, three, {{0}, {1}, {2}}, two));
        }

        auto other = [](Segment& s) { s.sourcePort = 5001; };
        Rule("two flows", {Make(0), Make(0, other), Make(1), Make(1, other)}, {{0, 2}, {1, 3}});
        Rule("destination port",
             {Make(0), Make(1, [](Segment& s) { s.destinationPort = 6001; }), Make(1)},
             {{0, 2}, {1}});
        Rule("source address",
             {Make(0), Make(1, [](Segment& s) { s.source = 3; }), Make(1)},
             {{0, 2}, {1}});
        Rule("destination address",
             {Make(0), Make(1, [](Segment& s) { s.destination = 3; }), Make(1)},
             {{0, 2}, {1}});
        Rule("link-layer source",
             {Make(0), Make(1, [](Segment& s) { s.mac = 3; }), Make(1)},
             {{0, 2}, {1}});
        Rule("others overtake what is held",
             {Make(0),
              Make(0,
                   [](Segment& s) {
                       s.sourcePort = 5001;
                       s.flags |= TcpHeader::PSH;
                   }),
              Make(1)},
             {{1}, {0, 2}});
        Rule("no TCP",
             {Make(0), Make(1, [](Segment& s) { s.protocol = 17; }), Make(1)},
             {{1}, {0, 2}});
        std::vector<Segment> flows;
        for (uint16_t i = 0; i < 9; ++i)
        {
            flows.push_back(Make(0, [i](Segment& s) { s.sourcePort = 5000 + i; }));
        }
        flows.push_back(Make(1, [](Segment& s) { s.sourcePort = 5001; }));
        Rule("nine flows", flows, {{0}, {1, 9}, {2}, {3}, {4}, {5}, {6}, {7}, {8}});
        Rule("padding",
             {Make(0, [](Segment& s) { s.padding = 36; }),
              Make(1, [](Segment& s) { s.padding = 36; }),
              Make(2,
                   [](Segment& s) {
                       s.size = 2;
                       s.padding = 4;
                   })},
             {{0, 1, 2}});

        const std::vector<Segment> wrong{Make(0),
                                         Make(1, [](Segment& s) { s.tcpChecksumWrong = true; }),
                                         Make(2)};
        const std::vector<Segment> wrongIp{Make(0),
                                           Make(1, [](Segment& s) { s.ipv4ChecksumWrong = true; }),
                                           Make(1),
                                           Make(2)};
        for (bool six : {false, true})
        {
            Add(new GroRuleTestCase("wrong TCP checksum", six, true, wrong, {{1}, {0}, {2}}));
        }
        Add(new GroRuleTestCase("wrong IPv4 checksum", false, true, wrongIp, {{1}, {0, 2, 3}}));
        Add(new GroRuleTestCase("fragment",
                                false,
                                true,
                                {Make(0), Make(1, [](Segment& s) { s.fragment = true; }), Make(1)},
                                {{1}, {0, 2}}));
        Add(new GroRuleTestCase("flow label",
                                true,
                                true,
                                {Make(0), Make(1, [](Segment& s) { s.flowLabel = 9; }), Make(1)},
                                {{0, 2}, {1}}));
    }
};

static LinuxGroTestSuite g_linuxGroTestSuite; //!< the suite
