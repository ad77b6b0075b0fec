/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tcp-helper.h"

#include "ns3/linux-tcp-socket-factory.h"
#include "ns3/linux-tcp-socket.h"

namespace ns3
{

void
LinuxTcpHelper::SetMakeDefault(bool makeDefault)
{
    m_makeDefault = makeDefault;
}

void
LinuxTcpHelper::Install(Ptr<Node> node) const
{
    CreateObject<LinuxTcpSocket>(); // impossible defaults show here, not at the first connection
    Ptr<LinuxTcpSocketFactory> factory = LinuxTcpSocketFactory::Install(node);
    if (m_makeDefault)
    {
        factory->MakeDefault();
    }
}

void
LinuxTcpHelper::Install(NodeContainer nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

void
LinuxTcpHelper::InstallAll() const
{
    Install(NodeContainer::GetGlobal());
}

} // namespace ns3
