/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The TX ring: skbs into it, stop and wake of the queue above, and out of it when the link goes
// down.

#include "linux-nic.h"
#include "linux-skb-tag.h"

#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNicRing");

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
