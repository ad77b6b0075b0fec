/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-congestion-ops.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxCongestionOps);

TypeId
LinuxCongestionOps::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxCongestionOps").SetParent<TcpCongestionOps>().SetGroupName("LinuxTcp");
    return tid;
}

LinuxCongestionOps::LinuxCongestionOps(const LinuxCongestionOps& other)
    : TcpCongestionOps(other)
{
}

void
LinuxCongestionOps::SetAckSample(const LinuxAckSample& sample)
{
    m_ackSample = sample;
    m_rttTaken = false;
}

void
LinuxCongestionOps::ClearAckSample()
{
    m_ackSample.reset();
}

void
LinuxCongestionOps::DataSent(int64_t nowUs)
{
    m_lastSentUs = nowUs;
}

const LinuxAckSample*
LinuxCongestionOps::GetAckSample() const
{
    return m_ackSample ? &*m_ackSample : nullptr;
}

int64_t
LinuxCongestionOps::TakeRttUs()
{
    // The base class asks more than once about one ACK in recovery; Linux looks at it once.
    if (!m_ackSample || m_rttTaken)
    {
        return -1;
    }
    m_rttTaken = true;
    return m_ackSample->rttUs;
}

int64_t
LinuxCongestionOps::GetLastSentUs() const
{
    return m_lastSentUs;
}

} // namespace ns3
