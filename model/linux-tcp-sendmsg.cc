/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// From the application's write to skbs in the write queue (tcp_sendmsg, tcp_push).

#include "linux-sequence.h"
#include "linux-tcp-socket.h"
#include "linux-tso-rules.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTcpSendmsg");

using LinuxRules::SeqAfter;

int
LinuxTcpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p << flags);
    const int sent = TcpSocketBase::Send(p, flags); // keeps the bytes
    if (sent > 0)
    {
        m_writes.push_back(sent);
        // An application woken by an ACK or by the loop writes when that has finished, as a
        // process does in Linux.
        if (!m_inBase && !m_inXmit)
        {
            ProcessWrites();
        }
    }
    return sent;
}

void
LinuxTcpSocket::ProcessWrites()
{
    if (!m_started || !CanSend())
    {
        return;
    }
    // A push may wake the application, which writes again: the index stays valid, iterators do not.
    for (std::size_t i = 0; i < m_writes.size(); ++i)
    {
        Sendmsg(m_writes[i]);
    }
    m_writes.clear();
}

void
LinuxTcpSocket::Sendmsg(uint32_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    const uint32_t mss = m_tcb->m_segmentSize;
    const uint32_t sizeGoal = LinuxRules::SizeGoal(mss, m_gsoMaxSize, m_gsoMaxSegs, m_maxWindow);
    while (bytes > 0)
    {
        const auto step = m_writeQueue.AppendStep(bytes, mss, sizeGoal);
        bytes -= step.bytes;
        if (!step.reachedGoal)
        {
            continue;
        }
        if (SeqAfter(m_writeQueue.GetWriteSeq(), m_pushedSeq + (m_maxWindow >> 1)))
        {
            m_writeQueue.MarkPush();
            m_pushedSeq = m_writeQueue.GetWriteSeq();
            PushPending(Push::FORCED);
        }
        else if (step.isHead)
        {
            PushPending(Push::FORCED, true);
        }
    }
    PushWrite(sizeGoal);
}

void
LinuxTcpSocket::PushWrite(uint32_t sizeGoal)
{
    const LinuxSkb* tail = m_writeQueue.Back();
    if (!tail)
    {
        return;
    }
    m_writeQueue.MarkPush();
    m_pushedSeq = m_writeQueue.GetWriteSeq();
    // Autocorking: a short tail waits for the completion of what is below, more may be written.
    if (m_autocorking && tail->length < sizeGoal && !m_rtxQueue.IsEmpty() &&
        m_account->GetWmem() > tail->truesize)
    {
        m_account->SetThrottled();
        return;
    }
    PushPending(Push::NORMAL);
}

void
LinuxTcpSocket::PushPending(Push push, bool pushOne)
{
    if (m_inXmit)
    {
        return;
    }
    WriteXmit(push, pushOne);
    CheckProbeTimer();
}

} // namespace ns3
