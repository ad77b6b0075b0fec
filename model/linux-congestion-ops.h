/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_CONGESTION_OPS_H
#define LINUX_CONGESTION_OPS_H

#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief What an acknowledgement tells a congestion control beyond what TcpSocketState holds.
 */
struct LinuxAckSample
{
    int64_t nowUs{0};          //!< the socket's clock when the ACK arrived, microseconds
    uint32_t ackedSegs{0};     //!< segments that the ACK took off the rtx queue
    int64_t rttUs{-1};         //!< round-trip time of the newest acknowledged skb; -1: none
    uint32_t sndUna{0};        //!< oldest unacknowledged sequence number, after the ACK
    uint32_t sndNxt{0};        //!< next sequence number to send
    uint32_t inFlight{0};      //!< segments in flight before the ACK
    bool isCwndLimited{false}; //!< the congestion window may grow, as its use was the limit
    uint64_t pacingRate{0};    //!< bytes per second
    uint32_t gsoMaxSize{0};    //!< the socket's copy, bytes
    bool paced{false};         //!< something holds packets back to the pacing rate
};

/**
 * @ingroup linux-tcp
 * @brief A congestion control that hears what Linux's hear.
 *
 * On a LinuxTcpSocket it finds the sample of the ACK that is being processed, on any other socket
 * there is none. It looks itself whether the congestion window was the limit: nobody keeps the
 * growth from it.
 */
class LinuxCongestionOps : public TcpCongestionOps
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxCongestionOps() = default;
    ~LinuxCongestionOps() override = default;

    /**
     * @brief Copy constructor: what an ACK of the other's socket said is not taken over.
     * @param other the congestion control to copy
     */
    LinuxCongestionOps(const LinuxCongestionOps& other);
    LinuxCongestionOps& operator=(const LinuxCongestionOps&) = delete;

    /**
     * @brief Set the sample of the ACK that is about to be processed.
     * @param sample the sample
     */
    void SetAckSample(const LinuxAckSample& sample);

    /**
     * @brief Forget the sample: the ACK has been processed.
     */
    void ClearAckSample();

    /**
     * @brief Note that data has been sent; after CA_EVENT_TX_START where that is due.
     * @param nowUs the socket's clock, microseconds
     */
    void DataSent(int64_t nowUs);

  protected:
    /**
     * @brief Get the sample of the ACK being processed.
     * @return the sample; null when no ACK is being processed or the socket gives none
     */
    const LinuxAckSample* GetAckSample() const;

    /**
     * @brief Get the round-trip time of the ACK being processed, once.
     * @return microseconds; -1 when there is none or it has been taken before
     */
    int64_t TakeRttUs();

    /**
     * @brief Get the time of the latest transmission of data.
     * @return microseconds; -1 when the socket does not tell
     */
    int64_t GetLastSentUs() const;

  private:
    std::optional<LinuxAckSample> m_ackSample; //!< of the ACK being processed
    bool m_rttTaken{false};                    //!< its round-trip time has been used
    int64_t m_lastSentUs{-1};                  //!< latest transmission of data
};

} // namespace ns3

#endif /* LINUX_CONGESTION_OPS_H */
