/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-tx-ledger.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxTxLedger");

NS_OBJECT_ENSURE_REGISTERED(LinuxTxLedger);

void
LinuxTxAccount::Connect(Callback<void> handler, WmemCallback wmem)
{
    m_handler = handler;
    m_changed = wmem;
}

void
LinuxTxAccount::Disconnect()
{
    m_handler.Nullify();
    m_changed.Nullify();
    m_throttled = false;
}

void
LinuxTxAccount::SetWmem(uint64_t wmem)
{
    const uint64_t old = m_wmem;
    m_wmem = wmem;
    if (!m_changed.IsNull())
    {
        m_changed(old, wmem);
    }
}

TypeId
LinuxTxLedger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxTxLedger")
                            .SetParent<Object>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxTxLedger>();
    return tid;
}

Ptr<LinuxTxLedger>
LinuxTxLedger::Get(Ptr<Node> node)
{
    Ptr<LinuxTxLedger> ledger = node->GetObject<LinuxTxLedger>();
    if (!ledger)
    {
        ledger = CreateObject<LinuxTxLedger>();
        node->AggregateObject(ledger);
    }
    return ledger;
}

LinuxTxLedger::Entry*
LinuxTxLedger::Find(uint64_t handle)
{
    return const_cast<Entry*>(static_cast<const LinuxTxLedger*>(this)->Find(handle));
}

const LinuxTxLedger::Entry*
LinuxTxLedger::Find(uint64_t handle) const
{
    const auto index = static_cast<uint32_t>(handle);
    if (index >= m_entries.size())
    {
        return nullptr;
    }
    const Entry& entry = m_entries[index];
    return entry.account && entry.generation == static_cast<uint32_t>(handle >> 32) ? &entry
                                                                                    : nullptr;
}

uint64_t
LinuxTxLedger::Charge(Ptr<LinuxTxAccount> account, uint32_t truesize)
{
    NS_ASSERT_MSG(truesize > 0, "an skb without truesize");
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_entries.size()));
        m_entries.emplace_back();
    }
    const uint32_t index = m_free.back();
    m_free.pop_back();
    Entry& entry = m_entries[index];
    entry.account = account;
    entry.bytes = truesize;
    entry.place = Place::HANDED_OVER;
    account->SetWmem(account->m_wmem + truesize);
    return (static_cast<uint64_t>(entry.generation) << 32) | index;
}

void
LinuxTxLedger::Release(uint64_t handle)
{
    if (Entry* entry = Find(handle))
    {
        ReleasePart(handle, entry->bytes);
    }
}

void
LinuxTxLedger::Recharge(uint64_t handle, uint32_t truesize)
{
    NS_ASSERT_MSG(truesize > 0, "an skb without truesize");
    if (Entry* entry = Find(handle))
    {
        const Ptr<LinuxTxAccount>& account = entry->account;
        account->SetWmem(account->m_wmem + truesize - entry->bytes);
        entry->bytes = truesize;
    }
}

void
LinuxTxLedger::ReleasePart(uint64_t handle, uint32_t bytes)
{
    Entry* entry = Find(handle);
    if (!entry)
    {
        return;
    }
    Ptr<LinuxTxAccount> account = entry->account;
    bytes = std::min(bytes, entry->bytes);
    entry->bytes -= bytes;
    if (entry->bytes == 0)
    {
        entry->account = nullptr;
        ++entry->generation;
        m_free.push_back(static_cast<uint32_t>(handle));
    }
    Uncharge(account, bytes);
}

void
LinuxTxLedger::Uncharge(const Ptr<LinuxTxAccount>& account, uint32_t bytes)
{
    NS_LOG_FUNCTION(this << bytes << account->m_wmem);
    NS_ABORT_MSG_IF(account->m_wmem <= bytes,
                    "wmem underflow: " << bytes << " bytes released of " << account->m_wmem);
    const bool runHandler = account->m_throttled && !account->m_handler.IsNull();
    // A queued handler keeps one byte of the first release until it has run.
    const bool keepByte = runHandler && !account->m_queued;
    account->SetWmem(account->m_wmem - bytes + (keepByte ? 1 : 0));
    if (!keepByte)
    {
        return;
    }
    account->m_queued = true;
    account->m_throttled = false;
    m_handlers.push_back(account);
    if (m_handlerEvent.IsExpired())
    {
        m_handlerEvent = Simulator::ScheduleNow(&LinuxTxLedger::RunHandlers, this);
    }
}

void
LinuxTxLedger::RunHandlers()
{
    NS_LOG_FUNCTION(this << m_handlers.size());
    // A handler may release and thus queue again: those run in an event of their own.
    m_runningHandlers.swap(m_handlers);
    for (const auto& account : m_runningHandlers)
    {
        account->m_queued = false;
        if (!account->m_handler.IsNull())
        {
            account->m_handler();
        }
        account->SetWmem(account->m_wmem - 1);
    }
    m_runningHandlers.clear();
}

void
LinuxTxLedger::Arrived(uint64_t handle)
{
    SetPlace(handle, Place::NIC);
}

void
LinuxTxLedger::SetPlace(uint64_t handle, Place place)
{
    if (Entry* entry = Find(handle))
    {
        entry->place = place;
    }
}

LinuxTxLedger::Place
LinuxTxLedger::GetPlace(uint64_t handle) const
{
    const Entry* entry = Find(handle);
    NS_ASSERT_MSG(entry, "the charge was released");
    return entry->place;
}

bool
LinuxTxLedger::IsCharged(uint64_t handle) const
{
    return Find(handle) != nullptr;
}

Ptr<LinuxTxAccount>
LinuxTxLedger::GetAccount(uint64_t handle) const
{
    const Entry* entry = Find(handle);
    return entry ? entry->account : nullptr;
}

uint32_t
LinuxTxLedger::GetNCharges() const
{
    return static_cast<uint32_t>(m_entries.size() - m_free.size());
}

void
LinuxTxLedger::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_handlerEvent.Cancel();
    // Nothing below will report any more: what is still charged goes back now.
    for (auto& account : m_handlers)
    {
        account->m_queued = false;
        account->SetWmem(account->m_wmem - 1);
    }
    m_handlers.clear();
    for (auto& entry : m_entries)
    {
        if (entry.account)
        {
            entry.account->Disconnect();
            entry.account->SetWmem(entry.account->m_wmem - entry.bytes);
            entry.account = nullptr;
            ++entry.generation;
        }
    }
    m_entries.clear();
    m_free.clear();
    Object::DoDispose();
}

} // namespace ns3
