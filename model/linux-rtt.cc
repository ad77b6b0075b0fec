/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-rtt.h"

#include "linux-sequence.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// What a sample of 0 counts as in the minimum filter: one tick at HZ = 1000.
constexpr uint32_t TICK_US = 1000;

} // namespace

RttEstimator8::RttEstimator8(uint32_t rtoMinUs)
    : m_rtoMinUs(rtoMinUs)
{
}

void
RttEstimator8::Sample(uint32_t rttUs, uint32_t sndUna, uint32_t sndNxt)
{
    if (!HasSample())
    {
        m_srttUs8 = std::max(rttUs * 8, 1U);
        m_mdevUs4 = rttUs * 2;
        m_rttvarUs4 = std::max(m_mdevUs4, m_rtoMinUs);
        m_mdevMaxUs4 = m_rttvarUs4;
        m_windowEnd = sndNxt;
        return;
    }

    const int64_t error = int64_t{rttUs} - (m_srttUs8 >> 3);
    m_srttUs8 = static_cast<uint32_t>(std::max<int64_t>(m_srttUs8 + error, 1));

    int64_t change = (error < 0 ? -error : error) - (m_mdevUs4 >> 2);
    if (error < 0 && change > 0)
    {
        // A falling round trip hardly counts as variance.
        change >>= 3;
    }
    m_mdevUs4 = static_cast<uint32_t>(m_mdevUs4 + change);

    m_mdevMaxUs4 = std::max(m_mdevMaxUs4, m_mdevUs4);
    m_rttvarUs4 = std::max(m_rttvarUs4, m_mdevMaxUs4);
    if (SeqAfter(sndUna, m_windowEnd))
    {
        m_rttvarUs4 -= (m_rttvarUs4 - m_mdevMaxUs4) >> 2;
        m_windowEnd = sndNxt;
        m_mdevMaxUs4 = m_rtoMinUs;
    }
}

bool
RttEstimator8::HasSample() const
{
    return m_srttUs8 != 0;
}

uint32_t
RttEstimator8::GetSrttUs8() const
{
    return m_srttUs8;
}

uint32_t
RttEstimator8::GetSrttUs() const
{
    return m_srttUs8 >> 3;
}

uint32_t
RttEstimator8::GetMdevUs4() const
{
    return m_mdevUs4;
}

uint32_t
RttEstimator8::GetRttvarUs() const
{
    return m_rttvarUs4;
}

uint32_t
RttEstimator8::GetRtoUs() const
{
    if (!HasSample())
    {
        return RTO_INITIAL_US;
    }
    return std::min(GetSrttUs() + m_rttvarUs4, RTO_MAX_US);
}

MinRttFilter::MinRttFilter(int64_t windowUs)
    : m_windowUs(windowUs)
{
}

void
MinRttFilter::Update(int64_t nowUs, uint32_t rttUs, bool maybeDelayed)
{
    if (maybeDelayed && rttUs > Get())
    {
        return;
    }
    const Entry sample{nowUs, rttUs != 0 ? rttUs : TICK_US};
    Entry& first = m_best[0];
    Entry& second = m_best[1];
    Entry& third = m_best[2];

    if (sample.rttUs <= first.rttUs || nowUs - third.timeUs > m_windowUs)
    {
        // A new minimum, or nothing heard for a whole window: start over.
        first = second = third = sample;
        return;
    }
    if (sample.rttUs <= second.rttUs)
    {
        second = third = sample;
    }
    else if (sample.rttUs <= third.rttUs)
    {
        third = sample;
    }

    const int64_t age = nowUs - first.timeUs;
    if (age > m_windowUs)
    {
        // The best sample leaves the window; the runners-up move on, perhaps both.
        first = second;
        second = third;
        third = sample;
        if (nowUs - first.timeUs > m_windowUs)
        {
            first = second;
            second = third;
        }
    }
    else if (second.timeUs == first.timeUs && age > m_windowUs / 4)
    {
        // A quarter of the window without a second choice: take it from what follows.
        second = third = sample;
    }
    else if (third.timeUs == second.timeUs && age > m_windowUs / 2)
    {
        third = sample;
    }
}

uint32_t
MinRttFilter::Get() const
{
    return m_best[0].rttUs;
}

} // namespace LinuxRules
} // namespace ns3
