/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tcp-socket-factory.h"

#include "linux-egress.h"
#include "linux-rtt-estimator.h"
#include "linux-tcp-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/type-id.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(LinuxTcpSocketFactory);

namespace
{

/**
 * @brief Make an object of the type that an attribute names.
 * @tparam T its class
 * @param tcp the node's TCP
 * @param attribute name of a TypeId attribute
 * @return the object
 */
template <class T>
Ptr<T>
CreateNamed(Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

} // namespace

TypeId
LinuxTcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxTcpSocketFactory")
                            .SetParent<TcpSocketFactory>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxTcpSocketFactory>();
    return tid;
}

Ptr<Socket>
LinuxTcpSocketFactory::CreateSocket()
{
    Ptr<Node> node = GetObject<Node>();
    Ptr<TcpL4Protocol> tcp = node->GetObject<TcpL4Protocol>();
    auto socket = CreateObject<LinuxTcpSocket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(CreateObject<LinuxRttEstimator>());
    socket->SetCongestionControlAlgorithm(CreateNamed<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(CreateNamed<TcpRecoveryOps>(tcp, "RecoveryType"));
    tcp->AddSocket(socket);
    return socket;
}

Ptr<LinuxTcpSocketFactory>
LinuxTcpSocketFactory::Install(Ptr<Node> node)
{
    NS_ABORT_MSG_IF(node->GetObject<LinuxTcpSocketFactory>(),
                    "LinuxTcp: node " << node->GetId()
                                      << " has a LinuxTcpSocketFactory already; install it once");
    LinuxEgress::Get(node); // says so when the node has no TCP
    auto factory = CreateObject<LinuxTcpSocketFactory>();
    node->AggregateObject(factory);
    return factory;
}

void
LinuxTcpSocketFactory::MakeDefault()
{
    // Checking counts as a look-up of whoever answers, so ours must be asked for more often.
    constexpr int LOOKUPS_PER_CHECK = 64;
    constexpr int MAX_CHECKS = 4096;
    for (int check = 0; check < MAX_CHECKS; ++check)
    {
        for (int i = 0; i < LOOKUPS_PER_CHECK; ++i)
        {
            GetObject<LinuxTcpSocketFactory>();
        }
        if (GetObject<SocketFactory>(TcpSocketFactory::GetTypeId()) == this)
        {
            return;
        }
    }
    NS_ABORT_MSG("LinuxTcp: the node's stock ns3::TcpSocketFactory cannot be replaced; use the "
                 "protocol ns3::LinuxTcpSocketFactory explicitly");
}

} // namespace ns3
