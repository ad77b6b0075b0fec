/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-cubic-rule.h"

#include "linux-sequence.h"

#include <algorithm>

namespace ns3
{
namespace LinuxRules
{

namespace
{

constexpr int64_t US_PER_SECOND = 1000000;

/// Fraction that beta and bicScale are given in.
constexpr uint32_t SCALE = 1024;

/// The curve's unit of time is 2^-10 s whatever the tick is.
constexpr uint32_t CURVE_TIME_SHIFT = 10;

/// Growth is bicScale/1024 * t^3 per 100 ms of round-trip time: 10 for the latter, 2^10 for the
/// fraction, 2^30 for the cube of the time.
constexpr uint32_t CURVE_RTT_FACTOR = 10;
constexpr uint32_t CURVE_SHIFT = 10 + 3 * CURVE_TIME_SHIFT;

/// Before the first loss the window grows by at least 5 % in a round trip.
constexpr uint32_t MAX_STEP_BEFORE_LOSS = 20;

/// At most by half in a round trip.
constexpr uint32_t MIN_STEP = 2;

/// Far from the plateau's window the growth all but stops.
constexpr uint32_t PLATEAU_STEP_PER_SEGMENT = 100;

constexpr uint32_t MIN_SSTHRESH = 2;

constexpr uint32_t HYSTART_RTT_SAMPLES = 8;
constexpr uint32_t HYSTART_MIN_RISE_US = 4000;
constexpr uint32_t HYSTART_MAX_RISE_US = 16000;

/**
 * @brief Time that bursts add to a train of ACKs: four of the largest skbs at the pacing rate.
 * @param ack the ACK
 * @return microseconds, at most 1000
 */
uint32_t
BurstCushionUs(const CubicAck& ack)
{
    if (ack.pacingRate == 0)
    {
        return 0;
    }
    const uint64_t us = uint64_t{ack.gsoMaxSize} * 4 * US_PER_SECOND / ack.pacingRate;
    return static_cast<uint32_t>(std::min<uint64_t>(us, 1000));
}

} // namespace

uint32_t
CubeRoot(uint64_t value)
{
    uint64_t root = 0;
    // 2642245 is the largest number whose cube fits into 64 bits.
    for (uint64_t bit = uint64_t{1} << 21; bit != 0; bit >>= 1)
    {
        const uint64_t candidate = root | bit;
        if (candidate <= 2642245 && candidate * candidate * candidate <= value)
        {
            root = candidate;
        }
    }
    return static_cast<uint32_t>(root);
}

uint32_t
GrowInSlowStart(CongestionWindow& window, uint32_t acked)
{
    if (!window.InSlowStart())
    {
        return acked;
    }
    const uint32_t used = std::min(acked, window.ssthresh - window.cwnd);
    window.cwnd += used;
    return acked - used;
}

void
AdditiveIncrease::Acked(CongestionWindow& window, uint32_t segsPerStep, uint32_t acked)
{
    const uint32_t step = std::max<uint32_t>(segsPerStep, 1);
    if (m_credit >= step)
    {
        // Saved up while a step was larger: that is worth one segment, not several.
        m_credit = 0;
        ++window.cwnd;
    }
    m_credit += acked;
    window.cwnd += m_credit / step;
    m_credit %= step;
}

void
AdditiveIncrease::Reset()
{
    m_credit = 0;
}

uint32_t
AdditiveIncrease::GetCredit() const
{
    return m_credit;
}

void
HyStart::StartRound(int64_t nowUs, uint32_t sndNxt)
{
    m_started = true;
    m_roundStartUs = nowUs;
    m_trainEndUs = nowUs;
    m_roundEnd = sndNxt;
    m_roundRttUs = UINT32_MAX;
    m_roundRttSamples = 0;
}

void
HyStart::Reset()
{
    m_started = false;
}

bool
HyStart::Acked(const HyStartConfig& config, const CubicAck& ack, uint32_t minRttUs, uint32_t cwnd)
{
    if (!m_started || SeqBefore(m_roundEnd, ack.sndUna))
    {
        StartRound(ack.nowUs, ack.sndNxt);
    }
    if (cwnd < config.lowWindow)
    {
        return false;
    }
    const bool train = config.ackTrain && TrainTooLong(config, ack, minRttUs);
    const bool delay = config.delay && DelayTooLong(ack.rttUs, minRttUs);
    return train || delay;
}

bool
HyStart::TrainTooLong(const HyStartConfig& config, const CubicAck& ack, uint32_t minRttUs)
{
    if (ack.nowUs - m_trainEndUs > config.ackDeltaUs)
    {
        return false; // a gap: the train does not go on, in this round
    }
    m_trainEndUs = ack.nowUs;
    // Pacing in slow start may spread a train over half a round trip; without it a train that
    // lasts for half a round trip has filled the path.
    const uint32_t longest = minRttUs + BurstCushionUs(ack);
    return ack.nowUs - m_roundStartUs > (ack.paced ? longest : longest / 2);
}

bool
HyStart::DelayTooLong(uint32_t rttUs, uint32_t minRttUs)
{
    m_roundRttUs = std::min(m_roundRttUs, rttUs);
    if (m_roundRttSamples < HYSTART_RTT_SAMPLES)
    {
        ++m_roundRttSamples;
        return false;
    }
    return m_roundRttUs >
           minRttUs + std::clamp(minRttUs / 8, HYSTART_MIN_RISE_US, HYSTART_MAX_RISE_US);
}

CubicRule::CubicRule(const CubicConfig& config)
    : m_config(config)
{
}

void
CubicRule::SetConfig(const CubicConfig& config)
{
    m_config = config;
}

const CubicConfig&
CubicRule::GetConfig() const
{
    return m_config;
}

void
CubicRule::Reset()
{
    m_curve = Curve();
    m_hystart.Reset();
    m_increase.Reset();
}

void
CubicRule::RttSample(const CubicAck& ack, CongestionWindow& window)
{
    // Right after a reduction round-trip times still tell of the queue that caused it.
    if (m_curve.epoch && TickOf(ack.nowUs) - *m_curve.epoch < m_config.hz)
    {
        return;
    }
    CubicAck sample = ack;
    sample.rttUs = std::max<uint32_t>(ack.rttUs, 1);
    if (m_curve.minRttUs == 0 || sample.rttUs < m_curve.minRttUs)
    {
        m_curve.minRttUs = sample.rttUs;
    }
    if (m_config.hystart && !m_curve.slowStartEnded && window.InSlowStart() &&
        m_hystart.Acked(m_config.detect, sample, m_curve.minRttUs, window.cwnd))
    {
        m_curve.slowStartEnded = true;
        window.ssthresh = window.cwnd;
    }
}

void
CubicRule::Grow(int64_t nowUs, uint32_t acked, CongestionWindow& window)
{
    if (window.InSlowStart())
    {
        acked = GrowInSlowStart(window, acked);
        if (acked == 0)
        {
            return;
        }
    }
    UpdateStep(TickOf(nowUs), window.cwnd, acked);
    m_increase.Acked(window, m_curve.segsPerStep, acked);
}

uint32_t
CubicRule::Reduce(uint32_t cwnd)
{
    m_curve.epoch.reset();
    // A window below the last plateau means that another flow wants a share.
    m_curve.lastMaxCwnd =
        m_config.fastConvergence && cwnd < m_curve.lastMaxCwnd
            ? static_cast<uint32_t>(uint64_t{cwnd} * (SCALE + m_config.beta) / (2 * SCALE))
            : cwnd;
    m_increase.Reset();
    return std::max(static_cast<uint32_t>(uint64_t{cwnd} * m_config.beta / SCALE), MIN_SSTHRESH);
}

void
CubicRule::Timeout(int64_t nowUs, uint32_t sndNxt)
{
    m_curve = Curve();
    m_hystart.StartRound(nowUs, sndNxt);
    m_increase.Reset();
}

void
CubicRule::IdleEnds(int64_t nowUs, int64_t lastSentUs)
{
    const int64_t now = TickOf(nowUs);
    const int64_t idle = now - TickOf(lastSentUs);
    if (m_curve.epoch && idle > 0)
    {
        m_curve.epoch = std::min(*m_curve.epoch + idle, now);
    }
}

uint32_t
CubicRule::GetSegsPerStep() const
{
    return m_curve.segsPerStep;
}

uint32_t
CubicRule::GetMinRttUs() const
{
    return m_curve.minRttUs;
}

bool
CubicRule::HasHyStartEnded() const
{
    return m_curve.slowStartEnded;
}

int64_t
CubicRule::TickOf(int64_t us) const
{
    return us * m_config.hz / US_PER_SECOND;
}

void
CubicRule::UpdateStep(int64_t tick, uint32_t cwnd, uint32_t acked)
{
    m_curve.acked += acked;
    if (m_curve.lastCwnd == cwnd && tick - m_curve.lastTick <= m_config.hz / 32)
    {
        return; // the same window as a moment ago: the step still holds
    }
    // The curve is flat within a tick; Reno's window is not.
    if (!m_curve.epoch || tick != m_curve.lastTick)
    {
        m_curve.lastCwnd = cwnd;
        m_curve.lastTick = tick;
        if (!m_curve.epoch)
        {
            StartEpoch(tick, cwnd, acked);
        }
        const uint32_t target = Target(tick);
        m_curve.segsPerStep =
            target > cwnd ? cwnd / (target - cwnd) : PLATEAU_STEP_PER_SEGMENT * cwnd;
        if (m_curve.lastMaxCwnd == 0)
        {
            m_curve.segsPerStep = std::min(m_curve.segsPerStep, MAX_STEP_BEFORE_LOSS);
        }
    }
    if (m_config.tcpFriendliness)
    {
        m_curve.segsPerStep = std::min(m_curve.segsPerStep, RenoStep(cwnd));
    }
    m_curve.segsPerStep = std::max(m_curve.segsPerStep, MIN_STEP);
}

void
CubicRule::StartEpoch(int64_t tick, uint32_t cwnd, uint32_t acked)
{
    m_curve.epoch = tick;
    m_curve.acked = acked;
    m_curve.renoCwnd = cwnd;
    if (cwnd < m_curve.lastMaxCwnd)
    {
        const uint64_t timePerSegment =
            (uint64_t{1} << CURVE_SHIFT) / (uint64_t{m_config.bicScale} * CURVE_RTT_FACTOR);
        m_curve.timeToOrigin = CubeRoot(timePerSegment * (m_curve.lastMaxCwnd - cwnd));
        m_curve.origin = m_curve.lastMaxCwnd;
    }
    else
    {
        m_curve.timeToOrigin = 0;
        m_curve.origin = cwnd;
    }
}

uint32_t
CubicRule::Target(int64_t tick) const
{
    const int64_t rttTicks =
        (int64_t{m_curve.minRttUs} * m_config.hz + US_PER_SECOND - 1) / US_PER_SECOND;
    const auto elapsed = static_cast<uint64_t>(tick - *m_curve.epoch + rttTicks);
    const uint64_t t = (elapsed << CURVE_TIME_SHIFT) / m_config.hz;
    const bool beforeOrigin = t < m_curve.timeToOrigin;
    const uint64_t distance = beforeOrigin ? m_curve.timeToOrigin - t : t - m_curve.timeToOrigin;
    const uint64_t scale = uint64_t{m_config.bicScale} * CURVE_RTT_FACTOR;
    const auto height =
        static_cast<uint32_t>((scale * distance * distance * distance) >> CURVE_SHIFT);
    return beforeOrigin ? m_curve.origin - height : m_curve.origin + height;
}

uint32_t
CubicRule::RenoStep(uint32_t cwnd)
{
    // Reno with cubic's reduction grows by 3 (1 - beta) / (1 + beta) in a round trip.
    const uint32_t beta = m_config.beta;
    const uint64_t eighths = uint64_t{8} * (SCALE + beta) / 3 / (SCALE - beta);
    const auto perStep = static_cast<uint32_t>(std::max<uint64_t>(uint64_t{cwnd} * eighths / 8, 1));
    if (m_curve.acked > perStep)
    {
        const uint32_t steps = (m_curve.acked - 1) / perStep;
        m_curve.acked -= steps * perStep;
        m_curve.renoCwnd += steps;
    }
    return m_curve.renoCwnd > cwnd ? cwnd / (m_curve.renoCwnd - cwnd) : UINT32_MAX;
}

} // namespace LinuxRules
} // namespace ns3
