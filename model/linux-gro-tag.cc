/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-gro-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinuxGroTag);

LinuxGroTag::LinuxGroTag(uint32_t segs, uint32_t gsoSize)
    : m_segs(segs),
      m_gsoSize(gsoSize)
{
}

TypeId
LinuxGroTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinuxGroTag")
                            .SetParent<Tag>()
                            .SetGroupName("LinuxTcp")
                            .AddConstructor<LinuxGroTag>();
    return tid;
}

TypeId
LinuxGroTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
LinuxGroTag::GetSerializedSize() const
{
    return sizeof(m_segs) + sizeof(m_gsoSize);
}

void
LinuxGroTag::Serialize(TagBuffer i) const
{
    i.WriteU32(m_segs);
    i.WriteU32(m_gsoSize);
}

void
LinuxGroTag::Deserialize(TagBuffer i)
{
    m_segs = i.ReadU32();
    m_gsoSize = i.ReadU32();
}

void
LinuxGroTag::Print(std::ostream& os) const
{
    os << "segs=" << m_segs << " gsoSize=" << m_gsoSize;
}

uint32_t
LinuxGroTag::GetSegs() const
{
    return m_segs;
}

uint32_t
LinuxGroTag::GetGsoSize() const
{
    return m_gsoSize;
}

} // namespace ns3
