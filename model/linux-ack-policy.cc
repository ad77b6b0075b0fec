/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-ack-policy.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

constexpr uint32_t TCP_HEADER = 20; ///< without options
constexpr uint32_t MIN_MSS = 88;    ///< no honest sender has a smaller one

} // namespace

void
AckPolicy::OnData(int64_t nowMs,
                  uint32_t length,
                  bool push,
                  uint32_t advmss,
                  uint32_t headerLength,
                  uint32_t window,
                  int64_t rtoMs)
{
    m_scheduled = true;

    const uint32_t lastShort = m_lastShort;
    m_lastShort = 0;
    if (length >= m_rcvMss)
    {
        m_rcvMss = std::min(length, advmss);
        m_pushed = m_pushed || push;
    }
    else
    {
        // Two segments of the same shorter length in a row are what the sender calls full.
        const uint32_t whole = length + headerLength;
        bool isMss = false;
        if (whole >= INITIAL_MSS + TCP_HEADER || (whole >= MIN_MSS + TCP_HEADER && !push))
        {
            m_lastShort = length;
            isMss = length == lastShort;
        }
        if (isMss)
        {
            m_rcvMss = length;
        }
        else
        {
            m_pushedTwice = m_pushedTwice || m_pushed;
            m_pushed = true;
        }
    }

    if (m_ato == 0)
    {
        EnterQuickMode(window);
    }
    else
    {
        const int64_t gap = nowMs - m_lastData;
        if (gap <= DELAY_MIN_MS / 2)
        {
            m_ato = m_ato / 2 + DELAY_MIN_MS / 2;
        }
        else if (gap < m_ato)
        {
            m_ato = std::min(m_ato / 2 + gap, rtoMs);
        }
        else if (gap > rtoMs)
        {
            const int64_t ato = m_ato;
            EnterQuickMode(window); // the sender starts anew
            m_ato = ato;
        }
    }
    m_lastData = nowMs;
}

void
AckPolicy::OnWindowGrowth()
{
    m_quick |= 1;
}

void
AckPolicy::EnterQuickMode(uint32_t window)
{
    const uint32_t acks = window / (2 * m_rcvMss);
    m_quick = std::max(m_quick, std::min(acks == 0 ? uint32_t{2} : acks, uint32_t{MAX_QUICK_ACKS}));
    m_ato = DELAY_MIN_MS;
}

void
AckPolicy::LeaveQuickMode()
{
    m_quick = 0;
}

bool
AckPolicy::IsDue(uint32_t unacknowledged, bool windowOpens) const
{
    return (unacknowledged > m_rcvMss && windowOpens) || m_quick > 0;
}

bool
AckPolicy::IsDueAfterRead(uint32_t unacknowledged, bool allRead) const
{
    return m_scheduled && (unacknowledged > m_rcvMss || (allRead && (m_pushedTwice || m_pushed)));
}

int64_t
AckPolicy::GetDelay(uint32_t srttUs) const
{
    int64_t delay = m_ato;
    if (delay > DELAY_MIN_MS)
    {
        int64_t longest = m_pushed ? DELAY_MAX_MS : 500;
        if (srttUs > 0)
        {
            longest = std::min(longest, std::max<int64_t>((srttUs + 999) / 1000, DELAY_MIN_MS));
        }
        delay = std::min(delay, longest);
    }
    return std::min(delay, DELAY_MAX_MS);
}

void
AckPolicy::OnAckSent()
{
    if (m_scheduled && m_quick > 0 && --m_quick == 0)
    {
        m_ato = DELAY_MIN_MS; // back to delayed ACKs
    }
    m_scheduled = false;
    m_pushed = false;
    m_pushedTwice = false;
}

void
AckPolicy::OnDelayPassed(int64_t rtoMs)
{
    m_ato = std::min(2 * m_ato, rtoMs);
}

uint32_t
AckPolicy::GetRcvMss() const
{
    return m_rcvMss;
}

uint32_t
AckPolicy::GetQuick() const
{
    return m_quick;
}

} // namespace LinuxRules
} // namespace ns3
