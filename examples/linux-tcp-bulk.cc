/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup linux-tcp-examples
 *
 * The workbench: bulk transfers from one host to another, over one link or through a router.
 *
 *     sender ---- rate, delay ---- receiver
 *     sender ---- rate, delay ---- router ---- bottleneck, delay ---- receiver    (--router)
 *
 * The same script runs with Linux's transmit path and with ns-3's own TCP (--socket=stock). All
 * attributes can be set the usual way, for example
 *
 *     linux-tcp-bulk --rate=100Mbps --delay=350us --ns3::LinuxNic::TxUsecs=800
 *                    --ns3::LinuxTcpSocket::Kernel=6.5
 *
 * Prints the goodput of each second as iperf does and a last line for programs.
 */

#include "bulk-scenario.h"

#include "ns3/command-line.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    BulkScenario::SetDefaults();

    BulkOptions options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("socket", "linux or stock (ns-3's own TCP)", options.socket);
    cmd.AddValue("device", "linux (LinuxNetDevice), p2p or csma", options.device);
    cmd.AddValue("nic", "put a LinuxNic on p2p and csma devices", options.nic);
    cmd.AddValue("rate", "rate of the (sender's) link", options.rate);
    cmd.AddValue("delay", "one-way delay of each link", options.delay);
    cmd.AddValue("router", "put a router between the hosts", options.router);
    cmd.AddValue("bottleneck", "rate of the link behind the router", options.bottleneck);
    cmd.AddValue("flows", "connections", options.flows);
    cmd.AddValue("cc", "congestion control: cubic, reno or bbr", options.cc);
    cmd.AddValue("qdisc", "pfifo_fast, fq_codel, codel, red or none", options.qdisc);
    cmd.AddValue("ipv6", "IPv6 instead of IPv4", options.ipv6);
    cmd.AddValue("mtu", "MTU of every device", options.mtu);
    cmd.AddValue("loss", "probability that a frame to the receiver is lost", options.loss);
    cmd.AddValue("bytes", "bytes of each flow; the run ends when they have arrived", options.bytes);
    cmd.AddValue("time", "seconds; 0: 10, or 3600 at most with --bytes", options.time);
    cmd.AddValue("seed", "of the random numbers", options.seed);
    cmd.AddValue("skb-trace", "CSV file for the skbs of the first flow", options.skbTrace);
    cmd.Parse(argc, argv);

    BulkScenario scenario(options);
    const auto result = scenario.Run(&std::cout);
    std::cout << std::fixed << std::setprecision(3) << "goodput_mbps=" << result.steadyMbps
              << " total_bytes=" << result.totalBytes << std::endl;
    if (!result.complete)
    {
        std::cerr << "only " << result.totalBytes << " of " << options.bytes * options.flows
                  << " bytes had arrived after " << result.seconds << " s" << std::endl;
        return 1;
    }
    return 0;
}
