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

void
LinuxTcpSocket::SetSndBufSize(uint32_t size)
{
    TcpSocketBase::SetSndBufSize(size);
    m_sndBufSet = m_sndBufSet || m_constructed;
}

uint64_t
LinuxTcpSocket::GetWmemQueued() const
{
    return m_writeQueue.GetTruesize() + m_rtxQueue.GetTruesize();
}

uint64_t
LinuxTcpSocket::GetWriteRoom() const
{
    if (!m_writes.empty())
    {
        return 0; // an earlier write waits for memory
    }
    const uint64_t queued = GetWmemQueued();
    if (m_sndBuf.IsFree(queued))
    {
        return m_sndBuf.GetSize() - queued;
    }
    // What still fits into the last skb needs no new one.
    const LinuxSkb* tail = m_writeQueue.Back();
    const uint32_t sizeGoal = GetSizeGoal();
    return tail && !tail->eor && tail->length < sizeGoal ? sizeGoal - tail->length : 0;
}

uint32_t
LinuxTcpSocket::GetSizeGoal() const
{
    return LinuxRules::SizeGoal(m_tcb->m_segmentSize, m_gsoMaxSize, m_gsoMaxSegs, m_maxWindow);
}

uint32_t
LinuxTcpSocket::GetTxAvailable() const
{
    if (m_sndBufSet)
    {
        return TcpSocketBase::GetTxAvailable();
    }
    // An application woken by an ACK runs when that has been processed.
    const uint64_t room = m_inBase || m_inXmit ? 0 : GetWriteRoom();
    if (room == 0)
    {
        m_noSpace = true;
    }
    return static_cast<uint32_t>(room);
}

int
LinuxTcpSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p << flags);
    if (m_shutdownSend)
    {
        m_errno = ERROR_SHUTDOWN; // the base class would keep the bytes for ever
        return -1;
    }
    if (!m_sndBufSet && GetWriteRoom() == 0)
    {
        m_noSpace = true;
        m_errno = ERROR_AGAIN;
        return -1;
    }
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
    if (!m_started || !CanSend() || m_inXmit)
    {
        return;
    }
    // A push may wake the application, which writes again: the index stays valid, iterators do not.
    std::size_t done = 0;
    for (; done < m_writes.size(); ++done)
    {
        const uint32_t left = Sendmsg(m_writes[done]);
        if (left > 0)
        {
            m_writes[done] = left; // the writer waits for memory
            m_noSpace = true;
            break;
        }
    }
    m_writes.erase(m_writes.begin(), m_writes.begin() + done);
}

void
LinuxTcpSocket::WriteSpace(bool acked)
{
    if (!m_started || !CanSend() || m_sndBufSet)
    {
        ProcessWrites();
        if (acked && m_sndBufSet && GetTxAvailable() > 0)
        {
            NotifySend(GetTxAvailable());
        }
        return;
    }
    if (m_noSpace)
    {
        if (PacketsInFlight() < GetCwndSegments())
        {
            m_sndBuf.Expand(GetCwndSegments(), GetAdvmss(), m_maxTcpHeader);
        }
        if (!m_sndBuf.IsWriteable(GetWmemQueued()))
        {
            return;
        }
    }
    ProcessWrites();
    if ((m_noSpace || acked) && GetWriteRoom() > 0)
    {
        m_noSpace = false;
        NotifySend(GetTxAvailable());
    }
}

uint32_t
LinuxTcpSocket::Sendmsg(uint32_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    const uint32_t mss = m_tcb->m_segmentSize;
    const uint32_t sizeGoal = GetSizeGoal();
    CheckAppLimited();
    while (bytes > 0)
    {
        const LinuxSkb* tail = m_writeQueue.Back();
        const bool needsSkb = !tail || tail->length >= sizeGoal || tail->eor;
        if (needsSkb && !m_sndBufSet && !m_sndBuf.IsFree(GetWmemQueued()))
        {
            if (m_writeCopied)
            {
                PushWrite(sizeGoal, Push::FORCED);
            }
            // The push may have found room.
            if (!m_sndBuf.IsFree(GetWmemQueued()))
            {
                return bytes;
            }
        }
        const auto step = m_writeQueue.AppendStep(bytes, mss, sizeGoal, !m_writeCopied);
        m_writeCopied = true;
        bytes -= step.bytes;
        if (!step.reachedGoal || bytes == 0)
        {
            continue; // the end of the write pushes
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
    m_writeCopied = false;
    PushWrite(sizeGoal, Push::NORMAL);
    return 0;
}

void
LinuxTcpSocket::CheckAppLimited()
{
    const uint32_t unsent = m_writeQueue.GetWriteSeq() - m_tcb->m_highTxMark.Get().GetValue();
    if (unsent < m_tcb->m_segmentSize && m_account->GetWmem() < m_skbOverhead &&
        PacketsInFlight() < GetCwndSegments() &&
        m_rtxQueue.GetLostOut() <= m_rtxQueue.GetRetransOut())
    {
        m_recovery.GetRate().SetAppLimited(PacketsInFlight());
    }
}

void
LinuxTcpSocket::PushWrite(uint32_t sizeGoal, Push push)
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
    PushPending(push);
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
