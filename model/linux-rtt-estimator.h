/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_RTT_ESTIMATOR_H
#define LINUX_RTT_ESTIMATOR_H

#include "linux-ns3-compat.h"

#include "ns3/rtt-estimator.h"

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Shows Linux's estimate to the parts of TcpSocketBase that compute the retransmission
 * timeout from an RttEstimator.
 *
 * LinuxTcpSocket measures with LinuxRules::RttEstimator8 and sets the result here.
 */
class LinuxRttEstimator : public RttEstimator
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LINUX_TCP_INSTANCE_TYPE_ID

    LinuxRttEstimator() = default;

    /**
     * @brief Set the estimate.
     * @param srtt smoothed round-trip time
     * @param rttvar the variance term of the timeout, four times the deviation
     */
    void Set(Time srtt, Time rttvar);

    void Measurement(Time t) override;
    Ptr<RttEstimator> Copy() const override;
};

} // namespace ns3

#endif /* LINUX_RTT_ESTIMATOR_H */
