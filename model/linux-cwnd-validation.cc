/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-cwnd-validation.h"

#include "linux-sequence.h"

namespace ns3
{
namespace LinuxRules
{

void
CwndValidation::AfterSend(bool isCwndLimited, uint32_t packetsOut, uint32_t sndUna, uint32_t sndNxt)
{
    const bool newWindow = !m_started || !SeqBefore(sndUna, m_windowEnd);
    // Once the congestion window was the limit, that holds for the rest of the window.
    if (newWindow || isCwndLimited || (!m_cwndLimited && packetsOut > m_maxPacketsOut))
    {
        m_started = true;
        m_cwndLimited = isCwndLimited;
        m_maxPacketsOut = packetsOut;
        m_windowEnd = sndNxt;
    }
}

bool
CwndValidation::IsCwndLimited(bool inSlowStart, uint32_t cwnd) const
{
    return m_cwndLimited || (inSlowStart && cwnd < uint64_t{2} * m_maxPacketsOut);
}

uint32_t
CwndValidation::GetMaxPacketsOut() const
{
    return m_maxPacketsOut;
}

} // namespace LinuxRules
} // namespace ns3
