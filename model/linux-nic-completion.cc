/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TX completion: an skb whose last frame has left waits for the interrupt that frees it.

#include "linux-nic.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <cmath>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxNicCompletion");

void
LinuxNic::FrameFinished()
{
    if (!m_onWire)
    {
        return; // disposed of in the meantime
    }
    m_onWire = false;
    if (m_lastOnWire)
    {
        SkbEnded();
    }
}

void
LinuxNic::SkbEnded()
{
    NS_ASSERT(m_ended < m_next);
    Time finish = Simulator::Now();
    if (m_latency)
    {
        const double latency = m_latency->GetValue();
        NS_ABORT_MSG_IF(!(latency >= 0) || std::isinf(latency),
                        "ns3::LinuxNic::TxCompletionLatency gave "
                            << latency << " microseconds; its range is 0 or more");
        finish += Time::FromDouble(latency, Time::US);
    }
    m_ring[m_ended++].finish = finish;
    if (m_latencyEvent.IsExpired())
    {
        LatencyPassed();
    }
}

void
LinuxNic::LatencyPassed()
{
    const Time now = Simulator::Now();
    const std::size_t before = m_finished;
    // In order: an skb waits for those before it.
    while (m_finished < m_ended && m_ring[m_finished].finish <= now)
    {
        ++m_finished;
    }
    if (m_finished < m_ended)
    {
        m_latencyEvent =
            Simulator::Schedule(m_ring[m_finished].finish - now, &LinuxNic::LatencyPassed, this);
    }
    if (m_finished > before)
    {
        SignalFinished();
    }
}

void
LinuxNic::SignalFinished()
{
    if (!m_immediate.IsExpired())
    {
        return;
    }
    // Never at once: the device is in the middle of its own bookkeeping.
    if (m_txUsecs == 0 || m_finished >= m_txFrames)
    {
        m_immediate = Simulator::ScheduleNow(&LinuxNic::Interrupt, this, false);
    }
    else if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(Time::FromDouble(m_txUsecs, Time::US),
                                      &LinuxNic::Interrupt,
                                      this,
                                      false);
    }
}

void
LinuxNic::FrameArrived()
{
    if (m_rxUsecs == 0 && m_rxWaiting.empty() && m_sharedInterrupt && m_finished > 0)
    {
        Interrupt(true);
    }
}

void
LinuxNic::Interrupt(bool byRxIrq)
{
    NS_LOG_FUNCTION(this << byRxIrq << m_finished);
    m_timer.Cancel();
    m_immediate.Cancel();

    LinuxNicCompletion completion{};
    completion.byRxIrq = byRxIrq;
    std::vector<Charge> charges;
    charges.swap(m_charges); // waking the queue may lead here again
    uint32_t bytes = 0;
    for (; m_finished > 0; --m_finished)
    {
        const Entry& entry = m_ring.front();
        ++completion.skbs;
        completion.frames += entry.frames;
        bytes += entry.bytes;
        if (entry.handle)
        {
            charges.push_back({entry.handle, entry.truesize});
        }
        m_ring.pop_front();
    }
    m_next -= completion.skbs;
    m_ended -= completion.skbs;
    m_occupancy -= completion.frames;
    completion.stillInRing = m_occupancy;
    UpdateMaxSkbFrames(); // the device's MTU may have changed
    if (completion.skbs > 0)
    {
        m_completionTrace(completion);
    }

    if (m_txQueue)
    {
        m_txQueue->NotifyTransmittedBytes(bytes);
    }
    Refill();
    if (m_waitingFrames > 0 && !m_onWire && !m_start.IsNull())
    {
        m_start();
    }
    WakeIfRoom();
    Release(charges);
    charges.clear();
    m_charges.swap(charges);
}

void
LinuxNic::Release(const std::vector<Charge>& charges)
{
    for (const Charge& charge : charges)
    {
        if (charge.truesize)
        {
            GetLedger()->ReleasePart(charge.handle, charge.truesize);
        }
        else
        {
            GetLedger()->Release(charge.handle);
        }
    }
}

} // namespace ns3
