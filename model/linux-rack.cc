/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-rack.h"

#include "linux-sequence.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{
namespace LinuxRules
{

bool
SentAfter(int64_t us1, int64_t us2, uint32_t seq1, uint32_t seq2)
{
    return us1 > us2 || (us1 == us2 && SeqAfter(seq1, seq2));
}

void
Rack::Advance(int64_t nowUs, int64_t sentUs, uint32_t endSeq, bool retransmitted, uint32_t minRttUs)
{
    // A departure time may lie ahead of an ACK of what an earlier copy brought.
    const auto rttUs = static_cast<uint32_t>(std::max<int64_t>(nowUs - sentUs, 0));
    if (retransmitted && rttUs < minRttUs)
    {
        return; // an earlier copy may have arrived
    }
    m_advanced = true;
    m_rttUs = rttUs;
    if (SentAfter(sentUs, m_sentUs, endSeq, m_endSeq))
    {
        m_sentUs = sentUs;
        m_endSeq = endSeq;
    }
}

uint32_t
Rack::GetReorderWindowUs(const Conditions& conditions) const
{
    if (!conditions.reorderingSeen)
    {
        if (conditions.inRecovery || (conditions.enoughSacked && !conditions.noDupThresh))
        {
            return 0;
        }
    }
    return std::min((conditions.minRttUs >> 2) * m_steps, conditions.srttUs);
}

bool
Rack::IsOlder(int64_t sentUs, uint32_t endSeq) const
{
    return SentAfter(m_sentUs, sentUs, m_endSeq, endSeq);
}

int64_t
Rack::GetRemainingUs(int64_t nowUs, int64_t sentUs, uint32_t windowUs) const
{
    return int64_t{m_rttUs} + windowUs - std::max<int64_t>(nowUs - sentUs, 0);
}

void
Rack::UpdateReorderWindow(uint32_t priorDelivered, uint32_t delivered)
{
    if (priorDelivered == 0)
    {
        return;
    }
    if (SeqBefore(priorDelivered, m_lastDelivered))
    {
        m_dsackSeen = false; // less than a round trip since the last step
    }
    if (m_dsackSeen)
    {
        m_steps = static_cast<uint8_t>(
            std::min<uint32_t>(m_steps + 1U, std::numeric_limits<uint8_t>::max()));
        m_dsackSeen = false;
        m_lastDelivered = delivered;
        m_persist = RECOVERY_THRESH;
    }
    else if (m_persist == 0)
    {
        m_steps = 1;
    }
}

void
Rack::OnRecovered()
{
    m_persist -= m_persist > 0 ? 1 : 0;
}

void
Rack::OnDsackUndo()
{
    m_persist = std::min<uint8_t>(RECOVERY_THRESH, m_persist + 1);
}

bool
Rack::TakeAdvanced()
{
    return std::exchange(m_advanced, false);
}

} // namespace LinuxRules
} // namespace ns3
