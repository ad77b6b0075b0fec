/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BULK_SCENARIO_H
#define BULK_SCENARIO_H

#include "ns3/application-container.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc-container.h"
#include "ns3/socket.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 * @brief What the programs can choose; the names are those of linux-tcp-bulk's options.
 */
struct BulkOptions
{
    std::string socket{"linux"};             //!< linux or stock
    std::string device{"linux"};             //!< linux, p2p or csma
    bool nic{true};                          //!< put a LinuxNic on p2p and csma devices
    ns3::DataRate rate{"1Gbps"};             //!< of the sender's link
    ns3::Time delay{ns3::MicroSeconds(100)}; //!< one way, of each link
    bool router{false};                      //!< a router between the two hosts
    std::string bottleneck;          //!< rate of the router's second link; empty: as the first
    uint32_t flows{1};               //!< connections, all from one sender
    std::string cc{"cubic"};         //!< congestion control
    std::string qdisc{"pfifo_fast"}; //!< of every device
    bool ipv6{false};                //!< IPv6 instead of IPv4
    uint32_t mtu{1500};              //!< of every device
    double loss{0};                  //!< probability for each frame towards the receiver
    uint64_t bytes{0};               //!< to be sent by each flow; 0: as much as the time allows
    double time{0};                  //!< seconds, with bytes only a limit; 0: 10, with bytes 3600
    uint32_t seed{1};                //!< of the random numbers
    std::string skbTrace;            //!< file for the skbs of the first flow; empty: none
};

/**
 * @ingroup linux-tcp-examples
 * @brief What a run showed. Steady means the last 60 % of a run by time, and the whole transfer of
 * a run by bytes.
 */
struct BulkResult
{
    std::vector<double> perSecond; //!< goodput of each second, Mbit/s
    double steadyMbps{0};          //!< steady goodput
    uint64_t totalBytes{0};        //!< received by the applications
    bool complete{true};           //!< all bytes arrived (a run by bytes)
    double seconds{0};             //!< simulated time
    double wireBusy{0};            //!< share of the steady time in which frames were on the wire
    double meanSrttMs{0};          //!< smoothed RTT of the first flow, steady, time average
    double cwndSegments{0};        //!< congestion window of the first flow at the end
};

/**
 * @ingroup linux-tcp-examples
 *
 * @brief One sender, one receiver, bulk transfers from the one to the other.
 *
 * The same topology, device, queue disc and applications for both kinds of socket.
 */
class BulkScenario
{
  public:
    /// Share of a run by time that is not looked at: slow start and what follows it.
    static constexpr double UNSTEADY_SHARE = 0.4;

    /**
     * @brief The values that ns-3's defaults are replaced by, for both kinds of socket.
     *
     * Buffers as large as Linux's autotuning lets them grow. To be called before the command line
     * is read, so that it has the last word.
     */
    static void SetDefaults();

    /**
     * @brief Check the options; a wrong one stops the program with a message.
     * @param options the options
     */
    explicit BulkScenario(const BulkOptions& options);

    /**
     * @brief Build the network, run it, take it down.
     * @param log where the lines of each second go, as iperf prints them; null for silence
     * @return what was measured
     */
    BulkResult Run(std::ostream* log);

  private:
    void Build();
    ns3::NetDeviceContainer Connect(ns3::NodeContainer pair, ns3::DataRate rate);
    void InstallQueueDisc(ns3::NetDeviceContainer devices, ns3::DataRate rate);
    ns3::Address Number(ns3::NetDeviceContainer devices, uint32_t link);
    void InstallFlows(const ns3::Address& receiver);
    void StartSteady();
    void WatchFirstFlow();
    void EverySecond();
    void Interval(double from, double to);
    void Received(ns3::Ptr<const ns3::Packet> packet, const ns3::Address& from);
    void FrameBegins(ns3::Ptr<const ns3::Packet> frame);
    void FrameEnds(ns3::Ptr<const ns3::Packet> frame);
    void CwndChanged(uint32_t oldCwnd, uint32_t newCwnd);
    void RttChanged(ns3::Time oldRtt, ns3::Time newRtt);
    void AddRttUntilNow();

    BulkOptions m_options;
    ns3::DataRate m_bottleneck;
    std::ostream* m_log{nullptr};
    BulkResult m_result;

    ns3::NodeContainer m_nodes;
    ns3::ApplicationContainer m_senders;
    ns3::Ptr<ns3::Socket> m_firstSocket;
    ns3::Ptr<ns3::NetDevice> m_senderDevice;

    uint64_t m_received{0};
    uint64_t m_receivedLastSecond{0};
    uint64_t m_receivedBeforeSteady{0};
    ns3::Time m_lastArrival;
    bool m_steady{false};
    ns3::Time m_steadyStart;
    bool m_frameOnWire{false};
    ns3::Time m_frameBegin;
    ns3::Time m_wireBusy;
    uint32_t m_cwnd{0};
    ns3::Time m_rtt;
    ns3::Time m_rttSince;
    double m_rttArea{0};
};

/**
 * @ingroup linux-tcp-examples
 * @brief Stop the program because an option has a value that it cannot have.
 * @param option the option's name, without the dashes
 * @param value what was given
 * @param allowed what could have been given
 */
[[noreturn]] void RefuseOption(const std::string& option,
                               const std::string& value,
                               const std::string& allowed);

#endif // BULK_SCENARIO_H
