/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_HELPER_H
#define LINUX_TCP_HELPER_H

#include "ns3/node-container.h"
#include "ns3/node.h"

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief Switches nodes over to LinuxTcpSocket.
 *
 * After InternetStackHelper::Install, one call makes the applications of these nodes use
 * LinuxTcpSocket without a change to them:
 * @code
 * InternetStackHelper internet;
 * internet.Install(nodes);
 * LinuxTcpHelper linuxTcp;
 * linuxTcp.Install(nodes);
 * @endcode
 */
class LinuxTcpHelper
{
  public:
    /**
     * @brief Choose whether ns3::TcpSocketFactory makes LinuxTcpSocket objects (the default), or
     * only ns3::LinuxTcpSocketFactory does.
     * @param makeDefault true to switch all applications over
     */
    void SetMakeDefault(bool makeDefault);

    /**
     * @brief Switch a node over.
     *
     * Stops the simulation with a message when the node has no internet stack or was switched
     * before, or when a default set for ns3::LinuxTcpSocket is impossible.
     * @param node the node
     */
    void Install(Ptr<Node> node) const;

    /**
     * @brief Switch nodes over.
     * @param nodes the nodes
     */
    void Install(NodeContainer nodes) const;

    /// Switch all nodes over.
    void InstallAll() const;

  private:
    bool m_makeDefault{true}; //!< ns3::TcpSocketFactory resolves to ours
};

} // namespace ns3

#endif /* LINUX_TCP_HELPER_H */
