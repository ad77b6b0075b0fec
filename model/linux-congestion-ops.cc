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
}

void
LinuxCongestionOps::ClearAckSample()
{
    m_ackSample.reset();
}

const LinuxAckSample*
LinuxCongestionOps::GetAckSample() const
{
    return m_ackSample ? &*m_ackSample : nullptr;
}

} // namespace ns3
