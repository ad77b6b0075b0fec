/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Attributes, construction, and the seams into TcpSocketBase that belong to no step of the way.

#include "linux-tcp-socket.h"

#include "linux-attribute-range.h"
#include "linux-nic.h"
#include "linux-tso-rules.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpSocket");

NS_OBJECT_ENSURE_REGISTERED(LinuxTcpSocket);

namespace
{

/// TCP header with the timestamp option, as every data packet carries it.
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t TIMESTAMP_OPTION = 12;
constexpr uint64_t MAX_UINT32 = std::numeric_limits<uint32_t>::max();
/// tcp_wmem[1]; the first window's worth of segments needs more.
constexpr uint32_t WMEM_DEFAULT = 16384;
/// Buffers are signed integers in Linux.
constexpr uint64_t MAX_MEMORY = std::numeric_limits<int32_t>::max();

/**
 * @brief Checker of a Switch attribute.
 * @return the checker; "Kernel" follows the release
 */
Ptr<const AttributeChecker>
MakeSwitchChecker()
{
    return MakeEnumChecker(LinuxTcpSocket::SWITCH_KERNEL,
                           "Kernel",
                           LinuxTcpSocket::SWITCH_OFF,
                           "false",
                           LinuxTcpSocket::SWITCH_ON,
                           "true");
}

/**
 * @brief Get the room that headers take in a packet.
 * @param ipv6 IPv6, else IPv4
 * @param timestamps the TCP header carries timestamps
 * @return bytes
 */
uint32_t
HeaderRoom(bool ipv6, bool timestamps)
{
    return (ipv6 ? 40 : 20) + TCP_HEADER + (timestamps ? TIMESTAMP_OPTION : 0);
}

/**
 * @brief Tell whether the default of an attribute of ns3::TcpSocket was changed.
 * @param name the attribute
 * @return true after Config::SetDefault
 */
bool
IsDefaultChanged(const std::string& name)
{
    TypeId::AttributeInformation info;
    TcpSocket::GetTypeId().LookupAttributeByName(name, &info);
    return info.initialValue != info.originalInitialValue;
}

} // namespace

TypeId
LinuxTcpSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxTcpSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("LinuxTcp")
            .AddConstructor<LinuxTcpSocket>()
            .AddAttribute(
                "Kernel",
                "The Linux release whose transmit path is followed, such as 6.6. Sets "
                "what the attributes below leave at Kernel or 0.",
                StringValue("6.6"),
                MakeStringAccessor(&LinuxTcpSocket::SetKernel, &LinuxTcpSocket::GetKernel),
                MakeStringChecker())
            .AddAttribute("LimitOutputBytes",
                          "Bytes of a socket in queue disc and device at most "
                          "(net.ipv4.tcp_limit_output_bytes). 0: the release's default.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_limitOutputBytes),
                          MakeRangeChecker("ns3::LinuxTcpSocket::LimitOutputBytes", 0, MAX_UINT32))
            .AddAttribute(
                "SmallQueueLimit",
                "The formula of the small-queue limit: L is LimitOutputBytes, T the truesize of "
                "the skb, R the pacing rate >> PacingShift.",
                EnumValue(LIMIT_KERNEL),
                LINUX_TCP_ENUM_ACCESSOR(SmallQueueLimitKind, &LinuxTcpSocket::m_smallQueueLimit),
                MakeEnumChecker(LIMIT_KERNEL,
                                "Kernel",
                                LIMIT_BYTE_LIMIT,
                                "ByteLimit",
                                LIMIT_MAX_TRUESIZE_RATE,
                                "MaxTruesizeRate",
                                LIMIT_MAX_BYTES_RATE,
                                "MaxBytesRate",
                                LIMIT_MIN_BYTES,
                                "MinBytes",
                                LIMIT_MIN_BYTES_UNLESS_PACED,
                                "MinBytesUnlessPaced",
                                LIMIT_MAX_ALL,
                                "MaxAll"))
            .AddAttribute(
                "SmallQueueBypass",
                "Which skbs pass although the socket is over the limit.",
                EnumValue(BYPASS_KERNEL),
                LINUX_TCP_ENUM_ACCESSOR(SmallQueueBypassKind, &LinuxTcpSocket::m_smallQueueBypass),
                MakeEnumChecker(BYPASS_KERNEL,
                                "Kernel",
                                BYPASS_NONE,
                                "None",
                                BYPASS_FIRST_TWO,
                                "FirstTwo",
                                BYPASS_RTX_EMPTY,
                                "RtxEmpty",
                                BYPASS_RTX_EMPTY_OR_SINGLE,
                                "RtxEmptyOrSingle"))
            .AddAttribute("LimitPacedFlows",
                          "Whether LimitOutputBytes caps paced sockets too (not from 5.0 to 6.15).",
                          EnumValue(SWITCH_KERNEL),
                          LINUX_TCP_ENUM_ACCESSOR(Switch, &LinuxTcpSocket::m_limitPacedFlows),
                          MakeSwitchChecker())
            .AddAttribute("TsoAutosize",
                          "What the size of TSO packets follows.",
                          EnumValue(AUTOSIZE_KERNEL),
                          LINUX_TCP_ENUM_ACCESSOR(TsoAutosizeKind, &LinuxTcpSocket::m_tsoAutosize),
                          MakeEnumChecker(AUTOSIZE_KERNEL,
                                          "Kernel",
                                          AUTOSIZE_RATE,
                                          "Rate",
                                          AUTOSIZE_RATE_AND_MIN_RTT,
                                          "RateAndMinRtt"))
            .AddAttribute("TsoRttLog",
                          "The bonus of short round trips halves every 2^TsoRttLog microseconds "
                          "of min_rtt (net.ipv4.tcp_tso_rtt_log). 0: no bonus.",
                          UintegerValue(9),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_tsoRttLog),
                          MakeRangeChecker("ns3::LinuxTcpSocket::TsoRttLog", 0, 31))
            .AddAttribute("TsoWinDivisor",
                          "A deferred skb is sent when 1/TsoWinDivisor of the window is free "
                          "(net.ipv4.tcp_tso_win_divisor). 0: no such rule.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_tsoWinDivisor),
                          MakeRangeChecker("ns3::LinuxTcpSocket::TsoWinDivisor", 0, 255))
            .AddAttribute("MinTsoSegs",
                          "Segments of a TSO packet at least (net.ipv4.tcp_min_tso_segs).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_minTsoSegs),
                          MakeRangeChecker("ns3::LinuxTcpSocket::MinTsoSegs", 1, 65535))
            .AddAttribute("GrowSkb",
                          "Whether the head of the write queue grows from the next skb (6.10 on).",
                          EnumValue(SWITCH_KERNEL),
                          LINUX_TCP_ENUM_ACCESSOR(Switch, &LinuxTcpSocket::m_growSkb),
                          MakeSwitchChecker())
            .AddAttribute("Autocorking",
                          "Whether a short last skb waits for a completion "
                          "(net.ipv4.tcp_autocorking).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpSocket::m_autocorking),
                          MakeBooleanChecker())
            .AddAttribute("PacingShift",
                          "TSO packets and the small-queue limit hold the pacing rate >> "
                          "PacingShift: 10 is about 1 ms of data (sk_pacing_shift).",
                          UintegerValue(10),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_pacingShift),
                          MakeRangeChecker("ns3::LinuxTcpSocket::PacingShift", 0, 31))
            .AddAttribute("PacingSsRatio",
                          "Pacing rate in slow start, percent of cwnd / srtt "
                          "(net.ipv4.tcp_pacing_ss_ratio).",
                          UintegerValue(200),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_pacingSsRatio),
                          MakeRangeChecker("ns3::LinuxTcpSocket::PacingSsRatio", 1, 1000))
            .AddAttribute("PacingCaRatio",
                          "Pacing rate in congestion avoidance, percent of cwnd / srtt "
                          "(net.ipv4.tcp_pacing_ca_ratio).",
                          UintegerValue(120),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_pacingCaRatio),
                          MakeRangeChecker("ns3::LinuxTcpSocket::PacingCaRatio", 1, 1000))
            .AddAttribute("MaxPacingRate",
                          "The pacing rate at most (SO_MAX_PACING_RATE). Setting it paces the "
                          "socket, as does EnablePacing of ns3::TcpSocketState.",
                          DataRateValue(DataRate(std::numeric_limits<uint64_t>::max())),
                          MakeDataRateAccessor(&LinuxTcpSocket::m_maxPacingRate),
                          MakeDataRateChecker())
            .AddAttribute("SkbOverhead",
                          "Bytes of truesize beyond the payload of an skb. About 1.3 KB on a "
                          "common 64-bit 6.1, 832 on 6.18, 704 on the 32-bit board of 2023.",
                          UintegerValue(LinuxWriteQueue::DEFAULT_OVERHEAD),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_skbOverhead),
                          MakeRangeChecker("ns3::LinuxTcpSocket::SkbOverhead", 1, 65536))
            .AddAttribute("CwndClamp",
                          "The congestion window at most, in segments (snd_cwnd_clamp). 0: none.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_cwndClamp),
                          MakeRangeChecker("ns3::LinuxTcpSocket::CwndClamp", 0, MAX_UINT32))
            .AddAttribute("WmemMax",
                          "Send buffer at most, bytes of memory (net.ipv4.tcp_wmem[2]). Without "
                          "effect when SndBufSize of ns3::TcpSocket is set: that fixes the buffer, "
                          "as SO_SNDBUF does.",
                          UintegerValue(4194304),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_wmemMax),
                          MakeRangeChecker("ns3::LinuxTcpSocket::WmemMax", 4096, MAX_MEMORY))
            .AddAttribute("MaxTcpHeader",
                          "Header room of an skb in bytes, which GSO limits and the send buffer "
                          "take into account (MAX_TCP_HEADER): 320 on common 64-bit builds.",
                          UintegerValue(LinuxRules::MAX_TCP_HEADER),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_maxTcpHeader),
                          MakeRangeChecker("ns3::LinuxTcpSocket::MaxTcpHeader", 128, 1024))
            .AddAttribute("ModerateRcvbuf",
                          "Whether the receive buffer follows what the application reads "
                          "(net.ipv4.tcp_moderate_rcvbuf). Without effect when RcvBufSize of "
                          "ns3::TcpSocket is set: that fixes the buffer, as SO_RCVBUF does.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpSocket::m_moderateRcvbuf),
                          MakeBooleanChecker())
            .AddAttribute("RmemDefault",
                          "Receive buffer at the start, bytes of memory (net.ipv4.tcp_rmem[1]).",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_rmemDefault),
                          MakeRangeChecker("ns3::LinuxTcpSocket::RmemDefault", 4096, MAX_MEMORY))
            .AddAttribute("RmemMax",
                          "Receive buffer at most, bytes of memory (net.ipv4.tcp_rmem[2]).",
                          UintegerValue(6291456),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_rmemMax),
                          MakeRangeChecker("ns3::LinuxTcpSocket::RmemMax", 4096, MAX_MEMORY))
            .AddAttribute("AdvWinScale",
                          "All of the receive buffer but 1/2^AdvWinScale is offered as window "
                          "(net.ipv4.tcp_adv_win_scale).",
                          UintegerValue(1),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_advWinScale),
                          MakeRangeChecker("ns3::LinuxTcpSocket::AdvWinScale", 1, 31))
            .AddAttribute("RtoMin",
                          "Smallest variance term of the retransmission timeout (tcp_rto_min). "
                          "Stands for MinRto of ns3::TcpSocketBase.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&LinuxTcpSocket::SetRtoMin, &LinuxTcpSocket::GetRtoMin),
                          MakeTimeChecker())
            .AddAttribute("Recovery",
                          "How losses are found (net.ipv4.tcp_recovery), a sum: 1 by time (RACK), "
                          "else by the number of duplicates; 2 RACK's window for reordering does "
                          "not grow; 4 nor does the number of duplicates close it.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_recoveryBits),
                          MakeRangeChecker("ns3::LinuxTcpSocket::Recovery", 0, 7))
            .AddAttribute("EarlyRetrans",
                          "Whether the tail of a transfer is probed before the retransmission "
                          "timeout (TLP, net.ipv4.tcp_early_retrans): 3 and 4 yes, 0 no.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_earlyRetrans),
                          MakeRangeChecker("ns3::LinuxTcpSocket::EarlyRetrans", 0, 4))
            .AddAttribute("Frto",
                          "Whether a retransmission timeout is checked for being spurious "
                          "(F-RTO, net.ipv4.tcp_frto): 0 no, else yes.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_frto),
                          MakeRangeChecker("ns3::LinuxTcpSocket::Frto", 0, 2))
            .AddAttribute("Dsack",
                          "Whether the receiver tells what arrived twice (RFC 2883, "
                          "net.ipv4.tcp_dsack).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxTcpSocket::m_dsack),
                          MakeBooleanChecker())
            .AddAttribute("Reordering",
                          "Segments that may arrive out of order before a hole counts as a loss "
                          "(net.ipv4.tcp_reordering).",
                          UintegerValue(3),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_reordering),
                          MakeRangeChecker("ns3::LinuxTcpSocket::Reordering", 1, 127))
            .AddAttribute("MaxReordering",
                          "Degree of reordering that a connection learns at most, segments "
                          "(net.ipv4.tcp_max_reordering).",
                          UintegerValue(300),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_maxReordering),
                          MakeRangeChecker("ns3::LinuxTcpSocket::MaxReordering", 1, MAX_UINT32))
            .AddAttribute("Retries2",
                          "A connection is given up when nothing is acknowledged for as long as "
                          "so many timeouts in a row take, from 200 ms on (net.ipv4.tcp_retries2). "
                          "DataRetries of ns3::TcpSocket, when it is set, takes its place.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_retries2),
                          MakeRangeChecker("ns3::LinuxTcpSocket::Retries2", 0, 255))
            .AddAttribute("Hz",
                          "Ticks per second of the kernel (CONFIG_HZ): timers fire on ticks, and "
                          "late as on the kernel's timer wheel.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&LinuxTcpSocket::m_hz),
                          MakeRangeChecker("ns3::LinuxTcpSocket::Hz", 100, 1000))
            .AddTraceSource("SkbSent",
                            "An skb was handed to IP.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_skbSentTrace),
                            "ns3::LinuxTcpSocket::XmitTracedCallback")
            .AddTraceSource("Throttled",
                            "The small-queue check held an skb back.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_throttledTrace),
                            "ns3::LinuxTcpSocket::ThrottleTracedCallback")
            .AddTraceSource("Bypassed",
                            "The small-queue check let an skb through although over the limit.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_bypassedTrace),
                            "ns3::LinuxTcpSocket::ThrottleTracedCallback")
            .AddTraceSource("Acked",
                            "An ACK was processed; the loop runs next.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_ackedTrace),
                            "ns3::LinuxTcpSocket::AckTracedCallback")
            .AddTraceSource("Recovery",
                            "A step of loss recovery.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_recoveryTrace),
                            "ns3::LinuxTcpSocket::RecoveryTracedCallback")
            .AddTraceSource("LoopStopped",
                            "The transmit loop ended, and why.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_stopTrace),
                            "ns3::LinuxTcpSocket::StopTracedCallback")
            .AddTraceSource("Wmem",
                            "Memory charged for packets in queue disc and device.",
                            MakeTraceSourceAccessor(&LinuxTcpSocket::m_wmemTrace),
                            "ns3::LinuxTcpSocket::WmemTracedCallback");
    return tid;
}

LinuxTcpSocket::LinuxTcpSocket()
    : m_profile(nullptr),
      m_writeQueue(m_skbPool),
      m_rtxQueue(m_skbPool),
      m_recovery(m_rtxQueue, *this)
{
    Init();
}

LinuxTcpSocket::LinuxTcpSocket(const LinuxTcpSocket& other)
    : TcpSocketBase(other),
      m_kernel(other.m_kernel),
      m_profile(other.m_profile),
      m_limitOutputBytes(other.m_limitOutputBytes),
      m_smallQueueLimit(other.m_smallQueueLimit),
      m_smallQueueBypass(other.m_smallQueueBypass),
      m_limitPacedFlows(other.m_limitPacedFlows),
      m_tsoAutosize(other.m_tsoAutosize),
      m_tsoRttLog(other.m_tsoRttLog),
      m_tsoWinDivisor(other.m_tsoWinDivisor),
      m_minTsoSegs(other.m_minTsoSegs),
      m_growSkb(other.m_growSkb),
      m_autocorking(other.m_autocorking),
      m_pacingShift(other.m_pacingShift),
      m_pacingSsRatio(other.m_pacingSsRatio),
      m_pacingCaRatio(other.m_pacingCaRatio),
      m_maxPacingRate(other.m_maxPacingRate),
      m_skbOverhead(other.m_skbOverhead),
      m_cwndClamp(other.m_cwndClamp),
      m_rtoMin(other.m_rtoMin),
      m_wmemMax(other.m_wmemMax),
      m_maxTcpHeader(other.m_maxTcpHeader),
      m_moderateRcvbuf(other.m_moderateRcvbuf),
      m_rmemDefault(other.m_rmemDefault),
      m_rmemMax(other.m_rmemMax),
      m_advWinScale(other.m_advWinScale),
      m_recoveryBits(other.m_recoveryBits),
      m_earlyRetrans(other.m_earlyRetrans),
      m_frto(other.m_frto),
      m_dsack(other.m_dsack),
      m_reordering(other.m_reordering),
      m_maxReordering(other.m_maxReordering),
      m_retries2(other.m_retries2),
      m_hz(other.m_hz),
      m_settings(other.m_settings),
      m_writeQueue(m_skbPool, other.m_skbOverhead),
      m_rtxQueue(m_skbPool),
      m_recovery(m_rtxQueue, *this),
      m_sndBufSet(other.m_sndBufSet),
      m_segSizeSet(other.m_segSizeSet),
      m_constructed(other.m_constructed),
      m_rttEstimator(static_cast<uint32_t>(other.m_rtoMin.GetMicroSeconds())),
      m_rcvBufSet(other.m_rcvBufSet)
{
    Init();
}

LinuxTcpSocket::~LinuxTcpSocket()
{
    m_account->Disconnect();
}

void
LinuxTcpSocket::Init()
{
    m_account = Create<LinuxTxAccount>();
    m_account->Connect(MakeCallback(&LinuxTcpSocket::TsqHandler, this),
                       MakeCallback(&LinuxTcpSocket::WmemChanged, this));
    m_pacingTimer.SetFunction(&LinuxTcpSocket::PacingExpired, this);
}

void
LinuxTcpSocket::DoDispose()
{
    m_account->Disconnect();
    m_egress = nullptr;
    TcpSocketBase::DoDispose();
}

void
LinuxTcpSocket::NotifyConstructionCompleted()
{
    TcpSocketBase::NotifyConstructionCompleted();
    // These count as set when their default was changed or they are set from now on.
    m_segSizeSet = IsDefaultChanged("SegmentSize");
    m_rcvBufSet = IsDefaultChanged("RcvBufSize");
    m_sndBufSet = IsDefaultChanged("SndBufSize");
    if (IsDefaultChanged("DataRetries"))
    {
        m_retries2 = GetDataRetries();
    }
    if (!m_sndBufSet)
    {
        m_txBuffer->SetMaxBufferSize(MAX_MEMORY); // holds the write that waits, too
    }
    m_constructed = true;
    m_writeQueue.SetOverhead(m_skbOverhead);
    m_rttEstimator = LinuxRules::RttEstimator8(static_cast<uint32_t>(m_rtoMin.GetMicroSeconds()));
    SetMinRto(m_rtoMin);
    ResolveSettings();
}

void
LinuxTcpSocket::SetSegSize(uint32_t size)
{
    NS_ABORT_MSG_IF(size == 0, "ns3::LinuxTcpSocket::SegmentSize is 0; it must be at least 1");
    TcpSocketBase::SetSegSize(size);
    m_segSizeSet = m_segSizeSet || m_constructed;
}

void
LinuxTcpSocket::SetDataRetries(uint32_t retries)
{
    TcpSocketBase::SetDataRetries(retries);
    if (m_constructed)
    {
        m_retries2 = retries;
    }
}

void
LinuxTcpSocket::SetRtoMin(Time rtoMin)
{
    NS_ABORT_MSG_IF(rtoMin < MilliSeconds(1) || rtoMin > Seconds(120),
                    "ns3::LinuxTcpSocket::RtoMin is " << rtoMin.As(Time::S)
                                                      << "; its range is 1 ms to 120 s");
    m_rtoMin = rtoMin;
}

Time
LinuxTcpSocket::GetRtoMin() const
{
    return m_rtoMin;
}

void
LinuxTcpSocket::SetKernel(std::string release)
{
    const LinuxRules::KernelProfile* profile = LinuxRules::FindKernelProfile(release);
    NS_ABORT_MSG_IF(!profile,
                    "ns3::LinuxTcpSocket::Kernel is \"" << release
                                                        << "\"; it must be a release from "
                                                        << LinuxRules::KernelReleaseRange());
    m_kernel = release;
    m_profile = profile;
}

std::string
LinuxTcpSocket::GetKernel() const
{
    return m_kernel;
}

void
LinuxTcpSocket::ResolveSettings()
{
    using LinuxRules::SmallQueueBypass;
    using LinuxRules::SmallQueueLimit;
    using LinuxRules::TsoAutosize;
    // The enums list the rules' values in their order, behind the one that follows the release.
    m_settings.smallQueueLimit =
        m_smallQueueLimit == LIMIT_KERNEL
            ? m_profile->smallQueueLimit
            : static_cast<SmallQueueLimit>(m_smallQueueLimit - LIMIT_BYTE_LIMIT);
    m_settings.smallQueueBypass =
        m_smallQueueBypass == BYPASS_KERNEL
            ? m_profile->smallQueueBypass
            : static_cast<SmallQueueBypass>(m_smallQueueBypass - BYPASS_NONE);
    m_settings.tsoAutosize = m_tsoAutosize == AUTOSIZE_KERNEL
                                 ? m_profile->tsoAutosize
                                 : static_cast<TsoAutosize>(m_tsoAutosize - AUTOSIZE_RATE);
    m_settings.limitOutputBytes =
        m_limitOutputBytes == 0 ? m_profile->limitOutputBytes : m_limitOutputBytes;
    m_settings.growSkb = m_growSkb == SWITCH_KERNEL ? m_profile->growSkb : m_growSkb == SWITCH_ON;
    m_settings.finPassesCwnd = m_profile->finPassesCwnd;
    if (m_limitPacedFlows == SWITCH_ON &&
        m_settings.smallQueueLimit == SmallQueueLimit::MinBytesUnlessPaced)
    {
        m_settings.smallQueueLimit = SmallQueueLimit::MinBytes;
    }
    else if (m_limitPacedFlows == SWITCH_OFF &&
             m_settings.smallQueueLimit == SmallQueueLimit::MinBytes)
    {
        m_settings.smallQueueLimit = SmallQueueLimit::MinBytesUnlessPaced;
    }
}

int
LinuxTcpSocket::Bind()
{
    const int result = TcpSocketBase::Bind();
    TakeCallbacks();
    return result;
}

int
LinuxTcpSocket::Bind(const Address& address)
{
    const int result = TcpSocketBase::Bind(address);
    TakeCallbacks();
    return result;
}

int
LinuxTcpSocket::Bind6()
{
    const int result = TcpSocketBase::Bind6();
    TakeCallbacks();
    return result;
}

int
LinuxTcpSocket::Connect(const Address& address)
{
    const int result = TcpSocketBase::Connect(address);
    if (result == 0 && (m_endPoint || m_endPoint6))
    {
        SetupCaps();
    }
    return result;
}

Ptr<TcpSocketBase>
LinuxTcpSocket::Fork()
{
    return CopyObject<LinuxTcpSocket>(this);
}

void
LinuxTcpSocket::CompleteFork(Ptr<Packet> p,
                             const TcpHeader& tcpHeader,
                             const Address& fromAddress,
                             const Address& toAddress)
{
    TcpSocketBase::CompleteFork(p, tcpHeader, fromAddress, toAddress);
    TakeCallbacks();
    SetupCaps();
}

Ptr<NetDevice>
LinuxTcpSocket::FindOutputDevice() const
{
    Socket::SocketErrno error;
    if (m_endPoint)
    {
        Ptr<Ipv4RoutingProtocol> routing = m_node->GetObject<Ipv4>()->GetRoutingProtocol();
        Ipv4Header header;
        header.SetDestination(m_endPoint->GetPeerAddress());
        header.SetSource(m_endPoint->GetLocalAddress());
        Ptr<Ipv4Route> route =
            routing ? routing->RouteOutput(nullptr, header, m_boundnetdevice, error) : nullptr;
        return route ? route->GetOutputDevice() : nullptr;
    }
    Ptr<Ipv6RoutingProtocol> routing = m_node->GetObject<Ipv6>()->GetRoutingProtocol();
    Ipv6Header header;
    header.SetDestination(m_endPoint6->GetPeerAddress());
    header.SetSource(m_endPoint6->GetLocalAddress());
    Ptr<Ipv6Route> route =
        routing ? routing->RouteOutput(nullptr, header, m_boundnetdevice, error) : nullptr;
    return route ? route->GetOutputDevice() : nullptr;
}

uint32_t
LinuxTcpSocket::GetAdvmss() const
{
    if (m_advmss == 0)
    {
        Ptr<NetDevice> device = FindOutputDevice();
        const uint32_t room = HeaderRoom(m_endPoint6 != nullptr, false);
        // Without a route the packet goes nowhere; the default keeps the arithmetic sound.
        m_advmss = device && device->GetMtu() > room ? device->GetMtu() - room
                                                     : LinuxRules::AckPolicy::INITIAL_MSS;
    }
    return m_advmss;
}

void
LinuxTcpSocket::SetupCaps()
{
    m_egress = LinuxEgress::Get(m_node);
    Ptr<NetDevice> device = FindOutputDevice();
    Ptr<LinuxNic> nic = LinuxEgress::GetNic(device);
    // Without a NIC the hook segments; Linux's defaults hold.
    m_gsoMaxSize = LinuxRules::SocketGsoMaxSize(nic ? nic->GetGsoMaxSize() : 65536, m_maxTcpHeader);
    m_gsoMaxSegs = nic ? nic->GetGsoMaxSegs() : 65535;
    if (!device)
    {
        return;
    }
    const uint32_t room = HeaderRoom(m_endPoint6 != nullptr, m_timestampEnabled);
    NS_ABORT_MSG_IF(device->GetMtu() <= room,
                    "LinuxTcpSocket: Mtu of the device is " << device->GetMtu()
                                                            << "; it must be above " << room
                                                            << " to hold TCP data");
    const uint32_t mss = device->GetMtu() - room;
    NS_ABORT_MSG_IF(m_segSizeSet && m_tcb->m_segmentSize > mss,
                    "ns3::LinuxTcpSocket::SegmentSize is "
                        << m_tcb->m_segmentSize << "; its range on a device with an Mtu of "
                        << device->GetMtu() << " is 1 to " << mss);
    if (!m_segSizeSet && mss != m_tcb->m_segmentSize)
    {
        // The base class allows this in state CLOSED only; nothing has been sent yet.
        m_tcb->m_segmentSize = mss;
        m_txBuffer->SetSegmentSize(mss);
        m_tcb->m_cWnd = GetInitialCwnd() * mss;
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
}

void
LinuxTcpSocket::StartQueues()
{
    SetupCaps(); // the peer may have refused timestamps
    m_firstSeq = m_txBuffer->HeadSequence().GetValue();
    m_writeQueue.SetWriteSeq(m_firstSeq);
    m_pushedSeq = m_firstSeq;
    StartReceiver(); // what is read is timed from the handshake's end
    if (!m_sndBufSet)
    {
        m_sndBuf = LinuxRules::SendBuffer(WMEM_DEFAULT, m_wmemMax);
        m_sndBuf.Expand(GetCwndSegments(), GetAdvmss(), m_maxTcpHeader);
        m_noSpace = true; // tell the application
    }
    StartRecovery();
    ClampCwnd();
    m_started = true;
    RefreshPacingRate();
}

void
LinuxTcpSocket::StartRecovery()
{
    LinuxLossRecovery::Config config;
    config.sack = m_sackEnabled;
    config.timestamps = m_timestampEnabled;
    config.ecn = m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED;
    config.recovery = m_recoveryBits;
    config.earlyRetrans = m_earlyRetrans;
    config.frto = m_frto;
    config.reordering = m_reordering;
    config.maxReordering = m_maxReordering;
    config.rtoMinUs = static_cast<uint32_t>(m_rtoMin.GetMicroSeconds());
    config.hz = m_hz;
    config.prr = m_profile->prr;
    m_recovery.SetMss(m_tcb->m_segmentSize, m_skbOverhead);
    m_recovery.Start(config, m_firstSeq);
    if (m_rttEstimator.HasSample())
    {
        m_recovery.SetRtt(m_rttEstimator.GetSrttUs8(),
                          m_rttEstimator.GetRttvarUs(),
                          m_minRtt.Get());
        m_rto = TicksToTime(m_recovery.GetRtoTicks());
    }
}

void
LinuxTcpSocket::ClampCwnd()
{
    if (m_cwndClamp > 0)
    {
        m_tcb->m_cWnd = std::min(m_tcb->m_cWnd.Get(), m_cwndClamp * m_tcb->m_segmentSize);
    }
}

bool
LinuxTcpSocket::CanSend() const
{
    return (m_endPoint || m_endPoint6) && (m_state == ESTABLISHED || m_state == CLOSE_WAIT);
}

int
LinuxTcpSocket::Close()
{
    NS_LOG_FUNCTION(this);
    int result = 0;
    const bool holes = m_tcb->m_rxBuffer->Size() > 0 && m_tcb->m_rxBuffer->Available() == 0;
    if (!holes)
    {
        result = TcpSocketBase::Close();
    }
    else if (m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        m_closeOnEmpty = true;
    }
    else
    {
        // The base class would reset the connection for data that nobody could have read yet.
        result = DoClose();
    }
    if (!m_inBase && !m_inXmit && m_started)
    {
        ProcessWrites();
        FinishClose();
    }
    return result;
}

int
LinuxTcpSocket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    const int result = TcpSocketBase::ShutdownSend();
    if (!m_inBase && !m_inXmit && m_started)
    {
        ProcessWrites();
        FinishClose();
    }
    return result;
}

void
LinuxTcpSocket::FinishClose()
{
    if (m_closeOnEmpty && CanSend() && m_writes.empty())
    {
        // What Nagle or autocorking held back leaves with the FIN.
        PushPending(Push::NAGLE_OFF);
        if (CanSend() && m_writeQueue.IsEmpty())
        {
            // All data was sent before the close: the FIN goes alone.
            DoClose();
        }
    }
    KeepTimer();
    if (m_state == LAST_ACK && m_rtxQueue.IsEmpty() && m_lastAckEvent.IsExpired())
    {
        // Nothing else repeats a FIN that goes alone behind data.
        m_dataRetrCount = m_dataRetries;
        m_lastAckEvent = Simulator::Schedule(m_rto, &LinuxTcpSocket::LastAckTimeout, this);
    }
}

uint32_t
LinuxTcpSocket::AvailableWindow() const
{
    // The base class's own loop never sends; ours asks TcpSocketBase::AvailableWindow().
    return 0;
}

void
LinuxTcpSocket::PersistTimeout()
{
    NS_LOG_FUNCTION(this);
    // The base class probes with a byte that has not been sent; there may be none.
    if (m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
    }
}

void
LinuxTcpSocket::WmemChanged(uint64_t oldBytes, uint64_t newBytes)
{
    m_wmemTrace(oldBytes, newBytes);
}

Ptr<LinuxTxAccount>
LinuxTcpSocket::GetTxAccount() const
{
    return m_account;
}

uint64_t
LinuxTcpSocket::GetPacingRate() const
{
    if (!m_congestionControl->HasCongControl())
    {
        return m_pacingRate;
    }
    return std::min(m_tcb->m_pacingRate.Get().GetBitRate() / 8, GetMaxPacingRate());
}

uint64_t
LinuxTcpSocket::GetMaxPacingRate() const
{
    return std::max<uint64_t>(m_maxPacingRate.GetBitRate() / 8, 1); // 0 would mean unpaced
}

uint32_t
LinuxTcpSocket::GetSrttUs() const
{
    return m_rttEstimator.GetSrttUs();
}

uint32_t
LinuxTcpSocket::GetMinRttUs() const
{
    return m_minRtt.Get();
}

uint32_t
LinuxTcpSocket::GetPacketsOut() const
{
    return m_rtxQueue.GetPacketsOut();
}

uint32_t
LinuxTcpSocket::GetCwndSegments() const
{
    return m_tcb->m_cWnd / m_tcb->m_segmentSize;
}

} // namespace ns3
