/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-trace-helper.h"

#include "ns3/abort.h"
#include "ns3/linux-nic.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/simple-ref-count.h"
#include "ns3/simulator.h"

#include <fstream>
#include <iomanip>

namespace ns3
{

namespace
{

/**
 * @ingroup linux-tcp
 * @brief A trace file and the time of its first line. Lives as long as a trace source refers to
 * it.
 */
class TraceFile : public SimpleRefCount<TraceFile>
{
  public:
    /**
     * @brief Open the file.
     * @param filename the file
     * @param header its first line
     */
    TraceFile(const std::string& filename, const std::string& header)
        : m_stream(filename)
    {
        NS_ABORT_MSG_UNLESS(m_stream.is_open(), "cannot write the trace file " << filename);
        m_stream << header << '\n' << std::fixed << std::setprecision(3);
    }

    /**
     * @brief Begin a line.
     * @return the stream, behind the time
     */
    std::ostream& BeginLine()
    {
        const Time now = Simulator::Now();
        if (!m_started)
        {
            m_started = true;
            m_start = now;
        }
        m_stream << Microseconds(now - m_start) << ',';
        return m_stream;
    }

    /**
     * @brief Convert a time.
     * @param time the time
     * @return microseconds
     */
    static double Microseconds(Time time)
    {
        return static_cast<double>(time.GetNanoSeconds()) / 1000;
    }

    /**
     * @brief A NIC of the node has accepted a packet.
     * @param busyAhead how long the wire is busy with what came before
     */
    void SkbQueued(Ptr<const Packet> /* packet */, uint32_t /* frames */, Time busyAhead)
    {
        m_busyAhead = busyAhead;
        m_busyAheadAt = Simulator::Now();
    }

    /**
     * @brief Write a line of the skb trace.
     * @param record the skb
     */
    void WriteSkb(const LinuxTcpXmitRecord& record)
    {
        // An skb that waits in the queue disc has not reached the NIC yet.
        const Time ahead = m_busyAheadAt == Simulator::Now() ? m_busyAhead : Time(0);
        BeginLine() << record.seqOffset << ',' << record.length << ',' << record.segs << ','
                    << record.truesize << ',' << record.wmemAfter << ',' << record.packetsOut << ','
                    << record.cwnd << ',' << record.pacingRate << ',' << record.srttUs << ','
                    << Microseconds(ahead) << '\n';
    }

    /**
     * @brief Write an xmit event.
     * @param record the skb
     */
    void WriteXmit(const LinuxTcpXmitRecord& record)
    {
        BeginLine() << "xmit,seq=" << record.seqOffset << " len=" << record.length
                    << " segs=" << record.segs << " truesize=" << record.truesize
                    << " wmem=" << record.wmemAfter << " packets_out=" << record.packetsOut
                    << " cwnd=" << record.cwnd << " pacing_Bps=" << record.pacingRate
                    << " srtt_us=" << record.srttUs
                    << " retrans=" << (record.retransmission ? 1 : 0) << '\n';
    }

    /**
     * @brief Write a tsq_throttle event.
     * @param record the skb held back
     */
    void WriteThrottle(const LinuxTcpThrottleRecord& record)
    {
        WriteCheck("tsq_throttle", record);
    }

    /**
     * @brief Write a tsq_shortcut event.
     * @param record the skb let through
     */
    void WriteBypass(const LinuxTcpThrottleRecord& record)
    {
        WriteCheck("tsq_shortcut", record);
    }

    /**
     * @brief Write an ack event.
     * @param record what the ACK left behind
     */
    void WriteAck(const LinuxTcpAckRecord& record)
    {
        BeginLine() << "ack,ack=" << record.ackOffset << " delivered=" << record.delivered
                    << " packets_out=" << record.packetsOut << " cwnd=" << record.cwnd
                    << " ssthresh=" << record.ssthresh << " srtt_us=" << record.srttUs
                    << " min_rtt_us=" << record.minRttUs << " pacing_Bps=" << record.pacingRate
                    << " window=" << record.window << " wmem=" << record.wmem << '\n';
    }

    /**
     * @brief Write a tx_complete event.
     * @param completion what the interrupt freed
     */
    void WriteCompletion(const LinuxNicCompletion& completion)
    {
        BeginLine() << "tx_complete,skbs=" << completion.skbs
                    << " wire_frames=" << completion.frames
                    << " frames_in_ring=" << completion.stillInRing
                    << " by_rx_irq=" << (completion.byRxIrq ? 1 : 0) << '\n';
    }

  private:
    /**
     * @brief Write the outcome of a small-queue check that was over the limit.
     * @param event name of the event
     * @param record the skb
     */
    void WriteCheck(const char* event, const LinuxTcpThrottleRecord& record)
    {
        BeginLine() << event << ",len=" << record.length << " packets_out=" << record.packetsOut
                    << " wmem=" << record.wmem << " limit=" << record.limit
                    << " pacing_Bps=" << record.pacingRate << " cwnd=" << record.cwnd
                    << " truesize=" << record.truesize << " factor=" << +record.factor << '\n';
    }

    std::ofstream m_stream; //!< the file
    bool m_started{false};  //!< a line was written
    Time m_start;           //!< time of the first line
    Time m_busyAhead;       //!< of the packet accepted last
    Time m_busyAheadAt{-1}; //!< when that was
};

/**
 * @brief Check that a socket is ours.
 * @param socket any socket
 */
void
RequireLinuxTcpSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<LinuxTcpSocket>(socket),
                        "LinuxTcpTraceHelper: the socket is not an ns3::LinuxTcpSocket; switch its "
                        "node over with LinuxTcpHelper");
}

/**
 * @brief Call a function for each NIC of a socket's node.
 * @tparam F the function's type
 * @param socket the socket
 * @param function takes the NIC
 */
template <class F>
void
ForEachNic(Ptr<Socket> socket, F function)
{
    Ptr<Node> node = socket->GetNode();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (Ptr<LinuxNic> nic = node->GetDevice(i)->GetObject<LinuxNic>())
        {
            function(nic);
        }
    }
}

} // namespace

void
LinuxTcpTraceHelper::WriteSkbTrace(Ptr<Socket> socket, const std::string& filename) const
{
    RequireLinuxTcpSocket(socket);
    auto file = Create<TraceFile>(filename,
                                  "time_us,seq_offset,len,segs,truesize,wmem_alloc_after,"
                                  "packets_out,cwnd,pacing_Bps,srtt_us,wire_busy_ahead_us");
    socket->TraceConnectWithoutContext("SkbSent", MakeCallback(&TraceFile::WriteSkb, file));
    ForEachNic(socket, [&file](Ptr<LinuxNic> nic) {
        nic->TraceConnectWithoutContext("SkbQueued", MakeCallback(&TraceFile::SkbQueued, file));
    });
}

void
LinuxTcpTraceHelper::WriteEventTrace(Ptr<Socket> socket, const std::string& filename) const
{
    RequireLinuxTcpSocket(socket);
    auto file = Create<TraceFile>(filename, "time_us,event,fields");
    socket->TraceConnectWithoutContext("SkbSent", MakeCallback(&TraceFile::WriteXmit, file));
    socket->TraceConnectWithoutContext("Throttled", MakeCallback(&TraceFile::WriteThrottle, file));
    socket->TraceConnectWithoutContext("Bypassed", MakeCallback(&TraceFile::WriteBypass, file));
    socket->TraceConnectWithoutContext("Acked", MakeCallback(&TraceFile::WriteAck, file));
    ForEachNic(socket, [&file](Ptr<LinuxNic> nic) {
        nic->TraceConnectWithoutContext("Completion",
                                        MakeCallback(&TraceFile::WriteCompletion, file));
    });
}

} // namespace ns3
