/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-prr.h"

#include <algorithm>
#include <cassert>

namespace ns3
{
namespace LinuxRules
{

void
Prr::Begin(uint32_t cwnd)
{
    m_priorCwnd = cwnd;
    m_delivered = 0;
    m_out = 0;
}

uint32_t
Prr::OnAck(const Ack& ack, PrrForm form)
{
    assert(ack.delivered > 0 && m_priorCwnd > 0);
    m_delivered += ack.delivered;
    const int64_t owed = int64_t{m_delivered} - m_out;
    const int64_t room = int64_t{ack.ssthresh} - ack.inFlight;
    int64_t send;
    if (room < 0)
    {
        // In proportion to what was delivered, rounded up.
        const uint64_t share = uint64_t{ack.ssthresh} * m_delivered;
        send = static_cast<int64_t>((share + m_priorCwnd - 1) / m_priorCwnd) - m_out;
    }
    else
    {
        const bool mayGrow = form == PrrForm::RetransAcked ? ack.retransAcked && !ack.lostRetrans
                                                           : ack.advanced && ack.lost == 0;
        send = ack.delivered;
        if (mayGrow || form == PrrForm::CatchUp)
        {
            send = std::max(send, owed) + (mayGrow ? 1 : 0);
        }
        send = std::min(send, room);
    }
    // The first retransmission always goes.
    send = std::max<int64_t>(send, m_out == 0 ? 1 : 0);
    return static_cast<uint32_t>(ack.inFlight + send);
}

} // namespace LinuxRules
} // namespace ns3
