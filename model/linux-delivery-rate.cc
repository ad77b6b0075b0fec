/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-delivery-rate.h"

#include "linux-sequence.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

void
DeliveryRate::OnSent(RateStamp& stamp, int64_t sentUs, bool isFirst)
{
    if (isFirst)
    {
        // An idle connection has no rate: a new interval begins.
        m_firstSentUs = sentUs;
        m_deliveredUs = sentUs;
    }
    stamp.firstSentUs = m_firstSentUs;
    stamp.deliveredUs = m_deliveredUs;
    stamp.delivered = m_delivered;
    stamp.appLimited = m_appLimited != 0;
}

void
DeliveryRate::OnDelivered(RateStamp& stamp,
                          int64_t sentUs,
                          uint32_t endSeq,
                          bool retransmitted,
                          bool sacked,
                          RateSample& sample)
{
    if (stamp.deliveredUs == RateStamp::NONE)
    {
        return;
    }
    const bool isNewest =
        sentUs > m_firstSentUs || (sentUs == m_firstSentUs && SeqAfter(endSeq, sample.lastEndSeq));
    // Nothing had been delivered when the first skbs left; Linux keeps looking for a better one.
    if (sample.priorDelivered == 0 || isNewest)
    {
        sample.hasPrior = true;
        sample.priorDelivered = stamp.delivered;
        sample.priorUs = stamp.deliveredUs;
        sample.appLimited = stamp.appLimited;
        sample.retransmitted = retransmitted;
        sample.lastEndSeq = endSeq;
        m_firstSentUs = sentUs;
        sample.sendIntervalUs = std::max<int64_t>(sentUs - stamp.firstSentUs, 0);
    }
    if (sacked)
    {
        stamp.deliveredUs = RateStamp::NONE;
    }
}

void
DeliveryRate::Finish(int64_t nowUs,
                     uint32_t delivered,
                     uint32_t lost,
                     bool reneged,
                     uint32_t minRttUs,
                     RateSample& sample)
{
    if (m_appLimited != 0 && SeqAfter(m_delivered, m_appLimited))
    {
        m_appLimited = 0;
    }
    if (delivered > 0)
    {
        m_deliveredUs = nowUs;
    }
    sample.ackedSacked = delivered;
    sample.losses = lost;
    if (!sample.hasPrior || reneged)
    {
        return;
    }
    sample.delivered = m_delivered - sample.priorDelivered;
    sample.ackIntervalUs = std::max<int64_t>(nowUs - sample.priorUs, 0);
    sample.intervalUs = std::max(sample.sendIntervalUs, sample.ackIntervalUs);
    if (sample.intervalUs < minRttUs)
    {
        sample.intervalUs = -1; // shorter than a round trip: overestimates
    }
}

void
DeliveryRate::SetAppLimited(uint32_t inFlight)
{
    m_appLimited = std::max(m_delivered + inFlight, 1U);
}

} // namespace LinuxRules
} // namespace ns3
