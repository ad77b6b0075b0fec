/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a NIC is: its attributes, what it refuses, its life. What it does stands in
// linux-nic-ring.cc, linux-nic-wire.cc, linux-nic-completion.cc and linux-nic-receive.cc.

#include "linux-nic.h"

#include "linux-attribute-range.h"
#include "linux-ns3-compat.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNic");

NS_OBJECT_ENSURE_REGISTERED(LinuxNic);

namespace
{

constexpr uint64_t MAX_UINT32 = std::numeric_limits<uint32_t>::max();
/// IPv4 header and TCP header with timestamps: what a segment needs beside its payload.
constexpr uint32_t SEGMENT_HEADERS = 52;
/// Ring slots allocated at first; the ring grows when more skbs are in it.
constexpr std::size_t FIRST_SLOTS = 64;

/**
 * @brief Name a device in a message.
 * @param device the device
 * @return its place
 */
std::string
Describe(const NetDevice* device)
{
    Ptr<Node> node = device->GetNode();
    return " (device " + std::to_string(device->GetIfIndex()) + " of node " +
           (node ? std::to_string(node->GetId()) : "?") + ")";
}

} // namespace

TypeId
LinuxNic::GetTypeId()
{
    // The checkers let every number pass: they could not say which range a value has missed.
    static TypeId tid =
        TypeId("ns3::LinuxNic")
            .SetParent<Object>()
            .SetGroupName("LinuxTcp")
            .AddConstructor<LinuxNic>()
            .AddAttribute("TxUsecs",
                          "Microseconds from the first finished skb to the TX interrupt, 0 or "
                          "more (ethtool -C tx-usecs). 0: the interrupt fires at once.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&LinuxNic::SetTxUsecs, &LinuxNic::GetTxUsecs),
                          MakeDoubleChecker<double>())
            .AddAttribute("TxFrames",
                          "Number of finished skbs that fire the TX interrupt before TxUsecs have "
                          "passed, 1 or more (ethtool -C tx-frames).",
                          UintegerValue(200),
                          MakeUintegerAccessor(&LinuxNic::m_txFrames),
                          MakeRangeChecker("ns3::LinuxNic::TxFrames", 1, MAX_UINT32))
            .AddAttribute("TxCompletionLatency",
                          "Random variable that gives the microseconds from the end of an skb's "
                          "serialisation until the device has finished it; skbs keep their order. "
                          "None: 0.",
                          PointerValue(),
                          MakePointerAccessor(&LinuxNic::m_latency),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("TxRingSize",
                          "Frames that the TX ring holds (ethtool -G tx). With Tso on, at least "
                          "the frames of one maximal skb; else 1 or more.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&LinuxNic::SetTxRingSize, &LinuxNic::GetTxRingSize),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Tso",
                          "True when the device cuts skbs into frames (ethtool -K tso); false when "
                          "the stack does it below the queue disc (software GSO).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxNic::SetTso, &LinuxNic::IsTso),
                          MakeBooleanChecker())
            .AddAttribute("Gso",
                          "Generic segmentation offload (ethtool -K gso).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxNic::m_gso),
                          MakeBooleanChecker())
            .AddAttribute("GsoMaxSize",
                          "Largest skb in bytes: from one segment of the device's MTU to 65536 "
                          "(ip link set gso_max_size).",
                          UintegerValue(MAX_GSO_SIZE),
                          MakeUintegerAccessor(&LinuxNic::SetGsoMaxSizeAttribute,
                                               &LinuxNic::GetGsoMaxSizeAttribute),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("GsoMaxSegs",
                          "Most segments of an skb, 1 to 65535 (ip link set gso_max_segs).",
                          UintegerValue(MAX_GSO_SEGS),
                          MakeUintegerAccessor(&LinuxNic::SetGsoMaxSegsAttribute,
                                               &LinuxNic::GetGsoMaxSegsAttribute),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("SharedInterrupt",
                          "True when transmit and receive share an interrupt: each received frame "
                          "then frees the finished skbs before it goes up.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LinuxNic::m_sharedInterrupt),
                          MakeBooleanChecker())
            .AddAttribute(
                "Framing",
                "How long a frame occupies the link of a point-to-point or CSMA device: "
                "Link is the device's own time; Ethernet adds padding that stands for "
                "the missing bytes of preamble, FCS, gap and minimum size.",
                EnumValue(LINK),
                LINUX_TCP_ENUM_ACCESSOR(Framing, &LinuxNic::SetFraming, &LinuxNic::GetFraming),
                MakeEnumChecker(LINK, "Link", ETHERNET, "Ethernet"))
            .AddAttribute("RxUsecs",
                          "Microseconds from the first received frame that waits to the receive "
                          "interrupt, 0 or more (ethtool -C rx-usecs). 0: each frame goes up at "
                          "once.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&LinuxNic::SetRxUsecs, &LinuxNic::GetRxUsecs),
                          MakeDoubleChecker<double>())
            .AddAttribute(
                "RxFrames",
                "Number of waiting frames that raise the receive interrupt before RxUsecs "
                "have passed, 1 or more (ethtool -C rx-frames).",
                UintegerValue(64),
                MakeUintegerAccessor(&LinuxNic::m_rxFrames),
                MakeRangeChecker("ns3::LinuxNic::RxFrames", 1, MAX_UINT32))
            .AddAttribute("Gro",
                          "Generic receive offload: the TCP segments of one receive interrupt are "
                          "merged (ethtool -K gro). Without RxUsecs there is nothing to merge.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxNic::m_gro),
                          MakeBooleanChecker())
            .AddAttribute("GroMaxSize",
                          "Merged IP packets stay shorter than this many bytes, 1 to 65536 (ip "
                          "link set gro_max_size).",
                          UintegerValue(MAX_GRO_SIZE),
                          MakeUintegerAccessor(&LinuxNic::m_groMaxSize),
                          MakeRangeChecker("ns3::LinuxNic::GroMaxSize", 1, MAX_GRO_SIZE))
            .AddTraceSource("RingOccupancy",
                            "Frames in the TX ring, from acceptance to completion.",
                            MakeTraceSourceAccessor(&LinuxNic::m_occupancy),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Completion",
                            "A TX completion interrupt has freed skbs.",
                            MakeTraceSourceAccessor(&LinuxNic::m_completionTrace),
                            "ns3::LinuxNic::CompletionTracedCallback")
            .AddTraceSource("SkbQueued",
                            "A packet was accepted.",
                            MakeTraceSourceAccessor(&LinuxNic::m_skbQueuedTrace),
                            "ns3::LinuxNic::SkbQueuedTracedCallback")
            .AddTraceSource("FrameSent",
                            "A frame was given to the wire.",
                            MakeTraceSourceAccessor(&LinuxNic::m_frameSentTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet was dropped: no room in the ring, or the link went down.",
                            MakeTraceSourceAccessor(&LinuxNic::m_dropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Received",
                            "With RxUsecs, a receive interrupt has taken frames up: their number "
                            "and that of the packets they have become.",
                            MakeTraceSourceAccessor(&LinuxNic::m_receivedTrace),
                            "ns3::LinuxNic::ReceivedTracedCallback");
    return tid;
}

LinuxNic::LinuxNic()
    : m_ring(FIRST_SLOTS)
{
    NS_LOG_FUNCTION(this);
    m_merger.SetDelivery(MakeCallback(&LinuxNic::Deliver, this),
                         MakeCallback(&LinuxNic::IsLocal, this));
}

LinuxNic::~LinuxNic()
{
    NS_LOG_FUNCTION(this);
}

// --- attributes -----------------------------------------------------------------------------

void
LinuxNic::SetTxUsecs(double usecs)
{
    NS_ABORT_MSG_IF(!(usecs >= 0) || std::isinf(usecs),
                    "ns3::LinuxNic::TxUsecs is " << usecs << "; its range is 0 or more");
    m_txUsecs = usecs;
}

double
LinuxNic::GetTxUsecs() const
{
    return m_txUsecs;
}

void
LinuxNic::SetRxUsecs(double usecs)
{
    NS_ABORT_MSG_IF(!(usecs >= 0) || std::isinf(usecs),
                    "ns3::LinuxNic::RxUsecs is " << usecs << "; its range is 0 or more");
    m_rxUsecs = usecs;
    Interpose();
}

double
LinuxNic::GetRxUsecs() const
{
    return m_rxUsecs;
}

void
LinuxNic::SetTxRingSize(uint64_t frames)
{
    CheckAttributeRange("ns3::LinuxNic::TxRingSize", frames, 1, MAX_UINT32);
    m_ringSize = static_cast<uint32_t>(frames);
    ConfigurationChanged();
}

uint64_t
LinuxNic::GetTxRingSize() const
{
    return m_ringSize;
}

void
LinuxNic::SetGsoMaxSizeAttribute(uint64_t bytes)
{
    // The lower end follows from the device's MTU.
    CheckAttributeRange("ns3::LinuxNic::GsoMaxSize", bytes, 1, MAX_GSO_SIZE);
    m_gsoMaxSize = static_cast<uint32_t>(bytes);
    ConfigurationChanged();
}

uint64_t
LinuxNic::GetGsoMaxSizeAttribute() const
{
    return m_gsoMaxSize;
}

void
LinuxNic::SetGsoMaxSegsAttribute(uint64_t segs)
{
    CheckAttributeRange("ns3::LinuxNic::GsoMaxSegs", segs, 1, MAX_GSO_SEGS);
    m_gsoMaxSegs = static_cast<uint32_t>(segs);
    ConfigurationChanged();
}

uint64_t
LinuxNic::GetGsoMaxSegsAttribute() const
{
    return m_gsoMaxSegs;
}

void
LinuxNic::SetTso(bool tso)
{
    m_tso = tso;
    ConfigurationChanged();
}

void
LinuxNic::SetFraming(Framing framing)
{
    m_framing = framing;
    RecountWireBits();
}

LinuxNic::Framing
LinuxNic::GetFraming() const
{
    return m_framing;
}

void
LinuxNic::ConfigurationChanged()
{
    if (m_device && IsInitialized())
    {
        CheckConfiguration();
        StopIfFull();
        WakeIfRoom();
    }
}

uint32_t
LinuxNic::UpdateMaxSkbFrames()
{
    const uint32_t mtu = m_device->GetMtu();
    const uint32_t segment = mtu > SEGMENT_HEADERS ? mtu - SEGMENT_HEADERS : 1;
    m_maxSkbFrames = std::min(m_gsoMaxSegs, (m_gsoMaxSize + segment - 1) / segment);
    return segment;
}

void
LinuxNic::CheckConfiguration()
{
    NS_ASSERT_MSG(m_device, "the NIC has no device");
    const uint32_t segment = UpdateMaxSkbFrames();
    NS_ABORT_MSG_IF(m_gsoMaxSize < segment,
                    "ns3::LinuxNic::GsoMaxSize is " << m_gsoMaxSize << "; its range is " << segment
                                                    << " (one segment of the MTU of "
                                                    << m_device->GetMtu() << ") to " << MAX_GSO_SIZE
                                                    << Describe(m_device));
    NS_ABORT_MSG_IF(m_tso && m_ringSize < m_maxSkbFrames,
                    "ns3::LinuxNic::TxRingSize is "
                        << m_ringSize << "; its range with Tso on is " << m_maxSkbFrames
                        << " (one maximal skb: GsoMaxSegs " << m_gsoMaxSegs << ", GsoMaxSize "
                        << m_gsoMaxSize << " in segments of " << segment << ") to " << MAX_UINT32
                        << Describe(m_device));
}

uint32_t
LinuxNic::GetGsoMaxSize() const
{
    return m_gsoMaxSize;
}

uint32_t
LinuxNic::GetGsoMaxSegs() const
{
    return m_gsoMaxSegs;
}

bool
LinuxNic::IsTso() const
{
    return m_tso;
}

bool
LinuxNic::IsGso() const
{
    return m_gso;
}

uint32_t
LinuxNic::GetRingOccupancy() const
{
    return m_occupancy;
}

int64_t
LinuxNic::AssignStreams(int64_t stream)
{
    if (!m_latency)
    {
        return 0;
    }
    m_latency->SetStream(stream);
    return 1;
}

// --- device ---------------------------------------------------------------------------------

void
LinuxNic::Attach(Ptr<NetDevice> device,
                 LinuxSegmenter::Link link,
                 bool ethernetTimes,
                 Callback<void> start)
{
    NS_LOG_FUNCTION(this << device);
    NS_ASSERT_MSG(device->GetObject<LinuxNic>() == this, "the NIC is not aggregated to the device");
    m_device = PeekPointer(device);
    m_link = link;
    m_ethernetTimes = ethernetTimes;
    m_start = start;
    if (Ptr<NetDeviceQueueInterface> queues = device->GetObject<NetDeviceQueueInterface>())
    {
        m_txQueue = queues->GetTxQueue(0);
    }
    UpdateMaxSkbFrames();
}

void
LinuxNic::SetDelivery(LinuxGro::Delivery deliver, Callback<void> interpose)
{
    m_deliver = deliver;
    m_interpose = interpose;
    Interpose();
}

void
LinuxNic::SetLinkRate(DataRate rate, Time gap)
{
    m_bitRate = rate.GetBitRate();
    m_gap = gap;
}

void
LinuxNic::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (m_device)
    {
        CheckConfiguration();
    }
    Object::DoInitialize();
}

void
LinuxNic::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_latencyEvent.Cancel();
    m_timer.Cancel();
    m_immediate.Cancel();
    if (m_ledger)
    {
        std::vector<Charge> charges;
        for (const auto& entry : m_ring)
        {
            if (entry.handle)
            {
                charges.push_back({entry.handle, 0});
            }
        }
        if (m_pending.segmenter)
        {
            charges.push_back({m_pending.handle, 0});
        }
        Release(charges);
    }
    m_ring.clear();
    m_pending = Pending();
    m_onWire = false;
    m_next = m_ended = m_finished = 0;
    m_nextFrame = m_waitingFrames = m_waitingBytes = 0;
    m_waitingBits = 0;
    m_ledger = nullptr;
    m_txQueue = nullptr;
    m_latency = nullptr;
    m_start.Nullify();
    m_rxTimer.Cancel();
    m_rxWaiting.clear();
    m_merger.Clear();
    m_deliver.Nullify();
    m_interpose.Nullify();
    m_device = nullptr;
    Object::DoDispose();
}

Ptr<LinuxTxLedger>
LinuxNic::GetLedger()
{
    if (!m_ledger)
    {
        m_ledger = LinuxTxLedger::Get(m_device->GetNode());
    }
    return m_ledger;
}

} // namespace ns3
