/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-sack-list.h"

#include "linux-sequence.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace LinuxRules
{

bool
SackList::Extend(Block& block, const Block& other)
{
    if (SeqAfter(other.start, block.end) || SeqAfter(block.start, other.end))
    {
        return false;
    }
    block.start = SeqBefore(other.start, block.start) ? other.start : block.start;
    block.end = SeqAfter(other.end, block.end) ? other.end : block.end;
    return true;
}

void
SackList::Add(uint32_t start, uint32_t end)
{
    Block fresh{start, end};
    const auto first = m_blocks.begin();
    // The first block that it touches comes to the front with it, the others are united there.
    const auto touched = std::find_if(first, first + m_count, [&fresh](const Block& block) {
        Block united = block;
        return Extend(united, fresh);
    });
    if (touched != first + m_count)
    {
        Extend(*touched, fresh);
        std::rotate(first, touched, touched + 1);
        std::size_t kept = 1;
        for (std::size_t i = 1; i < m_count; ++i)
        {
            if (!Extend(m_blocks[0], m_blocks[i]))
            {
                m_blocks[kept++] = m_blocks[i];
            }
        }
        m_count = kept;
        return;
    }
    m_count = std::min(m_count + 1, MAX_BLOCKS); // the oldest is forgotten
    std::rotate(first, first + m_count - 1, first + m_count);
    m_blocks[0] = fresh;
}

void
SackList::Advance(uint32_t rcvNxt)
{
    const auto first = m_blocks.begin();
    const auto last = std::remove_if(first, first + m_count, [rcvNxt](const Block& block) {
        return !SeqBefore(rcvNxt, block.start);
    });
    m_count = static_cast<std::size_t>(last - first);
}

void
SackList::SetDuplicate(uint32_t start, uint32_t end)
{
    m_duplicate = {start, end};
    m_hasDuplicate = true;
}

void
SackList::ClearDuplicate()
{
    m_hasDuplicate = false;
}

bool
SackList::IsEmpty() const
{
    return m_count == 0 && !m_hasDuplicate;
}

std::size_t
SackList::Take(std::array<Block, MAX_BLOCKS>& blocks, std::size_t room)
{
    std::size_t count = 0;
    room = std::min(room, blocks.size());
    if (std::exchange(m_hasDuplicate, false) && count < room)
    {
        blocks[count++] = m_duplicate;
    }
    for (std::size_t i = 0; i < m_count && count < room; ++i)
    {
        blocks[count++] = m_blocks[i];
    }
    return count;
}

} // namespace LinuxRules
} // namespace ns3
