/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TRACE_HELPER_H
#define LINUX_TRACE_HELPER_H

#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Writes what a LinuxTcpSocket does to CSV files.
 */
class LinuxTcpTraceHelper
{
  public:
    /**
     * @brief Write one line per skb that the socket hands over from now on.
     *
     * Columns: time_us (since the first line), seq_offset, len, segs, truesize, wmem_alloc_after,
     * packets_out (before the skb), cwnd (segments), pacing_Bps, srtt_us, wire_busy_ahead_us (how
     * long the node's LinuxNic still serialises what it got before; 0: the wire was idle).
     * @param socket a LinuxTcpSocket; the simulation stops with a message for any other
     * @param filename the file, overwritten
     */
    void WriteSkbTrace(Ptr<Socket> socket, const std::string& filename) const;

    /**
     * @brief Write one line per event of the transmit path from now on.
     *
     * Columns: time_us (since the first line), event, fields. Events: xmit (an skb was handed
     * over), tsq_throttle (the small-queue check held one back), tsq_shortcut (it let one through
     * although over the limit), ack, tx_complete (an interrupt of
     * a LinuxNic of the node freed skbs). The fields are name=value pairs separated by blanks.
     * @param socket a LinuxTcpSocket; the simulation stops with a message for any other
     * @param filename the file, overwritten
     */
    void WriteEventTrace(Ptr<Socket> socket, const std::string& filename) const;
};

} // namespace ns3

#endif /* LINUX_TRACE_HELPER_H */
