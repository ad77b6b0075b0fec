/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-receive-window.h"

#include "linux-sequence.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// A window field without scaling holds this much.
constexpr uint32_t MAX_UNSCALED = 65535;
/// Segments of the initial congestion window, the first guess of what is read per round trip.
constexpr uint32_t INITIAL_SEGMENTS = 10;
/// What SKB_TRUESIZE adds on a 64-bit build: sk_buff and skb_shared_info, aligned.
constexpr uint32_t SKB_BOOKKEEPING = 256 + 320;
/// Segments shorter than this do not let the window grow.
constexpr uint32_t SHORT_SEGMENT = 128;

} // namespace

ReceiveWindow::ReceiveWindow(const ReceiveWindowConfig& config)
    : m_config(config),
      m_buffer(config.buffer)
{
}

int64_t
ReceiveWindow::FromSpace(int64_t space) const
{
    return m_config.advWinScale == 0 ? space : space - (space >> m_config.advWinScale);
}

int64_t
ReceiveWindow::Memory(uint32_t bytes, uint32_t mss) const
{
    if (m_config.advWinScale == 0)
    {
        return bytes; // a buffer of payload bytes
    }
    const uint32_t segments = (bytes + mss - 1) / mss;
    return int64_t{bytes} + int64_t{segments} * m_config.overhead;
}

uint32_t
ReceiveWindow::Align(uint32_t window) const
{
    const uint32_t unit = uint32_t{1} << m_shift;
    return (window + unit - 1) & ~(unit - 1);
}

uint32_t
ReceiveWindow::OfferInitial(uint32_t mss)
{
    auto space = static_cast<uint32_t>(FromSpace(m_buffer));
    if (mss > 0 && space > mss)
    {
        space -= space % mss;
    }
    m_window = std::min(space, MAX_UNSCALED);
    m_threshold = m_window;
    return m_window;
}

void
ReceiveWindow::Start(int64_t nowUs, uint32_t rcvNxt, uint8_t windowShift, uint32_t advmss)
{
    m_advmss = advmss;
    m_shift = windowShift;
    m_windowFrom = rcvNxt;
    const auto space = static_cast<uint32_t>(FromSpace(m_buffer));
    m_clamp = space;
    if (m_config.advWinScale > 0)
    {
        // One segment is kept in reserve.
        if (m_clamp > 2 * m_advmss)
        {
            m_clamp = std::max(2 * m_advmss, space - m_advmss);
        }
        m_threshold = std::min(m_threshold, m_clamp);
    }
    else
    {
        m_threshold = m_clamp;
    }
    m_space = std::min({m_threshold, m_window, INITIAL_SEGMENTS * m_advmss});
    m_readStartUs = nowUs;
}

bool
ReceiveWindow::OnData(int64_t nowUs,
                      uint32_t rcvNxt,
                      uint32_t length,
                      uint32_t segs,
                      uint32_t rcvMss,
                      uint32_t queued)
{
    // The time that an offered window takes to arrive bounds the round trip from above.
    if (!m_rttRuns || !SeqBefore(rcvNxt, m_rttSeq))
    {
        if (m_rttRuns)
        {
            SampleRtt(static_cast<uint32_t>(std::max<int64_t>(nowUs - m_rttStartUs, 1)), true);
        }
        m_rttRuns = true;
        m_rttSeq = rcvNxt + m_window;
        m_rttStartUs = nowUs;
    }

    const int64_t space = FromSpace(int64_t{m_buffer} - Memory(queued, rcvMss));
    const int64_t room = std::min<int64_t>(m_clamp, space) - int64_t{m_threshold};
    if (length < SHORT_SEGMENT || room <= 0)
    {
        return false;
    }
    // Grow when a buffer full of such segments would hold the larger window.
    const int64_t memory = FromSpace(int64_t{length} + int64_t{segs} * m_config.overhead);
    int64_t growth = 0;
    if (memory <= length)
    {
        growth = 2 * int64_t{m_advmss};
    }
    else
    {
        int64_t half = memory >> 1;
        for (int64_t window = FromSpace(m_config.bufferMax) >> 1; int64_t{m_threshold} <= window;
             window >>= 1, half >>= 1)
        {
            if (half <= length)
            {
                growth = 2 * int64_t{rcvMss};
                break;
            }
        }
    }
    if (growth == 0)
    {
        return false;
    }
    growth = std::max(growth, 2 * int64_t{length});
    m_threshold += static_cast<uint32_t>(std::min(room, growth));
    return true;
}

void
ReceiveWindow::OnTimestampRtt(uint32_t rttUs)
{
    SampleRtt(rttUs, false);
}

void
ReceiveWindow::SampleRtt(uint32_t rttUs, bool windowBased)
{
    const uint32_t sample = rttUs << 3;
    if (m_rttUs8 == 0 || sample < m_rttUs8)
    {
        m_rttUs8 = sample;
    }
    else if (!windowBased)
    {
        m_rttUs8 += rttUs - (m_rttUs8 >> 3);
    }
}

void
ReceiveWindow::OnRead(int64_t nowUs, uint32_t bytes)
{
    m_read += bytes;
    const int64_t elapsed = nowUs - m_readStartUs;
    if (m_rttUs8 == 0 || elapsed < (m_rttUs8 >> 3))
    {
        return;
    }
    if (m_read > m_space)
    {
        if (m_config.autotune)
        {
            // Twice what was read survives a loss; twice its growth on top lets slow start go on.
            const uint64_t advmss = m_advmss;
            uint64_t window = 2 * m_read + 16 * advmss;
            window += 2 * (window * (m_read - m_space) / m_space);
            uint64_t segmentMemory = advmss + m_config.maxTcpHeader + SKB_BOOKKEEPING;
            while (FromSpace(static_cast<int64_t>(segmentMemory)) < static_cast<int64_t>(advmss))
            {
                segmentMemory += 128;
            }
            const uint64_t buffer =
                std::min<uint64_t>(window / advmss * segmentMemory, m_config.bufferMax);
            if (buffer > m_buffer)
            {
                m_buffer = static_cast<uint32_t>(buffer);
                m_clamp = static_cast<uint32_t>(FromSpace(m_buffer));
            }
        }
        m_space = m_read;
    }
    m_read = 0;
    m_readStartUs = nowUs;
}

uint32_t
ReceiveWindow::Free(uint32_t rcvMss, uint32_t queued) const
{
    int64_t free = std::max<int64_t>(FromSpace(int64_t{m_buffer} - Memory(queued, rcvMss)), 0);
    const int64_t allowed = FromSpace(m_buffer);
    const int64_t full = std::min<int64_t>(m_clamp, allowed);
    const int64_t mss = std::min<int64_t>(rcvMss, full);
    if (mss <= 0)
    {
        return 0;
    }
    if (free < full / 2)
    {
        // Little is left: no rounding up, and nothing rather than a silly window.
        free &= ~((int64_t{1} << m_shift) - 1);
        if (free < allowed / 16 || free < mss)
        {
            return 0;
        }
    }
    free = std::min<int64_t>(free, m_threshold);
    if (m_shift > 0)
    {
        return Align(static_cast<uint32_t>(free));
    }
    int64_t window = m_window;
    if (window <= free - mss || window > free)
    {
        window = free - free % mss;
    }
    else if (mss == full && free > window + full / 2)
    {
        window = free;
    }
    return static_cast<uint32_t>(window);
}

uint32_t
ReceiveWindow::Offer(uint32_t rcvNxt, uint32_t rcvMss, uint32_t queued)
{
    const uint32_t left = GetLeft(rcvNxt);
    uint32_t window = Free(rcvMss, queued);
    if (window < left)
    {
        window = Align(left);
    }
    m_window = window;
    m_windowFrom = rcvNxt;
    return window;
}

uint32_t
ReceiveWindow::GetLeft(uint32_t rcvNxt) const
{
    const uint32_t end = m_windowFrom + m_window;
    return SeqAfter(end, rcvNxt) ? end - rcvNxt : 0;
}

uint32_t
ReceiveWindow::GetUnacknowledged(uint32_t rcvNxt) const
{
    return rcvNxt - m_windowFrom;
}

uint32_t
ReceiveWindow::GetOffered() const
{
    return m_window;
}

uint32_t
ReceiveWindow::GetClamp() const
{
    return m_clamp;
}

uint32_t
ReceiveWindow::GetBuffer() const
{
    return m_buffer;
}

} // namespace LinuxRules
} // namespace ns3
