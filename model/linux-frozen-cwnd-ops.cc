/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-frozen-cwnd-ops.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxFrozenCwndOps);

TypeId
LinuxFrozenCwndOps::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxFrozenCwndOps")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxFrozenCwndOps>();
    return tid;
}

void
LinuxFrozenCwndOps::SetReal(Ptr<TcpCongestionOps> real)
{
    m_real = real;
}

std::string
LinuxFrozenCwndOps::GetName() const
{
    return m_real->GetName();
}

uint32_t
LinuxFrozenCwndOps::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return m_real->GetSsThresh(tcb, bytesInFlight);
}

void
LinuxFrozenCwndOps::IncreaseWindow(Ptr<TcpSocketState> /* tcb */, uint32_t /* segmentsAcked */)
{
}

void
LinuxFrozenCwndOps::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_real->PktsAcked(tcb, segmentsAcked, rtt);
}

void
LinuxFrozenCwndOps::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                       const TcpSocketState::TcpCongState_t newState)
{
    m_real->CongestionStateSet(tcb, newState);
}

void
LinuxFrozenCwndOps::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    m_real->CwndEvent(tcb, event);
}

bool
LinuxFrozenCwndOps::HasCongControl() const
{
    return m_real->HasCongControl();
}

void
LinuxFrozenCwndOps::CongControl(Ptr<TcpSocketState> tcb,
                                const TcpRateOps::TcpRateConnection& rc,
                                const TcpRateOps::TcpRateSample& rs)
{
    m_real->CongControl(tcb, rc, rs);
}

Ptr<TcpCongestionOps>
LinuxFrozenCwndOps::Fork()
{
    return m_real->Fork();
}

} // namespace ns3
