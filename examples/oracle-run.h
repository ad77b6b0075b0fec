/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ORACLE_RUN_H
#define ORACLE_RUN_H

#include "oracle-setup.h"
#include "oracle-table.h"

#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 * @brief What the program can set beside the table.
 */
struct OracleOptions
{
    double steady{0};        //!< seconds of the steady window at most, 0: the whole
    uint32_t fixedWindow{0}; //!< receive buffer in bytes; 0: the socket's own doing
    uint32_t ssthresh{0};    //!< initial slow-start threshold in segments; 0: none
    uint32_t sendBuffer{0};  //!< send buffer in bytes; 0: the socket's own doing
    ns3::Time start{0};      //!< when the flows open; the steady window counts from then
    std::string traces;      //!< folder for skb and event traces; empty: none
};

/**
 * @ingroup linux-tcp-examples
 * @brief What a run showed.
 */
struct OracleResult
{
    double goodput{0};       //!< of the steady window, Mbit/s
    LengthHistogram lengths; //!< of the skbs handed to the device in the steady window
    uint32_t cwnd{0};        //!< congestion window of the first flow at the end, segments
    uint32_t ssthresh{0};    //!< its slow-start threshold, segments
    uint32_t window{0};      //!< receive window that it was last told, bytes
    uint32_t srttUs{0};      //!< its smoothed round-trip time
    double wallSeconds{0};   //!< how long the run took
};

/**
 * @ingroup linux-tcp-examples
 *
 * @brief One run of the table in the simulator: two hosts, one link, bulk flows.
 *
 * Both hosts know each other's link addresses, so that the first round trip is that of the SYN.
 */
class OracleRun
{
  public:
    /**
     * @brief Constructor.
     * @param setup what to build
     * @param options the program's options
     * @param name of the run, for trace files
     */
    OracleRun(const OracleSetup& setup, const OracleOptions& options, const std::string& name);
    ~OracleRun();

    OracleRun(const OracleRun&) = delete;
    OracleRun& operator=(const OracleRun&) = delete;

    /**
     * @brief Build the network, run it, take it down.
     * @return what was measured
     */
    OracleResult Run();

  private:
    class Writer;

    /// Build hosts, link and queue discs.
    void Build();

    /**
     * @brief Give the hosts their addresses.
     * @param port of the flow
     * @param[out] any where the receiver listens
     * @return where the sender connects to
     */
    ns3::Address GetPeer(uint16_t port, ns3::Address& any) const;

    /**
     * @brief Open one flow.
     * @param number of the flow
     */
    void OpenFlow(uint32_t number);

    /**
     * @brief A connection has come in.
     * @param socket the receiver's end
     * @param from the sender
     */
    void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address& from);

    /**
     * @brief Read at once what has come in.
     * @param socket the receiver's end
     */
    void Receive(ns3::Ptr<ns3::Socket> socket);

    /// The steady window begins.
    void StartSteady();

    /**
     * @brief Count an skb.
     * @param record the skb
     */
    void SkbSent(const ns3::LinuxTcpXmitRecord& record);

    /**
     * @brief Note the state that an ACK left.
     * @param record the state
     */
    void Acked(const ns3::LinuxTcpAckRecord& record);

    OracleSetup m_setup;                            //!< what to build
    OracleOptions m_options;                        //!< the program's options
    std::string m_name;                             //!< of the run
    OracleResult m_result;                          //!< what has been seen
    ns3::NodeContainer m_hosts;                     //!< sender and receiver
    ns3::NetDeviceContainer m_devices;              //!< their devices
    ns3::Address m_receiver;                        //!< the receiver's address
    std::vector<std::unique_ptr<Writer>> m_writers; //!< the sending applications
    std::vector<ns3::Ptr<ns3::Socket>> m_listeners; //!< the receiver's listening sockets
    uint64_t m_received{0};                         //!< by the receiving applications
    uint64_t m_receivedBefore{0};                   //!< before the steady window
};

#endif // ORACLE_RUN_H
