/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SKB_TAG_H
#define LINUX_SKB_TAG_H

#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief What the layers below TCP need to know of the skb that a packet stands for.
 *
 * Carried by every super-packet from the socket to the NIC, which removes it before a frame
 * reaches the wire. It plays the part of skb_shared_info (gso_size, gso_segs) and of the
 * destructor: the handle names the charge in the node's LinuxTxLedger.
 */
class LinuxSkbTag : public Tag
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    LinuxSkbTag() = default;

    /**
     * @brief Describe one skb.
     * @param handle the charge in the ledger
     * @param gsoSize payload bytes of each wire segment but the last (the mss)
     * @param segs number of wire segments, at least 1
     * @param overhead bytes of truesize beyond the payload, for one skb
     */
    LinuxSkbTag(uint64_t handle, uint32_t gsoSize, uint32_t segs, uint32_t overhead);

    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    /** @return the charge in the node's ledger */
    uint64_t GetHandle() const;
    /** @return payload bytes per wire segment (mss) */
    uint32_t GetGsoSize() const;
    /** @return number of wire segments */
    uint32_t GetSegs() const;
    /** @return bytes of truesize beyond the payload, for one skb */
    uint32_t GetOverhead() const;

  private:
    uint64_t m_handle{0};   //!< charge in the ledger
    uint32_t m_gsoSize{0};  //!< payload bytes per segment
    uint32_t m_segs{1};     //!< wire segments
    uint32_t m_overhead{0}; //!< truesize beyond the payload
};

} // namespace ns3

#endif /* LINUX_SKB_TAG_H */
