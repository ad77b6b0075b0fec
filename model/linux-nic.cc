/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-nic.h"

#include "linux-attribute-range.h"
#include "linux-gro-tag.h"
#include "linux-ns3-compat.h"
#include "linux-skb-tag.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
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
/// Smallest frame of Ethernet, without FCS.
constexpr uint32_t MIN_ETHERNET_FRAME = 60;
/// Preamble, FCS and gap of Ethernet.
constexpr uint32_t ETHERNET_OVERHEAD = 24;
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

// --- times on the link ----------------------------------------------------------------------

uint32_t
LinuxNic::GetPadding(uint32_t size) const
{
    if (m_framing == LINK || m_ethernetTimes)
    {
        return 0;
    }
    const uint32_t linkSize = LinuxSegmenter::GetLinkSize(m_link);
    // The frame as Ethernet would have it, without FCS.
    const uint32_t ethernet =
        size - linkSize + LinuxSegmenter::GetLinkSize(LinuxSegmenter::Link::ETHERNET);
    const uint32_t wanted = std::max(ethernet, MIN_ETHERNET_FRAME) + ETHERNET_OVERHEAD;
    // CSMA keeps the gap itself.
    const uint32_t given = size + (m_link == LinuxSegmenter::Link::ETHERNET_FCS ? ETHERNET_GAP : 0);
    return wanted - std::min(wanted, given);
}

uint64_t
LinuxNic::GetWireBits(uint32_t size) const
{
    const uint32_t bytes = m_ethernetTimes ? std::max(size, MIN_ETHERNET_FRAME) + ETHERNET_OVERHEAD
                                           : size + GetPadding(size);
    return uint64_t{8} * bytes;
}

uint64_t
LinuxNic::GetWireBits(const LinuxSegmenter& segmenter, uint32_t first, uint32_t count) const
{
    // All segments but the last of the skb have the same size.
    const uint32_t last = first + count - 1;
    return (count - 1) * GetWireBits(segmenter.GetSegmentSize(first)) +
           GetWireBits(segmenter.GetSegmentSize(last));
}

void
LinuxNic::RecountWireBits()
{
    m_waitingBits = 0;
    uint32_t frame = m_nextFrame;
    for (std::size_t i = m_next; i < m_ring.size(); ++i)
    {
        const Entry& entry = m_ring[i];
        m_waitingBits +=
            entry.segmenter
                ? GetWireBits(*entry.segmenter, entry.firstSegment + frame, entry.frames - frame)
                : GetWireBits(entry.packet->GetSize());
        frame = 0;
    }
    if (m_pending.segmenter)
    {
        m_waitingBits += GetWireBits(*m_pending.segmenter,
                                     m_pending.nextSegment,
                                     m_pending.segmenter->GetSegs() - m_pending.nextSegment);
    }
}

Time
LinuxNic::BitsToTime(uint64_t bits) const
{
    if (m_bitRate == 0)
    {
        return Time(0);
    }
    const auto ticksPerSecond = static_cast<double>(Seconds(1).GetTimeStep());
    return TimeStep(static_cast<uint64_t>(
        std::llround(static_cast<double>(bits) * ticksPerSecond / static_cast<double>(m_bitRate))));
}

Time
LinuxNic::GetBusyAhead() const
{
    Time busy;
    if (m_onWire)
    {
        busy = Max(m_frameEnd - Simulator::Now(), Time(0));
    }
    if (m_waitingBits > 0)
    {
        busy += BitsToTime(m_waitingBits);
        if (!m_gap.IsZero())
        {
            uint32_t frames = m_waitingFrames;
            if (m_pending.segmenter)
            {
                frames += m_pending.segmenter->GetSegs() - m_pending.nextSegment;
            }
            busy += m_gap * static_cast<int64_t>(frames);
        }
    }
    return busy;
}

// --- into the ring --------------------------------------------------------------------------

bool
LinuxNic::Accept(Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << packet);
    LinuxSkbTag tag;
    const bool isSkb = packet->PeekPacketTag(tag);
    const uint64_t handle = isSkb ? tag.GetHandle() : 0;

    // A stopped queue takes only what fits; before that one skb may exceed the ring.
    const bool room =
        m_tso ? m_occupancy + (isSkb ? tag.GetSegs() : 1) <= m_ringSize : m_occupancy < m_ringSize;
    if (m_pending.segmenter || (m_stopped && !room))
    {
        NS_LOG_LOGIC("no room");
        m_dropTrace(packet);
        if (isSkb)
        {
            packet->RemovePacketTag(tag);
            GetLedger()->Release(handle);
        }
        return false;
    }

    Ptr<LinuxSegmenter> segmenter;
    if (isSkb && tag.GetSegs() > 1)
    {
        segmenter = Create<LinuxSegmenter>(packet, tag.GetGsoSize(), m_link);
        if (segmenter->GetSegs() == 1)
        {
            segmenter = nullptr;
        }
        else
        {
            segmenter->ReserveIdentifications(m_nextIdentification);
        }
    }
    const uint32_t frames = segmenter ? segmenter->GetSegs() : 1;
    m_skbQueuedTrace(packet, frames, GetBusyAhead());
    if (isSkb)
    {
        packet->RemovePacketTag(tag);
        GetLedger()->Arrived(handle);
    }

    if (!segmenter)
    {
        Entry entry;
        entry.packet = packet;
        entry.handle = handle;
        entry.bytes = packet->GetSize();
        m_waitingBits += GetWireBits(packet->GetSize());
        Push(std::move(entry), packet->GetSize());
        StopIfFull();
        return true;
    }

    m_waitingBits += GetWireBits(*segmenter, 0, frames);
    if (m_tso)
    {
        Entry entry;
        entry.packet = packet;
        entry.segmenter = segmenter;
        entry.handle = handle;
        entry.frames = frames;
        entry.bytes = packet->GetSize();
        const uint32_t frameBytes =
            (frames - 1) * segmenter->GetSegmentSize(0) + segmenter->GetSegmentSize(frames - 1);
        Push(std::move(entry), frameBytes);
        StopIfFull();
        return true;
    }

    uint32_t truesize = 0;
    for (uint32_t i = 0; i < frames; ++i)
    {
        truesize += segmenter->GetPayloadSize(i) + tag.GetOverhead();
    }
    GetLedger()->Recharge(handle, truesize);
    m_pending.packet = packet;
    m_pending.segmenter = segmenter;
    m_pending.handle = handle;
    m_pending.overhead = tag.GetOverhead();
    m_pending.nextSegment = 0;
    Refill();
    StopIfFull();
    return true;
}

void
LinuxNic::Push(Entry&& entry, uint32_t frameBytes)
{
    if (m_ring.full())
    {
        m_ring.set_capacity(2 * m_ring.capacity());
    }
    const uint32_t frames = entry.frames;
    const uint32_t bytes = entry.bytes;
    m_ring.push_back(std::move(entry));
    m_waitingFrames += frames;
    m_waitingBytes += frameBytes;
    m_occupancy += frames;
    if (m_txQueue)
    {
        m_txQueue->NotifyQueuedBytes(bytes);
    }
}

void
LinuxNic::Refill()
{
    while (m_pending.segmenter && m_occupancy < m_ringSize)
    {
        const uint32_t segment = m_pending.nextSegment++;
        Entry entry;
        entry.packet = m_pending.packet;
        entry.segmenter = m_pending.segmenter;
        entry.handle = m_pending.handle;
        entry.truesize = entry.segmenter->GetPayloadSize(segment) + m_pending.overhead;
        entry.firstSegment = segment;
        entry.bytes = entry.segmenter->GetSegmentSize(segment);
        if (m_pending.nextSegment == m_pending.segmenter->GetSegs())
        {
            m_pending = Pending();
        }
        const uint32_t bytes = entry.bytes;
        Push(std::move(entry), bytes);
    }
}

void
LinuxNic::Refuse(Ptr<const Packet> packet)
{
    LinuxSkbTag tag;
    if (m_device && packet->PeekPacketTag(tag))
    {
        GetLedger()->Release(tag.GetHandle());
    }
}

bool
LinuxNic::MustStop() const
{
    if (m_pending.segmenter)
    {
        return true;
    }
    if (GetRingOccupancy() == 0)
    {
        return false; // nothing would ever wake the queue
    }
    return uint64_t{m_occupancy} + (m_tso ? m_maxSkbFrames : 1) > m_ringSize;
}

void
LinuxNic::StopIfFull()
{
    if (!m_stopped && MustStop())
    {
        NS_LOG_LOGIC("stop at " << m_occupancy);
        m_stopped = true;
        if (m_txQueue)
        {
            m_txQueue->Stop();
        }
    }
}

void
LinuxNic::WakeIfRoom()
{
    if (m_stopped && !MustStop())
    {
        NS_LOG_LOGIC("wake at " << m_occupancy);
        m_stopped = false;
        if (m_txQueue)
        {
            m_txQueue->Wake();
        }
    }
}

// --- onto the wire --------------------------------------------------------------------------

uint32_t
LinuxNic::GetWaitingFrames() const
{
    return m_waitingFrames;
}

uint32_t
LinuxNic::GetWaitingBytes() const
{
    return m_waitingBytes;
}

bool
LinuxNic::IsFrameOnWire() const
{
    return m_onWire;
}

Time
LinuxNic::GetFrameEnd() const
{
    return m_frameEnd;
}

Ptr<Packet>
LinuxNic::NextFrame()
{
    return TakeFrame(nullptr);
}

Ptr<Packet>
LinuxNic::NextFrame(LinuxSegmenter::LinkAddress& address)
{
    return TakeFrame(&address);
}

Ptr<Packet>
LinuxNic::PeekFrame() const
{
    if (m_next == m_ring.size())
    {
        return nullptr;
    }
    const Entry& entry = m_ring[m_next];
    return entry.segmenter ? entry.segmenter->MakeSegment(entry.firstSegment + m_nextFrame)
                           : entry.packet->Copy();
}

Ptr<Packet>
LinuxNic::TakeFrame(LinuxSegmenter::LinkAddress* address)
{
    if (m_next == m_ring.size())
    {
        return nullptr;
    }
    NS_ASSERT_MSG(!m_onWire, "the wire has a frame already");
    Entry& entry = m_ring[m_next];
    Ptr<Packet> frame;
    uint32_t size;
    uint32_t padding;
    if (entry.segmenter)
    {
        const uint32_t segment = entry.firstSegment + m_nextFrame;
        size = entry.segmenter->GetSegmentSize(segment);
        padding = GetPadding(size);
        frame = entry.segmenter->MakeSegment(segment, padding, !address);
        if (address)
        {
            *address = entry.segmenter->GetLinkAddress();
        }
    }
    else
    {
        frame = entry.packet;
        size = frame->GetSize();
        padding = GetPadding(size);
        if (address)
        {
            *address = LinuxSegmenter::RemoveLink(frame, m_link);
            LinuxSegmenter::AddPadding(frame, padding);
        }
        else if (padding > 0 && m_link == LinuxSegmenter::Link::ETHERNET_FCS)
        {
            const LinuxSegmenter::LinkAddress same = LinuxSegmenter::RemoveLink(frame, m_link);
            LinuxSegmenter::AddPadding(frame, padding);
            LinuxSegmenter::AddLink(frame, m_link, same);
        }
        else if (padding > 0)
        {
            LinuxSegmenter::AddPadding(frame, padding);
        }
    }
    const uint64_t bits = GetWireBits(size);
    m_waitingBits -= std::min(m_waitingBits, bits);
    --m_waitingFrames;
    m_waitingBytes -= size;
    m_onWire = true;
    m_frameEnd = Simulator::Now() + BitsToTime(bits);
    m_lastOnWire = ++m_nextFrame == entry.frames;
    if (m_lastOnWire)
    {
        entry.packet = nullptr;
        entry.segmenter = nullptr;
        ++m_next;
        m_nextFrame = 0;
    }
    m_frameSentTrace(frame);
    return frame;
}

// --- completion -----------------------------------------------------------------------------

void
LinuxNic::FrameFinished()
{
    if (!m_onWire)
    {
        return; // disposed of in the meantime
    }
    m_onWire = false;
    if (m_lastOnWire)
    {
        SkbEnded();
    }
}

void
LinuxNic::SkbEnded()
{
    NS_ASSERT(m_ended < m_next);
    Time finish = Simulator::Now();
    if (m_latency)
    {
        const double latency = m_latency->GetValue();
        NS_ABORT_MSG_IF(!(latency >= 0) || std::isinf(latency),
                        "ns3::LinuxNic::TxCompletionLatency gave "
                            << latency << " microseconds; its range is 0 or more");
        finish += Time::FromDouble(latency, Time::US);
    }
    m_ring[m_ended++].finish = finish;
    if (m_latencyEvent.IsExpired())
    {
        LatencyPassed();
    }
}

void
LinuxNic::LatencyPassed()
{
    const Time now = Simulator::Now();
    const std::size_t before = m_finished;
    // In order: an skb waits for those before it.
    while (m_finished < m_ended && m_ring[m_finished].finish <= now)
    {
        ++m_finished;
    }
    if (m_finished < m_ended)
    {
        m_latencyEvent =
            Simulator::Schedule(m_ring[m_finished].finish - now, &LinuxNic::LatencyPassed, this);
    }
    if (m_finished > before)
    {
        SignalFinished();
    }
}

void
LinuxNic::SignalFinished()
{
    if (!m_immediate.IsExpired())
    {
        return;
    }
    // Never at once: the device is in the middle of its own bookkeeping.
    if (m_txUsecs == 0 || m_finished >= m_txFrames)
    {
        m_immediate = Simulator::ScheduleNow(&LinuxNic::Interrupt, this, false);
    }
    else if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(Time::FromDouble(m_txUsecs, Time::US),
                                      &LinuxNic::Interrupt,
                                      this,
                                      false);
    }
}

void
LinuxNic::FrameArrived()
{
    if (m_rxUsecs == 0 && m_rxWaiting.empty() && m_sharedInterrupt && m_finished > 0)
    {
        Interrupt(true);
    }
}

void
LinuxNic::Interrupt(bool byRxIrq)
{
    NS_LOG_FUNCTION(this << byRxIrq << m_finished);
    m_timer.Cancel();
    m_immediate.Cancel();

    LinuxNicCompletion completion{};
    completion.byRxIrq = byRxIrq;
    std::vector<Charge> charges;
    charges.swap(m_charges); // waking the queue may lead here again
    uint32_t bytes = 0;
    for (; m_finished > 0; --m_finished)
    {
        const Entry& entry = m_ring.front();
        ++completion.skbs;
        completion.frames += entry.frames;
        bytes += entry.bytes;
        if (entry.handle)
        {
            charges.push_back({entry.handle, entry.truesize});
        }
        m_ring.pop_front();
    }
    m_next -= completion.skbs;
    m_ended -= completion.skbs;
    m_occupancy -= completion.frames;
    completion.stillInRing = m_occupancy;
    UpdateMaxSkbFrames(); // the device's MTU may have changed
    if (completion.skbs > 0)
    {
        m_completionTrace(completion);
    }

    if (m_txQueue)
    {
        m_txQueue->NotifyTransmittedBytes(bytes);
    }
    Refill();
    if (m_waitingFrames > 0 && !m_onWire && !m_start.IsNull())
    {
        m_start();
    }
    WakeIfRoom();
    Release(charges);
    charges.clear();
    m_charges.swap(charges);
}

void
LinuxNic::Release(const std::vector<Charge>& charges)
{
    for (const Charge& charge : charges)
    {
        if (charge.truesize)
        {
            GetLedger()->ReleasePart(charge.handle, charge.truesize);
        }
        else
        {
            GetLedger()->Release(charge.handle);
        }
    }
}

// --- receive --------------------------------------------------------------------------------

void
LinuxNic::Interpose()
{
    if (m_rxUsecs > 0 && !m_interpose.IsNull())
    {
        const Callback<void> interpose = m_interpose;
        m_interpose.Nullify();
        interpose();
    }
}

void
LinuxNic::Receive(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    LinuxGroTag tag;
    if (packet->PeekPacketTag(tag))
    {
        // What was merged for the other end's socket means nothing here.
        Ptr<Packet> copy = packet->Copy();
        copy->RemovePacketTag(tag);
        packet = copy;
    }
    // Frames that wait stay ahead when RxUsecs has become 0.
    if (m_rxUsecs == 0 && m_rxWaiting.empty())
    {
        Deliver(packet, protocol, from);
        return;
    }
    m_rxWaiting.push_back({packet, protocol, from});
    if (m_rxWaiting.size() >= m_rxFrames)
    {
        RxInterrupt();
    }
    else if (m_rxTimer.IsExpired())
    {
        m_rxTimer = Simulator::Schedule(Time::FromDouble(m_rxUsecs, Time::US),
                                        &LinuxNic::RxInterrupt,
                                        this);
    }
}

void
LinuxNic::RxInterrupt()
{
    NS_LOG_FUNCTION(this << m_rxWaiting.size());
    m_rxTimer.Cancel();
    std::vector<RxFrame> frames;
    frames.swap(m_rxWaiting);
    if (m_sharedInterrupt && m_finished > 0)
    {
        Interrupt(true);
    }
    m_delivered = 0;
    const bool merge = m_gro && frames.size() > 1;
    for (auto& frame : frames)
    {
        if (merge)
        {
            m_merger.Receive(frame.packet, frame.protocol, frame.from, m_groMaxSize);
        }
        else
        {
            Deliver(frame.packet, frame.protocol, frame.from);
        }
        frame.packet = nullptr;
    }
    m_merger.Flush();
    m_receivedTrace(frames.size(), m_delivered);
    if (m_rxWaiting.empty())
    {
        frames.clear();
        m_rxWaiting.swap(frames); // keeps the memory
    }
}

void
LinuxNic::Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    ++m_delivered;
    if (!m_deliver.IsNull())
    {
        m_deliver(packet, protocol, from);
    }
}

bool
LinuxNic::IsLocal(const Address& address, uint16_t protocol) const
{
    Ptr<Node> node = m_device->GetNode();
    if (protocol == 0x0800)
    {
        Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
        return !ipv4 || ipv4->GetInterfaceForAddress(Ipv4Address::ConvertFrom(address)) >= 0;
    }
    Ptr<Ipv6> ipv6 = node->GetObject<Ipv6>();
    return !ipv6 || ipv6->GetInterfaceForAddress(Ipv6Address::ConvertFrom(address)) >= 0;
}

// --- link down ------------------------------------------------------------------------------

void
LinuxNic::Flush()
{
    NS_LOG_FUNCTION(this << m_waitingFrames);
    std::vector<Charge> charges;
    std::vector<Ptr<Packet>> dropped;
    uint32_t bytes = 0;
    uint32_t frames = 0;
    // An skb with a frame on the wire or sent completes with the frames it has had.
    const std::size_t keep = m_next + (m_nextFrame > 0 ? 1 : 0);
    while (m_ring.size() > keep)
    {
        const Entry& entry = m_ring.back();
        if (dropped.empty() || dropped.back() != entry.packet)
        {
            dropped.push_back(entry.packet);
        }
        if (entry.handle)
        {
            charges.push_back({entry.handle, entry.truesize});
        }
        bytes += entry.bytes;
        frames += entry.frames;
        m_ring.pop_back();
    }
    if (m_nextFrame > 0)
    {
        Entry& entry = m_ring.back();
        dropped.push_back(entry.packet);
        frames += entry.frames - m_nextFrame;
        entry.frames = m_nextFrame;
        entry.packet = nullptr;
        entry.segmenter = nullptr;
        ++m_next;
        m_nextFrame = 0;
        m_lastOnWire = true;
        if (!m_onWire)
        {
            SkbEnded(); // between two frames
        }
    }
    if (m_pending.segmenter)
    {
        if (dropped.empty() || dropped.front() != m_pending.packet)
        {
            dropped.insert(dropped.begin(), m_pending.packet);
        }
        for (uint32_t i = m_pending.nextSegment; i < m_pending.segmenter->GetSegs(); ++i)
        {
            charges.push_back(
                {m_pending.handle, m_pending.segmenter->GetPayloadSize(i) + m_pending.overhead});
        }
        m_pending = Pending();
    }
    m_waitingFrames = 0;
    m_waitingBytes = 0;
    m_waitingBits = 0;
    m_occupancy -= frames;
    for (auto it = dropped.rbegin(); it != dropped.rend(); ++it)
    {
        m_dropTrace(*it);
    }
    if (m_txQueue && bytes > 0)
    {
        m_txQueue->NotifyTransmittedBytes(bytes);
    }
    Release(charges);
    WakeIfRoom();
}

} // namespace ns3
