/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_TEST_LINK_H
#define LINUX_TCP_TEST_LINK_H

#include "ns3/application.h"
#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/linux-net-device-helper.h"
#include "ns3/linux-nic-helper.h"
#include "ns3/linux-tcp-helper.h"
#include "ns3/linux-tcp-socket-factory.h"
#include "ns3/linux-tcp-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace LinuxTcpTest
{

/// What surrounds a transfer.
struct LinkOptions
{
    std::string device{"linux"};        //!< linux, p2p, csma, or plain: p2p without a NIC
    std::string rate{"100Mbps"};        //!< link rate
    std::string delay{"350us"};         //!< one way
    uint16_t mtu{1500};                 //!< of both devices
    bool ipv6{false};                   //!< IPv6 instead of IPv4
    std::string queueDisc{"PfifoFast"}; //!< ns3::...QueueDisc, or none
    std::string queueSize;              //!< MaxSize of the queue disc
    uint64_t bytes{1000000};            //!< to send
    uint32_t writeSize{131072};         //!< bytes per write at most
    double loss{0};                     //!< rate of data frames lost
    bool lossBothWays{false};           //!< ACKs too
    bool closeAtEnd{true};              //!< the sender closes behind its last byte
    bool linuxReceiver{true};           //!< the receiver's socket is ours too
    Time start{0};                      //!< when the sender connects
    std::vector<std::pair<std::string, std::string>> nic;    //!< attributes of the NICs
    std::vector<std::pair<std::string, std::string>> socket; //!< attributes of the sender
    std::vector<std::pair<std::string, std::string>> sink;   //!< attributes of the receiver
};

/// Byte number `offset` of every stream.
inline uint8_t
PatternByte(uint64_t offset)
{
    return static_cast<uint8_t>(offset % 251);
}

/**
 * @brief One sender, one receiver, one link; every received byte is compared with what was sent.
 */
class Link
{
  public:
    /**
     * @brief Build it. The transfer starts at LinkOptions::start.
     * @param options what to build
     */
    explicit Link(const LinkOptions& options)
        : m_options(options)
    {
        m_nodes.Create(2);
        InstallDevices();
        InternetStackHelper internet;
        internet.Install(m_nodes);
        LinuxTcpHelper linuxTcp;
        linuxTcp.Install(m_nodes.Get(0));
        if (m_options.linuxReceiver)
        {
            linuxTcp.Install(m_nodes.Get(1));
        }
        InstallQueueDisc();
        InstallAddresses();
        InstallLoss();
        OpenSockets();
    }

    ~Link()
    {
        m_sender = nullptr;
        m_listener = nullptr;
        m_accepted = nullptr;
        Simulator::Destroy();
    }

    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// @return the sending socket
    Ptr<LinuxTcpSocket> GetSender() const
    {
        return m_sender;
    }

    /// @return the account of the sending socket
    Ptr<LinuxTxAccount> GetAccount() const
    {
        return m_account;
    }

    /// @return the receiving socket, once there is one
    Ptr<Socket> GetAccepted() const
    {
        return m_accepted;
    }

    /// @return bytes received so far
    uint64_t GetReceived() const
    {
        return m_received;
    }

    /// @return bytes that differed from what was sent
    uint64_t GetWrongBytes() const
    {
        return m_wrongBytes;
    }

    /// @return when the last byte of the transfer came in
    Time GetEnd() const
    {
        return m_end;
    }

    /// @return sender and receiver
    const NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /// @return the devices of sender and receiver
    const NetDeviceContainer& GetDevices() const
    {
        return m_devices;
    }

    /// @return the queue disc of the sender's device, may be null
    Ptr<QueueDisc> GetQueueDisc() const
    {
        return m_queueDisc;
    }

    /// @return true when both ends have gone through the closing handshake
    bool IsClosed() const
    {
        return m_senderClosed && m_receiverClosed;
    }

    /**
     * @brief Make the receiving application stop or go on reading.
     * @param reading whether it reads
     */
    void SetReading(bool reading)
    {
        m_reading = reading;
        if (reading && m_accepted)
        {
            Receive(m_accepted);
        }
    }

    /// Write as much as the send buffer takes.
    void Write()
    {
        while (m_written < m_options.bytes)
        {
            // As a blocking write does: all of it or, when there is no room, later.
            const auto size = static_cast<uint32_t>(
                std::min<uint64_t>(m_options.writeSize, m_options.bytes - m_written));
            if (m_sender->GetTxAvailable() == 0)
            {
                return;
            }
            m_buffer.resize(size);
            for (uint32_t i = 0; i < size; ++i)
            {
                m_buffer[i] = PatternByte(m_written + i);
            }
            const int sent = m_sender->Send(Create<Packet>(m_buffer.data(), size), 0);
            if (sent <= 0)
            {
                return;
            }
            m_written += sent;
        }
        if (m_options.closeAtEnd && !m_closing)
        {
            m_closing = true;
            m_sender->Close();
        }
    }

  private:
    void InstallDevices()
    {
        if (m_options.device == "linux")
        {
            LinuxNetDeviceHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue(m_options.rate));
            helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
            helper.SetChannelAttribute("Delay", StringValue(m_options.delay));
            for (const auto& [name, value] : m_options.nic)
            {
                helper.SetNicAttribute(name, StringValue(value));
            }
            m_devices = helper.Install(m_nodes);
            return;
        }
        if (m_options.device == "csma")
        {
            CsmaHelper helper;
            helper.SetChannelAttribute("DataRate", StringValue(m_options.rate));
            helper.SetChannelAttribute("Delay", StringValue(m_options.delay));
            helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
            m_devices = helper.Install(m_nodes);
        }
        else
        {
            PointToPointHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue(m_options.rate));
            helper.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
            helper.SetChannelAttribute("Delay", StringValue(m_options.delay));
            m_devices = helper.Install(m_nodes);
        }
        if (m_options.device != "plain")
        {
            LinuxNicHelper nic;
            for (const auto& [name, value] : m_options.nic)
            {
                nic.SetNicAttribute(name, StringValue(value));
            }
            nic.Install(m_devices);
        }
    }

    void InstallQueueDisc()
    {
        if (m_options.queueDisc == "none")
        {
            return;
        }
        TrafficControlHelper helper;
        const std::string type = "ns3::" + m_options.queueDisc + "QueueDisc";
        if (m_options.queueSize.empty())
        {
            helper.SetRootQueueDisc(type);
        }
        else
        {
            helper.SetRootQueueDisc(type, "MaxSize", StringValue(m_options.queueSize));
        }
        m_queueDisc = helper.Install(m_devices).Get(0);
    }

    void InstallAddresses()
    {
        if (m_options.ipv6)
        {
            Ipv6AddressHelper helper;
            helper.SetBase("2001:db8::", Ipv6Prefix(64));
            const auto interfaces = helper.Assign(m_devices);
            m_peer = Inet6SocketAddress(interfaces.GetAddress(1, 1), PORT);
            m_any = Inet6SocketAddress(Ipv6Address::GetAny(), PORT);
        }
        else
        {
            Ipv4AddressHelper helper;
            helper.SetBase("10.0.0.0", "255.255.255.0");
            const auto interfaces = helper.Assign(m_devices);
            m_peer = InetSocketAddress(interfaces.GetAddress(1), PORT);
            m_any = InetSocketAddress(Ipv4Address::GetAny(), PORT);
        }
        if (m_options.queueDisc == "none")
        {
            TrafficControlHelper().Uninstall(m_devices);
        }
    }

    void InstallLoss()
    {
        if (m_options.loss <= 0)
        {
            return;
        }
        for (uint32_t i : {1, 0})
        {
            auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(m_options.loss);
            model->AssignStreams(17 + i);
            m_devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
            if (!m_options.lossBothWays)
            {
                return;
            }
        }
    }

    void OpenSockets()
    {
        TypeId factory = TypeId::LookupByName("ns3::TcpSocketFactory");
        m_listener = Socket::CreateSocket(m_nodes.Get(1), factory);
        for (const auto& [name, value] : m_options.sink)
        {
            m_listener->SetAttribute(name, StringValue(value));
        }
        m_listener->Bind(m_any);
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Link::Accept, this));

        m_sender = DynamicCast<LinuxTcpSocket>(Socket::CreateSocket(m_nodes.Get(0), factory));
        for (const auto& [name, value] : m_options.socket)
        {
            m_sender->SetAttribute(name, StringValue(value));
        }
        m_account = m_sender->GetTxAccount();
        m_sender->SetSendCallback(MakeCallback(&Link::CanWrite, this));
        m_sender->SetCloseCallbacks(MakeCallback(&Link::SenderClosed, this),
                                    MakeCallback(&Link::SenderClosed, this));
        Simulator::Schedule(m_options.start, &Link::Connect, this);
    }

    void Connect()
    {
        m_sender->Connect(m_peer);
        Write();
    }

    void CanWrite(Ptr<Socket> /* socket */, uint32_t /* available */)
    {
        Write();
    }

    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_accepted = socket;
        socket->SetRecvCallback(MakeCallback(&Link::Receive, this));
        socket->SetCloseCallbacks(MakeCallback(&Link::PeerClosed, this),
                                  MakeCallback(&Link::ReceiverReset, this));
    }

    void Receive(Ptr<Socket> socket)
    {
        if (!m_reading)
        {
            return;
        }
        while (Ptr<Packet> packet = socket->Recv())
        {
            const uint32_t size = packet->GetSize();
            if (size == 0)
            {
                return;
            }
            m_buffer.resize(size);
            packet->CopyData(m_buffer.data(), size);
            for (uint32_t i = 0; i < size; ++i)
            {
                m_wrongBytes += m_buffer[i] != PatternByte(m_received + i);
            }
            m_received += size;
            m_end = Simulator::Now();
        }
    }

    void PeerClosed(Ptr<Socket> socket)
    {
        m_receiverClosed = true;
        socket->Close();
    }

    void ReceiverReset(Ptr<Socket> /* socket */)
    {
        m_receiverClosed = true;
    }

    void SenderClosed(Ptr<Socket> /* socket */)
    {
        m_senderClosed = true;
    }

    static constexpr uint16_t PORT = 5001; //!< iperf's

    LinkOptions m_options;
    NodeContainer m_nodes;
    NetDeviceContainer m_devices;
    Ptr<QueueDisc> m_queueDisc;
    Address m_peer;
    Address m_any;
    Ptr<LinuxTcpSocket> m_sender;
    Ptr<LinuxTxAccount> m_account;
    Ptr<Socket> m_listener;
    Ptr<Socket> m_accepted;
    std::vector<uint8_t> m_buffer;
    uint64_t m_written{0};
    uint64_t m_received{0};
    uint64_t m_wrongBytes{0};
    Time m_end;
    bool m_reading{true};
    bool m_closing{false};
    bool m_senderClosed{false};
    bool m_receiverClosed{false};
};

} // namespace LinuxTcpTest
} // namespace ns3

#endif /* LINUX_TCP_TEST_LINK_H */
