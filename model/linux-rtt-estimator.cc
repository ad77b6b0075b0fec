/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-rtt-estimator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxRttEstimator);

TypeId
LinuxRttEstimator::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxRttEstimator")
                            .SetParent<RttEstimator>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxRttEstimator>();
    return tid;
}

void
LinuxRttEstimator::Set(Time srtt, Time rttvar)
{
    m_estimatedRtt = srtt;
    m_estimatedVariation = rttvar / 4;
    ++m_nSamples;
}

void
LinuxRttEstimator::Measurement(Time /* t */)
{
    // The socket measures by skb.
}

Ptr<RttEstimator>
LinuxRttEstimator::Copy() const
{
    return CopyObject<LinuxRttEstimator>(this);
}

} // namespace ns3
