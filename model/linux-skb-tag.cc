/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-skb-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxSkbTag);

LinuxSkbTag::LinuxSkbTag(uint64_t handle, uint32_t gsoSize, uint32_t segs, uint32_t overhead)
    : m_handle(handle),
      m_gsoSize(gsoSize),
      m_segs(segs),
      m_overhead(overhead)
{
}

TypeId
LinuxSkbTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxSkbTag")
                            .SetParent<Tag>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxSkbTag>();
    return tid;
}

TypeId
LinuxSkbTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
LinuxSkbTag::GetSerializedSize() const
{
    return sizeof(m_handle) + sizeof(m_gsoSize) + sizeof(m_segs) + sizeof(m_overhead);
}

void
LinuxSkbTag::Serialize(TagBuffer i) const
{
    i.WriteU64(m_handle);
    i.WriteU32(m_gsoSize);
    i.WriteU32(m_segs);
    i.WriteU32(m_overhead);
}

void
LinuxSkbTag::Deserialize(TagBuffer i)
{
    m_handle = i.ReadU64();
    m_gsoSize = i.ReadU32();
    m_segs = i.ReadU32();
    m_overhead = i.ReadU32();
}

void
LinuxSkbTag::Print(std::ostream& os) const
{
    os << "handle=" << m_handle << " gsoSize=" << m_gsoSize << " segs=" << m_segs
       << " overhead=" << m_overhead;
}

uint64_t
LinuxSkbTag::GetHandle() const
{
    return m_handle;
}

uint32_t
LinuxSkbTag::GetGsoSize() const
{
    return m_gsoSize;
}

uint32_t
LinuxSkbTag::GetSegs() const
{
    return m_segs;
}

uint32_t
LinuxSkbTag::GetOverhead() const
{
    return m_overhead;
}

} // namespace ns3
