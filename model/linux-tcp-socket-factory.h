/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_SOCKET_FACTORY_H
#define LINUX_TCP_SOCKET_FACTORY_H

#include "ns3/node.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Makes LinuxTcpSocket objects, aggregated to a node.
 *
 * Congestion control and recovery algorithm are those that the node's TcpL4Protocol names
 * (SocketType, RecoveryType), as for stock sockets. Use LinuxTcpHelper to put it on nodes; an
 * application picks it explicitly by the protocol name ns3::LinuxTcpSocketFactory.
 */
class LinuxTcpSocketFactory : public TcpSocketFactory
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxTcpSocketFactory() = default;

    /**
     * @brief Make a socket.
     * @return a LinuxTcpSocket in state CLOSED
     */
    Ptr<Socket> CreateSocket() override;

    /**
     * @brief Put a factory on a node.
     * @param node a node with an internet stack and without this factory; the simulation stops
     *        with a message otherwise
     * @return the factory
     */
    static Ptr<LinuxTcpSocketFactory> Install(Ptr<Node> node);

    /**
     * @brief Make a node's look-ups of ns3::TcpSocketFactory find this factory.
     *
     * An object answers a look-up with the first match among its aggregates, ordered by how often
     * they were asked for; this raises ours above the stock one, and every later look-up raises it
     * further.
     */
    void MakeDefault();
};

} // namespace ns3

#endif /* LINUX_TCP_SOCKET_FACTORY_H */
