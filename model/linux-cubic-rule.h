/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_CUBIC_RULE_H
#define LINUX_CUBIC_RULE_H

#include <cstdint>
#include <optional>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief A sender's congestion window in segments.
 */
struct CongestionWindow
{
    uint32_t cwnd;     //!< congestion window
    uint32_t ssthresh; //!< slow start threshold

    /**
     * @brief Tell whether the window is still below the threshold.
     * @return true in slow start
     */
    bool InSlowStart() const
    {
        return cwnd < ssthresh;
    }
};

/**
 * @ingroup linux-tcp
 * @brief Slow start: one segment for each acknowledged one, up to the threshold.
 * @param window the window to grow
 * @param acked segments acknowledged
 * @return acknowledged segments that are left when the threshold is reached
 */
uint32_t GrowInSlowStart(CongestionWindow& window, uint32_t acked);

/**
 * @ingroup linux-tcp
 * @brief Growth by one segment for every so many acknowledged ones.
 */
class AdditiveIncrease
{
  public:
    /**
     * @brief Count acknowledged segments.
     * @param window the window to grow
     * @param segsPerStep so many acknowledged segments are worth one, at least 1
     * @param acked segments acknowledged
     */
    void Acked(CongestionWindow& window, uint32_t segsPerStep, uint32_t acked);

    /**
     * @brief Forget what has been counted.
     */
    void Reset();

    /**
     * @brief Get the acknowledged segments that have not been spent yet.
     * @return segments
     */
    uint32_t GetCredit() const;

  private:
    uint32_t m_credit{0}; //!< acknowledged segments not spent yet
};

/**
 * @ingroup linux-tcp
 * @brief Settings of HyStart; the defaults are Linux's.
 */
struct HyStartConfig
{
    bool ackTrain{true};       //!< look at the length of a round's train of ACKs
    bool delay{true};          //!< look at the delay of a round's first ACKs
    uint32_t lowWindow{16};    //!< least congestion window, segments
    uint32_t ackDeltaUs{2000}; //!< ACKs further apart do not prolong a train
};

/**
 * @ingroup linux-tcp
 * @brief What HyStart and cubic look at when an ACK brings a round-trip time.
 */
struct CubicAck
{
    int64_t nowUs;       //!< arrival
    uint32_t rttUs;      //!< round-trip time of the newest acknowledged skb
    uint32_t sndUna;     //!< oldest unacknowledged sequence number, after the ACK
    uint32_t sndNxt;     //!< next sequence number to send
    uint64_t pacingRate; //!< bytes per second, before this ACK changed it
    uint32_t gsoMaxSize; //!< of the socket, bytes
    bool paced;          //!< packets are held back to the pacing rate
};

/**
 * @ingroup linux-tcp
 * @brief HyStart: finds the point where slow start should end, before packets are lost.
 */
class HyStart
{
  public:
    /**
     * @brief Begin a round.
     * @param nowUs time
     * @param sndNxt the round ends when something beyond this is acknowledged
     */
    void StartRound(int64_t nowUs, uint32_t sndNxt);

    /**
     * @brief Wait for the first ACK to begin a round.
     */
    void Reset();

    /**
     * @brief Look at an ACK in slow start.
     * @param config settings
     * @param ack the ACK
     * @param minRttUs least round-trip time seen
     * @param cwnd congestion window, segments
     * @return true when slow start should end
     */
    bool Acked(const HyStartConfig& config, const CubicAck& ack, uint32_t minRttUs, uint32_t cwnd);

  private:
    /**
     * @brief Tell whether the ACKs of this round have come for too long.
     * @param config settings
     * @param ack the ACK
     * @param minRttUs least round-trip time seen
     * @return true when slow start should end
     */
    bool TrainTooLong(const HyStartConfig& config, const CubicAck& ack, uint32_t minRttUs);

    /**
     * @brief Tell whether the first ACKs of this round took too long.
     * @param rttUs round-trip time of the ACK
     * @param minRttUs least round-trip time seen
     * @return true when slow start should end
     */
    bool DelayTooLong(uint32_t rttUs, uint32_t minRttUs);

    bool m_started{false};         //!< a round has begun
    int64_t m_roundStartUs{0};     //!< its beginning
    uint32_t m_roundEnd{0};        //!< acknowledging more than this ends it
    int64_t m_trainEndUs{0};       //!< latest ACK of the train
    uint32_t m_roundRttUs{0};      //!< least round-trip time of the round
    uint32_t m_roundRttSamples{0}; //!< how many it comes from, up to what is needed
};

/**
 * @ingroup linux-tcp
 * @brief Settings of cubic; the defaults are Linux's.
 */
struct CubicConfig
{
    bool hystart{true};         //!< use HyStart
    HyStartConfig detect;       //!< its settings
    bool fastConvergence{true}; //!< leave room for others after two reductions in a row
    uint32_t beta{717};         //!< what a reduction leaves, 1/1024
    uint32_t bicScale{41};      //!< steepness of the curve, 1/1024
    bool tcpFriendliness{true}; //!< grow at least as fast as Reno would
    uint32_t hz{1000};          //!< ticks per second of the clock of the curve
};

/**
 * @ingroup linux-tcp
 * @brief Linux's cubic: growth, reduction and the end of slow start, in segments.
 *
 * The curve runs on the kernel's tick, HyStart on microseconds. All arithmetic is that of integers,
 * as in Linux, so that the window comes out the same at every ACK.
 */
class CubicRule
{
  public:
    /**
     * @brief Constructor.
     * @param config settings
     */
    explicit CubicRule(const CubicConfig& config = CubicConfig());

    /**
     * @brief Change the settings; what has been learned stays.
     * @param config settings
     */
    void SetConfig(const CubicConfig& config);

    /**
     * @brief Get the settings.
     * @return settings
     */
    const CubicConfig& GetConfig() const;

    /**
     * @brief Begin anew, as for a new connection.
     */
    void Reset();

    /**
     * @brief Take the round-trip time of an ACK; it may end slow start.
     *
     * To be called before Grow() for the same ACK.
     *
     * @param ack the ACK
     * @param window its threshold becomes cwnd where slow start ends
     */
    void RttSample(const CubicAck& ack, CongestionWindow& window);

    /**
     * @brief Grow the window; to be called only when it was the limit.
     * @param nowUs time
     * @param acked segments acknowledged
     * @param window the window to grow
     */
    void Grow(int64_t nowUs, uint32_t acked, CongestionWindow& window);

    /**
     * @brief Begin a reduction of the window.
     * @param cwnd congestion window
     * @return the new slow start threshold, segments
     */
    uint32_t Reduce(uint32_t cwnd);

    /**
     * @brief The retransmission timer has expired: forget the curve and the delays.
     * @param nowUs time
     * @param sndNxt next sequence number to send
     */
    void Timeout(int64_t nowUs, uint32_t sndNxt);

    /**
     * @brief The first data is sent after all was acknowledged: no growth for the idle time.
     * @param nowUs time
     * @param lastSentUs when data was last sent
     */
    void IdleEnds(int64_t nowUs, int64_t lastSentUs);

    /**
     * @brief Get the number of acknowledged segments that are worth one of growth.
     * @return segments; 0 as long as there was only slow start
     */
    uint32_t GetSegsPerStep() const;

    /**
     * @brief Get the least round-trip time.
     * @return microseconds; 0: none yet
     */
    uint32_t GetMinRttUs() const;

    /**
     * @brief Tell whether HyStart has ended slow start.
     * @return true when it has, since the beginning or the last timeout
     */
    bool HasHyStartEnded() const;

  private:
    /// What is forgotten when the retransmission timer expires.
    struct Curve
    {
        std::optional<int64_t> epoch; //!< tick at which the curve began
        uint32_t origin{0};           //!< window of the plateau
        uint32_t timeToOrigin{0};     //!< from epoch to plateau, 1/1024 s
        uint32_t lastMaxCwnd{0};      //!< window before the last reduction; 0: none
        uint32_t lastCwnd{0};         //!< window when the curve was last evaluated
        int64_t lastTick{0};          //!< when that was
        uint32_t segsPerStep{0};      //!< acknowledged segments worth one of growth
        uint32_t acked{0};            //!< segments acknowledged, not yet in renoCwnd
        uint32_t renoCwnd{0};         //!< the window that Reno would have
        uint32_t minRttUs{0};         //!< least round-trip time; 0: none
        bool slowStartEnded{false};   //!< by HyStart
    };

    /**
     * @brief Get the tick of a time.
     * @param us microseconds
     * @return ticks
     */
    int64_t TickOf(int64_t us) const;

    /**
     * @brief Bring the number of segments per step up to date.
     * @param tick now
     * @param cwnd congestion window
     * @param acked segments acknowledged
     */
    void UpdateStep(int64_t tick, uint32_t cwnd, uint32_t acked);

    /**
     * @brief Begin a curve.
     * @param tick now
     * @param cwnd congestion window
     * @param acked segments acknowledged
     */
    void StartEpoch(int64_t tick, uint32_t cwnd, uint32_t acked);

    /**
     * @brief Evaluate the curve one round-trip time from now.
     * @param tick now
     * @return window, segments
     */
    uint32_t Target(int64_t tick) const;

    /**
     * @brief Follow the window that Reno would have.
     * @param cwnd congestion window
     * @return segments per step that reach it in a round trip
     */
    uint32_t RenoStep(uint32_t cwnd);

    CubicConfig m_config;        //!< settings
    Curve m_curve;               //!< the curve and what it needs
    HyStart m_hystart;           //!< end of slow start
    AdditiveIncrease m_increase; //!< growth by parts of segments
};

/**
 * @ingroup linux-tcp
 * @brief Cube root.
 * @param value radicand
 * @return the largest integer whose cube is not above it
 */
uint32_t CubeRoot(uint64_t value);

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_CUBIC_RULE_H */
