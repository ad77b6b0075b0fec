/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tcp-cubic.h"

#include "linux-attribute-range.h"
#include "linux-ns3-compat.h"
#include "linux-pacing.h"
#include "linux-tso-rules.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpCubic");

NS_OBJECT_ENSURE_REGISTERED(LinuxTcpCubic);

namespace
{

constexpr uint32_t DETECT_ACK_TRAIN = 1;
constexpr uint32_t DETECT_DELAY = 2;

/// Device limit that a socket has unless the device says otherwise.
constexpr uint32_t DEFAULT_GSO_MAX_SIZE = 65536;

/// Linux's parameters are signed integers.
constexpr uint64_t MAX_PARAMETER = std::numeric_limits<int32_t>::max();

/// @return now, in whole microseconds
int64_t
NowUs()
{
    return Simulator::Now().GetMicroSeconds();
}

/**
 * @brief Get the window in segments.
 * @param tcb the socket's state
 * @return window and threshold
 */
LinuxRules::CongestionWindow
WindowOf(Ptr<const TcpSocketState> tcb)
{
    return {tcb->m_cWnd / tcb->m_segmentSize, tcb->m_ssThresh / tcb->m_segmentSize};
}

/**
 * @brief Turn segments into bytes.
 * @param segs segments
 * @param segmentSize bytes per segment
 * @return bytes, as many as TcpSocketState can hold
 */
uint32_t
BytesOf(uint32_t segs, uint32_t segmentSize)
{
    return static_cast<uint32_t>(
        std::min<uint64_t>(uint64_t{segs} * segmentSize, std::numeric_limits<uint32_t>::max()));
}

} // namespace

TypeId
LinuxTcpCubic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxTcpCubic")
            .SetParent<LinuxCongestionOps>()
            .SetGroupName("LinuxTcp")
            .AddConstructor<LinuxTcpCubic>()
            .AddAttribute("Hystart",
                          "Whether HyStart may end slow start before a loss does.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpCubic::m_hystart),
                          MakeBooleanChecker())
            .AddAttribute("HystartDetect",
                          "What HyStart looks at: 1 the train of ACKs of a round, 2 the delay of "
                          "its first ACKs, 3 both.",
                          UintegerValue(DETECT_ACK_TRAIN | DETECT_DELAY),
                          MakeUintegerAccessor(&LinuxTcpCubic::m_hystartDetect),
                          MakeRangeChecker("ns3::LinuxTcpCubic::HystartDetect", 0, 3))
            .AddAttribute(
                "HystartLowWindow",
                "HyStart looks at windows of so many segments and more.",
                UintegerValue(16),
                MakeUintegerAccessor(&LinuxTcpCubic::m_hystartLowWindow),
                MakeRangeChecker("ns3::LinuxTcpCubic::HystartLowWindow", 0, MAX_PARAMETER))
            .AddAttribute(
                "HystartAckDeltaUs",
                "ACKs of a train are at most so many microseconds apart.",
                UintegerValue(2000),
                MakeUintegerAccessor(&LinuxTcpCubic::m_hystartAckDeltaUs),
                MakeRangeChecker("ns3::LinuxTcpCubic::HystartAckDeltaUs", 0, MAX_PARAMETER))
            .AddAttribute("FastConvergence",
                          "Whether a second reduction below the first one's window lowers the "
                          "plateau too.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpCubic::m_fastConvergence),
                          MakeBooleanChecker())
            .AddAttribute("Beta",
                          "What is left of the window after a reduction, 1/1024.",
                          UintegerValue(717),
                          MakeUintegerAccessor(&LinuxTcpCubic::m_beta),
                          MakeRangeChecker("ns3::LinuxTcpCubic::Beta", 1, 1023))
            .AddAttribute("BicScale",
                          "Steepness of the cubic curve, 1/1024.",
                          UintegerValue(41),
                          MakeUintegerAccessor(&LinuxTcpCubic::m_bicScale),
                          MakeRangeChecker("ns3::LinuxTcpCubic::BicScale", 1, 1048576))
            .AddAttribute("TcpFriendliness",
                          "Whether the window grows at least as fast as that of Reno would.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpCubic::m_tcpFriendliness),
                          MakeBooleanChecker())
            .AddAttribute("Hz",
                          "Ticks per second of the kernel, the clock of the curve (CONFIG_HZ).",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&LinuxTcpCubic::m_hz),
                          MakeRangeChecker("ns3::LinuxTcpCubic::Hz", 32, 1000000));
    return tid;
}

LinuxTcpCubic::LinuxTcpCubic(const LinuxTcpCubic& other)
    : LinuxCongestionOps(other),
      m_hystart(other.m_hystart),
      m_hystartDetect(other.m_hystartDetect),
      m_hystartLowWindow(other.m_hystartLowWindow),
      m_hystartAckDeltaUs(other.m_hystartAckDeltaUs),
      m_fastConvergence(other.m_fastConvergence),
      m_beta(other.m_beta),
      m_bicScale(other.m_bicScale),
      m_tcpFriendliness(other.m_tcpFriendliness),
      m_hz(other.m_hz)
{
}

std::string
LinuxTcpCubic::GetName() const
{
    return "LinuxTcpCubic";
}

void
LinuxTcpCubic::Init(Ptr<TcpSocketState> /* tcb */)
{
    m_rule.Reset();
}

void
LinuxTcpCubic::ApplySettings()
{
    LinuxRules::CubicConfig config;
    config.hystart = m_hystart;
    config.detect.ackTrain = (m_hystartDetect & DETECT_ACK_TRAIN) != 0;
    config.detect.delay = (m_hystartDetect & DETECT_DELAY) != 0;
    config.detect.lowWindow = m_hystartLowWindow;
    config.detect.ackDeltaUs = m_hystartAckDeltaUs;
    config.fastConvergence = m_fastConvergence;
    config.beta = m_beta;
    config.bicScale = m_bicScale;
    config.tcpFriendliness = m_tcpFriendliness;
    config.hz = m_hz;
    m_rule.SetConfig(config);
}

uint32_t
LinuxTcpCubic::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t /* bytesInFlight */)
{
    ApplySettings();
    const uint32_t cwnd = WindowOf(tcb).cwnd;
    const uint32_t ssthresh = m_rule.Reduce(cwnd);
    NS_LOG_INFO("reduction at cwnd " << cwnd << ", ssthresh " << ssthresh);
    return BytesOf(ssthresh, tcb->m_segmentSize);
}

bool
LinuxTcpCubic::MayGrow(Ptr<const TcpSocketState> tcb) const
{
    if (const LinuxAckSample* sample = GetAckSample())
    {
        return sample->isCwndLimited;
    }
    return LINUX_TCP_IS_CWND_LIMITED(tcb);
}

void
LinuxTcpCubic::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    const LinuxAckSample* sample = GetAckSample();
    if (!MayGrow(tcb))
    {
        return;
    }
    ApplySettings();
    const LinuxRules::CongestionWindow before = WindowOf(tcb);
    LinuxRules::CongestionWindow window = before;
    m_rule.Grow(sample ? sample->nowUs : NowUs(),
                sample ? sample->ackedSegs : segmentsAcked,
                window);
    if (window.cwnd != before.cwnd)
    {
        tcb->m_cWnd = BytesOf(window.cwnd, tcb->m_segmentSize);
    }
}

void
LinuxTcpCubic::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t /* segmentsAcked */, const Time& rtt)
{
    m_lastAckUs = NowUs();
    const LinuxAckSample* sample = GetAckSample();
    LinuxRules::CongestionWindow window = WindowOf(tcb);
    LinuxRules::CubicAck ack;
    if (sample)
    {
        const int64_t rttUs = TakeRttUs();
        if (rttUs < 0)
        {
            return;
        }
        ack.nowUs = sample->nowUs;
        ack.rttUs = static_cast<uint32_t>(rttUs);
        ack.sndUna = sample->sndUna;
        ack.sndNxt = sample->sndNxt;
        ack.pacingRate = sample->pacingRate;
        ack.gsoMaxSize = sample->gsoMaxSize;
        ack.paced = sample->paced;
    }
    else
    {
        if (!rtt.IsStrictlyPositive())
        {
            return; // no sample yet
        }
        ack.nowUs = m_lastAckUs;
        ack.rttUs = static_cast<uint32_t>(rtt.GetMicroSeconds());
        ack.sndUna = tcb->m_lastAckedSeq.GetValue();
        ack.sndNxt = tcb->m_highTxMark.Get().GetValue();
        // Linux keeps a pacing rate whether it paces or not.
        ack.pacingRate = LinuxRules::PacingRate(tcb->m_segmentSize,
                                                window.cwnd,
                                                0,
                                                window.ssthresh,
                                                ack.rttUs * 8,
                                                tcb->m_pacingSsRatio,
                                                tcb->m_pacingCaRatio,
                                                std::numeric_limits<uint64_t>::max());
        ack.gsoMaxSize = LinuxRules::SocketGsoMaxSize(DEFAULT_GSO_MAX_SIZE);
        ack.paced = tcb->m_pacing;
    }
    ApplySettings();
    const uint32_t ssthresh = window.ssthresh;
    m_rule.RttSample(ack, window);
    if (window.ssthresh != ssthresh)
    {
        NS_LOG_INFO("HyStart ends slow start at cwnd " << window.cwnd);
        tcb->m_ssThresh = BytesOf(window.ssthresh, tcb->m_segmentSize);
    }
}

void
LinuxTcpCubic::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                  const TcpSocketState::TcpCongState_t newState)
{
    if (newState == TcpSocketState::CA_LOSS)
    {
        m_rule.Timeout(NowUs(), tcb->m_highTxMark.Get().GetValue());
    }
}

void
LinuxTcpCubic::CwndEvent(Ptr<TcpSocketState> /* tcb */, const TcpSocketState::TcpCAEvent_t event)
{
    if (event == TcpSocketState::CA_EVENT_TX_START)
    {
        // Without the time of the last transmission: that of the ACK that left nothing in flight.
        const int64_t lastUs = GetLastSentUs() >= 0 ? GetLastSentUs() : m_lastAckUs;
        if (lastUs >= 0)
        {
            ApplySettings();
            m_rule.IdleEnds(NowUs(), lastUs);
        }
    }
}

Ptr<TcpCongestionOps>
LinuxTcpCubic::Fork()
{
    return CopyObject<LinuxTcpCubic>(this);
}

} // namespace ns3
