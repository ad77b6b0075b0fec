/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_SACK_LIST_H
#define LINUX_SACK_LIST_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace LinuxRules
{

/**
 * @ingroup linux-tcp
 * @brief What a receiver selectively acknowledges: the blocks of its SACK option.
 *
 * The block that changed last comes first. A duplicate (D-SACK, RFC 2883) goes before it, in one
 * ACK.
 */
class SackList
{
  public:
    /// Blocks that are remembered.
    static constexpr std::size_t MAX_BLOCKS = 4;

    /// Sequence numbers from start to end, end excluded.
    struct Block
    {
        uint32_t start{0}; //!< first sequence number
        uint32_t end{0};   //!< one past the last
    };

    /**
     * @brief Data has arrived out of order.
     * @param start its first sequence number
     * @param end one past its last
     */
    void Add(uint32_t start, uint32_t end);

    /**
     * @brief Data has arrived in order.
     * @param rcvNxt next sequence number expected
     */
    void Advance(uint32_t rcvNxt);

    /**
     * @brief Data has arrived twice: the next ACK says so.
     * @param start its first sequence number
     * @param end one past its last
     */
    void SetDuplicate(uint32_t start, uint32_t end);

    /**
     * @brief Forget the duplicate: other data came before it could be told.
     */
    void ClearDuplicate();

    /**
     * @brief Tell whether there is anything to say.
     * @return true when there is no block and no duplicate
     */
    bool IsEmpty() const;

    /**
     * @brief Get the blocks of the next ACK; the duplicate is told once.
     * @param[out] blocks the blocks
     * @param room how many the option can hold
     * @return how many there are
     */
    std::size_t Take(std::array<Block, MAX_BLOCKS>& blocks, std::size_t room);

  private:
    /**
     * @brief Unite two blocks that touch.
     * @param block takes the other
     * @param other the other
     * @return false when they do not touch
     */
    static bool Extend(Block& block, const Block& other);

    std::array<Block, MAX_BLOCKS> m_blocks; //!< newest first
    std::size_t m_count{0};                 //!< how many
    Block m_duplicate;                      //!< what arrived twice
    bool m_hasDuplicate{false};             //!< m_duplicate is to be told
};

} // namespace LinuxRules
} // namespace ns3

#endif /* LINUX_SACK_LIST_H */
