/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The wire: how long frames take on the link, and which one is next.

#include "linux-nic.h"

#include "ns3/assert.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Smallest frame of Ethernet, without FCS.
constexpr uint32_t MIN_ETHERNET_FRAME = 60;
/// Preamble, FCS and gap of Ethernet.
constexpr uint32_t ETHERNET_OVERHEAD = 24;

} // namespace

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

} // namespace ns3
