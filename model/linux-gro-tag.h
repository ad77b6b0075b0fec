/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_GRO_TAG_H
#define LINUX_GRO_TAG_H

#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief What a merged packet is made of (gso_segs and gso_size of a received skb).
 *
 * Put on by LinuxGro, removed by LinuxTcpSocket. A packet without it is one segment.
 */
class LinuxGroTag : public Tag
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    LinuxGroTag() = default;

    /**
     * @brief Describe a merged packet.
     * @param segs wire segments in it
     * @param gsoSize payload bytes of each but the last
     */
    LinuxGroTag(uint32_t segs, uint32_t gsoSize);

    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /** @return wire segments */
    uint32_t GetSegs() const;
    /** @return payload bytes of each segment but the last */
    uint32_t GetGsoSize() const;

  private:
    uint32_t m_segs{1};    //!< wire segments
    uint32_t m_gsoSize{0}; //!< payload bytes per segment
};

} // namespace ns3

#endif /* LINUX_GRO_TAG_H */
