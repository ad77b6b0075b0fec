/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "oracle-setup.h"

#include "ns3/linux-nic.h"
#include "ns3/linux-tcp-socket.h"

#include <algorithm>
#include <limits>
#include <sstream>

using namespace ns3;

namespace
{

/// The release whose rules the oracle's kernel has where no switch changes them.
const char* const KERNEL = "6.1";

/// Overhead of an skb in the oracle's build, bytes.
const char* const SKB_OVERHEAD = "768";

/// Header room of its skbs, bytes.
const char* const MAX_TCP_HEADER = "192";

/// Its largest receive and send buffer (tcp_rmem[2], tcp_wmem[2]), bytes. The first one sets the
/// window scale, and with it the steps in which the receive window moves.
const char* const RMEM_MAX = "33554432";
const char* const WMEM_MAX = "16777216";

constexpr uint64_t MAX_UINT32 = std::numeric_limits<uint32_t>::max();

/// IPv4 holds an skb at this many bytes up to Linux 6.3.
constexpr uint64_t IPV4_GSO_MAX_SIZE = 65536;

/// A name in the table and one in the simulator.
using Names = std::map<std::string, std::string>;

const Names SMALL_QUEUE_BYPASS{{"0", "RtxEmpty"}, {"1", "RtxEmptyOrSingle"}, {"2", "None"}};
const Names SMALL_QUEUE_LIMIT{{"0", "MinBytesUnlessPaced"},
                              {"1", "MaxAll"},
                              {"2", "MaxBytesRate"},
                              {"3", "MaxTruesizeRate"},
                              {"4", "ByteLimit"}};
const Names TSO_AUTOSIZE{{"0", "Rate"}, {"1", "RateAndMinRtt"}};
const Names SWITCH{{"0", "false"}, {"1", "true"}};
const Names SYSCTLS{{"net.ipv4.tcp_limit_output_bytes", "LimitOutputBytes"},
                    {"net.ipv4.tcp_tso_rtt_log", "TsoRttLog"},
                    {"net.ipv4.tcp_tso_win_divisor", "TsoWinDivisor"},
                    {"net.ipv4.tcp_min_tso_segs", "MinTsoSegs"},
                    {"net.ipv4.tcp_pacing_ss_ratio", "PacingSsRatio"},
                    {"net.ipv4.tcp_pacing_ca_ratio", "PacingCaRatio"},
                    {"net.ipv4.tcp_autocorking", "Autocorking"}};

/// Types in the order of preference.
using Types = std::map<std::string, std::vector<std::string>>;

const Types CONGESTION_CONTROLS{{"cubic", {"ns3::LinuxTcpCubic", "ns3::TcpCubic"}},
                                {"reno", {"ns3::TcpLinuxReno"}},
                                {"bbr", {"ns3::LinuxTcpBbr"}}};
const Types QUEUE_DISCS{{"pfifo_fast", {"ns3::PfifoFastQueueDisc"}},
                        {"fq", {"ns3::LinuxFqQueueDisc"}}};

/**
 * @brief List what can be chosen.
 * @param choices the choices
 * @return their names
 */
template <typename T>
std::string
ListNames(const std::map<std::string, T>& choices)
{
    std::string names;
    for (const auto& choice : choices)
    {
        names += (names.empty() ? "" : ", ") + choice.first;
    }
    return names;
}

/**
 * @brief Find a type that is there.
 * @param names its names in the order of preference
 * @param[out] type the first one that is registered
 * @return false when none is
 */
bool
FindType(const std::vector<std::string>& names, TypeId& type)
{
    return std::any_of(names.begin(), names.end(), [&type](const std::string& name) {
        return TypeId::LookupByNameFailSafe(name, &type);
    });
}

/**
 * @brief Tell whether a type has an attribute.
 * @param type the type
 * @param name the attribute
 * @return true when it does
 */
bool
HasAttribute(TypeId type, const std::string& name)
{
    struct TypeId::AttributeInformation information;
    return type.LookupAttributeByName(name, &information);
}

/// Split a text at its blanks into names and values around an equals sign.
std::vector<std::pair<std::string, std::string>>
SplitAssignments(const std::string& text)
{
    std::vector<std::pair<std::string, std::string>> assignments;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        const auto equals = std::min(word.find('='), word.size());
        assignments.emplace_back(word.substr(0, equals),
                                 word.substr(std::min(equals + 1, word.size())));
    }
    return assignments;
}

/// Nanoseconds as the microseconds of an attribute.
std::string
ToMicroseconds(uint64_t nanoseconds)
{
    std::ostringstream text;
    text << nanoseconds / 1000;
    if (nanoseconds % 1000 != 0)
    {
        text << "." << std::to_string(1000 + nanoseconds % 1000).substr(1);
    }
    return text.str();
}

} // namespace

OracleSetup::OracleSetup(const OracleTable& table, const OracleRow& row)
{
    for (const auto& column : table.parameters)
    {
        const auto& value = row.Get(column);
        if (const auto handler = FindHandler(column))
        {
            (this->*handler)(column, value);
        }
        else if (!value.empty())
        {
            Refuse("the column " + column + " is not known");
        }
    }
    Complete();
}

const std::vector<std::string>&
OracleSetup::GetRefusals() const
{
    return m_refusals;
}

OracleSetup::Handler
OracleSetup::FindHandler(const std::string& column)
{
    static const std::map<std::string, Handler> HANDLERS{
        {"scenario", &OracleSetup::TakeNothing},
        {"variant", &OracleSetup::TakeNothing},
        {"cc", &OracleSetup::TakeCongestionControl},
        {"qdisc", &OracleSetup::TakeQueueDisc},
        {"mtu", &OracleSetup::TakeMtu},
        {"link_bps", &OracleSetup::TakeLinkRate},
        {"oneway_delay_ns", &OracleSetup::TakeDelay},
        {"tx_complete_ns", &OracleSetup::TakeTxLatency},
        {"tx_coal_ns", &OracleSetup::TakeTxUsecs},
        {"tx_coal_frames", &OracleSetup::TakeTxFrames},
        {"tx_coal_per_wire_frame", &OracleSetup::TakeFalseOnly},
        {"tx_ring", &OracleSetup::TakeTxRing},
        {"rx_coal_ns", &OracleSetup::TakeReceiverUsecs},
        {"rx_coal_frames", &OracleSetup::TakeReceiveFrames},
        {"rx_gro", &OracleSetup::TakeReceiverGro},
        {"sender_rx_coal_ns", &OracleSetup::TakeSenderUsecs},
        {"sender_rx_gro", &OracleSetup::TakeSenderGro},
        {"shared_irq", &OracleSetup::TakeSharedInterrupt},
        {"skb_orphan", &OracleSetup::TakeOrphan},
        {"truesize_div", &OracleSetup::TakeTruesizeDivisor},
        {"tso", &OracleSetup::TakeTso},
        {"gso_max_segs", &OracleSetup::TakeGsoMaxSegs},
        {"gso_max_size", &OracleSetup::TakeGsoMaxSize},
        {"flows", &OracleSetup::TakeFlows},
        {"write_size", &OracleSetup::TakeWriteSize},
        {"so_max_pacing_Bps", &OracleSetup::TakeMaxPacingRate},
        {"ipv6", &OracleSetup::TakeIpv6},
        {"cwnd_clamp", &OracleSetup::TakeCwndClamp},
        {"kernel_params", &OracleSetup::TakeKernelParameters},
        {"sysctl", &OracleSetup::TakeSysctls},
        {"steady_from_s", &OracleSetup::TakeFrom},
        {"steady_to_s", &OracleSetup::TakeTo},
    };
    const auto found = HANDLERS.find(column);
    return found == HANDLERS.end() ? nullptr : found->second;
}

void
OracleSetup::TakeNothing(const std::string& /* column */, const std::string& /* value */)
{
    // A name.
}

void
OracleSetup::TakeCongestionControl(const std::string& column, const std::string& value)
{
    const auto found = CONGESTION_CONTROLS.find(value);
    if (found == CONGESTION_CONTROLS.end())
    {
        RefuseValue(column, value, ListNames(CONGESTION_CONTROLS));
    }
    else if (!FindType(found->second, congestionControl))
    {
        Refuse("cc " + value + ": there is no " + found->second.front());
    }
}

void
OracleSetup::TakeQueueDisc(const std::string& column, const std::string& value)
{
    const auto found = QUEUE_DISCS.find(value);
    if (found == QUEUE_DISCS.end())
    {
        RefuseValue(column, value, ListNames(QUEUE_DISCS));
    }
    else if (!FindType(found->second, queueDisc))
    {
        Refuse("qdisc " + value + ": there is no " + found->second.front());
    }
}

void
OracleSetup::TakeMtu(const std::string& column, const std::string& value)
{
    mtu = static_cast<uint16_t>(ReadInteger(column, value, 576, 65535));
}

void
OracleSetup::TakeLinkRate(const std::string& column, const std::string& value)
{
    rate = DataRate(ReadInteger(column, value, 1, std::numeric_limits<int64_t>::max()));
}

void
OracleSetup::TakeDelay(const std::string& column, const std::string& value)
{
    delay = NanoSeconds(ReadInteger(column, value, 0, std::numeric_limits<int64_t>::max()));
}

void
OracleSetup::TakeTxLatency(const std::string& column, const std::string& value)
{
    if (const auto nanoseconds = ReadInteger(column, value, 0, MAX_UINT32))
    {
        SetNic(senderNic,
               "TxCompletionLatency",
               "ns3::ConstantRandomVariable[Constant=" + ToMicroseconds(nanoseconds) + "]",
               false);
    }
}

void
OracleSetup::TakeTxUsecs(const std::string& column, const std::string& value)
{
    const auto nanoseconds = ReadInteger(column, value, 0, MAX_UINT32);
    SetNic(senderNic, "TxUsecs", ToMicroseconds(nanoseconds), false);
}

void
OracleSetup::TakeTxFrames(const std::string& column, const std::string& value)
{
    ReadInteger(column, value, 1, MAX_UINT32);
    SetNic(senderNic, "TxFrames", value, false);
}

void
OracleSetup::TakeFalseOnly(const std::string& column, const std::string& value)
{
    if (ReadBoolean(column, value))
    {
        Refuse(column + " 1: LinuxNic coalesces by skbs");
    }
}

void
OracleSetup::TakeTxRing(const std::string& column, const std::string& value)
{
    ReadInteger(column, value, 1, MAX_UINT32);
    SetNic(senderNic, "TxRingSize", value, false);
}

void
OracleSetup::TakeReceiverUsecs(const std::string& column, const std::string& value)
{
    const auto nanoseconds = ReadInteger(column, value, 0, MAX_UINT32);
    m_receiveCoalesced = m_receiveCoalesced || nanoseconds > 0;
    SetNic(receiverNic, "RxUsecs", ToMicroseconds(nanoseconds), nanoseconds == 0);
}

void
OracleSetup::TakeReceiveFrames(const std::string& column, const std::string& value)
{
    m_receiveFrames = ReadInteger(column, value, 1, MAX_UINT32);
}

void
OracleSetup::TakeReceiverGro(const std::string& column, const std::string& value)
{
    const bool gro = ReadBoolean(column, value);
    SetNic(receiverNic, "Gro", gro ? "true" : "false", !gro);
}

void
OracleSetup::TakeSenderUsecs(const std::string& column, const std::string& value)
{
    const auto nanoseconds = ReadInteger(column, value, 0, MAX_UINT32);
    m_receiveCoalesced = m_receiveCoalesced || nanoseconds > 0;
    SetNic(senderNic, "RxUsecs", ToMicroseconds(nanoseconds), nanoseconds == 0);
}

void
OracleSetup::TakeSenderGro(const std::string& column, const std::string& value)
{
    const bool gro = ReadBoolean(column, value);
    SetNic(senderNic, "Gro", gro ? "true" : "false", !gro);
}

void
OracleSetup::TakeSharedInterrupt(const std::string& column, const std::string& value)
{
    SetNic(senderNic, "SharedInterrupt", ReadBoolean(column, value) ? "true" : "false", false);
}

void
OracleSetup::TakeOrphan(const std::string& column, const std::string& value)
{
    const bool orphan = ReadBoolean(column, value);
    SetNic(senderNic, "OrphanSkbs", orphan ? "true" : "false", !orphan);
}

void
OracleSetup::TakeTruesizeDivisor(const std::string& column, const std::string& value)
{
    auto divisor = ReadInteger(column, value, 1, MAX_UINT32);
    uint32_t shift = 0;
    for (; divisor > 1 && divisor % 2 == 0; divisor /= 2)
    {
        ++shift;
    }
    if (divisor != 1)
    {
        RefuseValue(column, value, "powers of two");
        return;
    }
    SetNic(senderNic, "TruesizeShift", std::to_string(shift), shift == 0);
}

void
OracleSetup::TakeTso(const std::string& column, const std::string& value)
{
    if (value != "on" && value != "off")
    {
        RefuseValue(column, value, "on, off");
    }
    tso = value == "on";
    SetNic(senderNic, "Tso", tso ? "true" : "false", false);
}

void
OracleSetup::TakeGsoMaxSegs(const std::string& column, const std::string& value)
{
    if (!value.empty())
    {
        ReadInteger(column, value, 1, LinuxNic::MAX_GSO_SEGS);
        SetNic(senderNic, "GsoMaxSegs", value, false);
    }
}

void
OracleSetup::TakeGsoMaxSize(const std::string& column, const std::string& value)
{
    if (!value.empty())
    {
        ReadInteger(column, value, mtu, LinuxNic::MAX_GSO_SIZE);
        SetNic(senderNic, "GsoMaxSize", value, false);
    }
}

void
OracleSetup::TakeFlows(const std::string& column, const std::string& value)
{
    flows = static_cast<uint32_t>(ReadInteger(column, value, 1, 10000));
}

void
OracleSetup::TakeWriteSize(const std::string& column, const std::string& value)
{
    writeSize = static_cast<uint32_t>(ReadInteger(column, value, 1, 1 << 24));
}

void
OracleSetup::TakeMaxPacingRate(const std::string& column, const std::string& value)
{
    constexpr uint64_t max = std::numeric_limits<uint64_t>::max() / 8;
    if (const auto bytesPerSecond = ReadInteger(column, value, 0, max))
    {
        socketValues.emplace_back("MaxPacingRate", std::to_string(bytesPerSecond * 8) + "bps");
    }
}

void
OracleSetup::TakeIpv6(const std::string& column, const std::string& value)
{
    ipv6 = ReadBoolean(column, value);
}

void
OracleSetup::TakeCwndClamp(const std::string& column, const std::string& value)
{
    if (!value.empty())
    {
        m_cwndClamp = ReadInteger(column, value, 1, MAX_UINT32);
    }
}

void
OracleSetup::TakeKernelParameters(const std::string& /* column */, const std::string& value)
{
    for (const auto& [name, setting] : SplitAssignments(value))
    {
        TakeSwitch(name.substr(name.rfind('/') + 1), setting);
    }
}

void
OracleSetup::TakeSwitch(const std::string& name, const std::string& value)
{
    auto choose = [this, &name, &value](const Names& names, std::string& kept) {
        if (names.count(value) == 0)
        {
            RefuseValue(name, value, ListNames(names));
            return;
        }
        kept = value;
    };
    if (name == "tsq_single_skb")
    {
        choose(SMALL_QUEUE_BYPASS, m_bypass);
    }
    else if (name == "tsq_limit_mode")
    {
        choose(SMALL_QUEUE_LIMIT, m_limitMode);
    }
    else if (name == "tsq_paced_cap")
    {
        m_pacedCap = ReadBoolean(name, value);
    }
    else if (name == "autosize_minrtt")
    {
        choose(TSO_AUTOSIZE, m_autosize);
    }
    else if (name == "grow_skb")
    {
        choose(SWITCH, m_grow);
    }
    else if (name == "cwnd_clamp_all")
    {
        m_cwndClamp = ReadInteger(name, value, 0, MAX_UINT32);
    }
    else if (name == "hystart")
    {
        const auto own =
            congestionControl.GetUid() != 0 && HasAttribute(congestionControl, "Hystart");
        congestionValues.emplace_back(own ? "Hystart" : "HyStart",
                                      ReadBoolean(name, value) ? "true" : "false");
    }
    else if (name == "bbr_gso_cap" || name == "bbr_old")
    {
        if (ReadBoolean(name, value))
        {
            Refuse(name + " 1: no congestion control has it");
        }
    }
    else
    {
        Refuse("the kernel parameter " + name + " is not known");
    }
}

void
OracleSetup::TakeSysctls(const std::string& /* column */, const std::string& value)
{
    for (const auto& [name, setting] : SplitAssignments(value))
    {
        const auto found = SYSCTLS.find(name);
        if (found == SYSCTLS.end())
        {
            Refuse("the sysctl " + name + " is not known");
        }
        else
        {
            ReadInteger(name, setting, 0, MAX_UINT32);
            socketValues.emplace_back(found->second, setting);
        }
    }
}

void
OracleSetup::TakeFrom(const std::string& column, const std::string& value)
{
    from = ReadSeconds(column, value);
}

void
OracleSetup::TakeTo(const std::string& column, const std::string& value)
{
    to = ReadSeconds(column, value);
}

void
OracleSetup::Complete()
{
    socketValues.emplace_back("Kernel", KERNEL);
    socketValues.emplace_back("SkbOverhead", SKB_OVERHEAD);
    socketValues.emplace_back("MaxTcpHeader", MAX_TCP_HEADER);
    socketValues.emplace_back("WmemMax", WMEM_MAX);
    receiverValues.emplace_back("RmemMax", RMEM_MAX);
    socketValues.emplace_back("SmallQueueBypass", SMALL_QUEUE_BYPASS.at(m_bypass));
    socketValues.emplace_back("SmallQueueLimit", SMALL_QUEUE_LIMIT.at(m_limitMode));
    socketValues.emplace_back("TsoAutosize", TSO_AUTOSIZE.at(m_autosize));
    socketValues.emplace_back("GrowSkb", SWITCH.at(m_grow));
    if (m_limitMode == "0")
    {
        socketValues.emplace_back("LimitPacedFlows", m_pacedCap ? "true" : "false");
    }
    else if (m_pacedCap)
    {
        Refuse("tsq_paced_cap 1 belongs to tsq_limit_mode 0");
    }
    if (m_cwndClamp > 0)
    {
        socketValues.emplace_back("CwndClamp", std::to_string(m_cwndClamp));
    }
    // There is one number of frames for both sides.
    const auto frames = std::to_string(m_receiveFrames);
    SetNic(senderNic, "RxFrames", frames, !m_receiveCoalesced);
    SetNic(receiverNic, "RxFrames", frames, !m_receiveCoalesced);

    for (const auto& attribute : congestionValues)
    {
        if (congestionControl.GetUid() != 0 && !HasAttribute(congestionControl, attribute.first))
        {
            Refuse(congestionControl.GetName() + " has no attribute " + attribute.first);
        }
    }
    for (const auto& nic : {senderNic, receiverNic})
    {
        for (const auto& [name, value] : nic)
        {
            if (name == "GsoMaxSize" && !ipv6 && std::stoull(value) > IPV4_GSO_MAX_SIZE)
            {
                Refuse("gso_max_size " + value + ": IPv4 holds skbs at 65536");
            }
        }
    }
    if (to <= from)
    {
        Refuse("the steady window is empty");
    }
}

void
OracleSetup::Refuse(const std::string& reason)
{
    if (std::find(m_refusals.begin(), m_refusals.end(), reason) == m_refusals.end())
    {
        m_refusals.push_back(reason);
    }
}

void
OracleSetup::RefuseValue(const std::string& column,
                         const std::string& value,
                         const std::string& allowed)
{
    Refuse(column + " " + (value.empty() ? "(empty)" : value) + ": only " + allowed);
}

uint64_t
OracleSetup::ReadInteger(const std::string& column,
                         const std::string& value,
                         uint64_t min,
                         uint64_t max)
{
    uint64_t number = 0;
    if (!ReadNumber(value, number) || number < min || number > max)
    {
        RefuseValue(column, value, std::to_string(min) + " to " + std::to_string(max));
        return min;
    }
    return number;
}

bool
OracleSetup::ReadBoolean(const std::string& column, const std::string& value)
{
    if (value != "0" && value != "1")
    {
        RefuseValue(column, value, "0, 1");
    }
    return value == "1";
}

Time
OracleSetup::ReadSeconds(const std::string& column, const std::string& value)
{
    double seconds = 0;
    if (!ReadNumber(value, seconds))
    {
        RefuseValue(column, value, "seconds");
    }
    return Seconds(seconds);
}

void
OracleSetup::SetNic(AttributeList& nic,
                    const std::string& name,
                    const std::string& value,
                    bool neutral)
{
    if (HasAttribute(LinuxNic::GetTypeId(), name))
    {
        nic.emplace_back(name, value);
    }
    else if (!neutral)
    {
        Refuse("ns3::LinuxNic has no attribute " + name);
    }
}
