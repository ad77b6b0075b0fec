/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_FROZEN_CWND_OPS_H
#define LINUX_FROZEN_CWND_OPS_H

#include "linux-ns3-compat.h"

#include "ns3/tcp-congestion-ops.h"

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Stands in for a congestion control while the congestion window is not the limit.
 *
 * Linux's congestion controls leave cwnd alone when the sender is not limited by it; ns-3's do not
 * all ask. Everything but the growth reaches the real one.
 */
class LinuxFrozenCwndOps : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxFrozenCwndOps() = default;
    ~LinuxFrozenCwndOps() override = default;

    /**
     * @brief Set whom to stand in for.
     * @param real the congestion control; null to forget it
     */
    void SetReal(Ptr<TcpCongestionOps> real);

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    bool HasCongControl() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& rc,
                     const TcpRateOps::TcpRateSample& rs) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    Ptr<TcpCongestionOps> m_real; //!< the congestion control
};

} // namespace ns3

#endif /* LINUX_FROZEN_CWND_OPS_H */
