/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_CUBIC_H
#define LINUX_TCP_CUBIC_H

#include "linux-congestion-ops.h"
#include "linux-cubic-rule.h"

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Cubic as Linux has it, for LinuxTcpSocket.
 *
 * Its window is that of the kernel at every ACK: segments and integers, HyStart with microseconds
 * and the pacing rate, growth only when the congestion window was the limit. On other sockets it
 * takes what TcpSocketState has: round-trip times are then what the socket says they are, the
 * pacing rate follows from them, and before ns-3.42 every window counts as used.
 *
 * The cube root that places the plateau is exact; Linux's is up to 0.15 % off.
 */
class LinuxTcpCubic : public LinuxCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxTcpCubic() = default;
    ~LinuxTcpCubic() override = default;

    /**
     * @brief Copy constructor: the settings, not the state.
     * @param other the congestion control to copy
     */
    LinuxTcpCubic(const LinuxTcpCubic& other);

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /// Hand the attributes to the rule, as they may have been set since.
    void ApplySettings();

    /**
     * @brief Tell whether the window may grow.
     * @param tcb the socket's state
     * @return true when its use was the limit
     */
    bool MayGrow(Ptr<const TcpSocketState> tcb) const;

    // Attributes.
    bool m_hystart{true};               //!< Hystart
    uint32_t m_hystartDetect{3};        //!< HystartDetect
    uint32_t m_hystartLowWindow{16};    //!< HystartLowWindow, segments
    uint32_t m_hystartAckDeltaUs{2000}; //!< HystartAckDeltaUs
    bool m_fastConvergence{true};       //!< FastConvergence
    uint32_t m_beta{717};               //!< Beta
    uint32_t m_bicScale{41};            //!< BicScale
    bool m_tcpFriendliness{true};       //!< TcpFriendliness
    uint32_t m_hz{1000};                //!< Hz

    LinuxRules::CubicRule m_rule; //!< the window's arithmetic
    int64_t m_lastAckUs{-1};      //!< when the latest ACK came in
};

} // namespace ns3

#endif /* LINUX_TCP_CUBIC_H */
