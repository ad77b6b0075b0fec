/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-kernel-profile.h"

#include <cctype>

namespace ns3
{
namespace LinuxRules
{

namespace
{

/// A release of the main line.
struct Release
{
    int series{0}; //!< first number
    int number{0}; //!< second number

    bool operator<(const Release& other) const
    {
        return series != other.series ? series < other.series : number < other.number;
    }
};

/// Newest release whose behaviour is known.
constexpr Release NEWEST{6, 18};

/// Last release of each series that has ended: {5, 19} says that there is no 5.20.
constexpr Release SERIES_ENDS[] = {{3, 19}, {4, 20}, {5, 19}};

/**
 * @brief Read digits without sign, blanks or leading zeros.
 * @param text the text
 * @param position where the number begins; moved behind it
 * @return the number, or -1
 */
int
ReadNumber(const std::string& text, std::size_t& position)
{
    const std::size_t start = position;
    int value = 0;
    while (position < text.size() && std::isdigit(static_cast<unsigned char>(text[position])))
    {
        value = value * 10 + (text[position] - '0');
        ++position;
        if (position - start > 3)
        {
            return -1;
        }
    }
    const bool leadingZero = position - start > 1 && text[start] == '0';
    return position == start || leadingZero ? -1 : value;
}

/**
 * @brief Read "6.1" and nothing else.
 * @param text the text
 * @param release what it says
 * @return true when it is well formed
 */
bool
ParseRelease(const std::string& text, Release& release)
{
    std::size_t position = 0;
    release.series = ReadNumber(text, position);
    if (release.series < 0 || position >= text.size() || text[position] != '.')
    {
        return false;
    }
    ++position;
    release.number = ReadNumber(text, position);
    return release.number >= 0 && position == text.size();
}

/**
 * @brief Tell whether a release is one that was published and is known.
 * @param release the release
 * @return true when it exists
 */
bool
IsKnown(const Release& release)
{
    for (const auto& last : SERIES_ENDS)
    {
        if (release.series == last.series && last < release)
        {
            return false;
        }
    }
    return !(NEWEST < release);
}

} // namespace

const std::vector<KernelProfile>&
GetKernelProfiles()
{
    using Limit = SmallQueueLimit;
    using Bypass = SmallQueueBypass;
    using Tso = TsoAutosize;
    static const std::vector<KernelProfile> profiles = [] {
        std::vector<KernelProfile> rows;
        KernelProfile row{};
        const auto add = [&rows, &row](const char* release) {
            row.release = release;
            rows.push_back(row);
        };
        row.smallQueueLimit = Limit::MinBytesUnlessPaced;
        row.limitOutputBytes = 1048576;
        row.smallQueueBypass = Bypass::RtxEmpty;
        row.tsoAutosize = Tso::Rate;
        row.finPassesCwnd = true;
        row.prr = PrrForm::RetransAcked;
        add("5.0");
        row.prr = PrrForm::UnaAdvanced;
        add("5.14");
        row.tsoAutosize = Tso::RateAndMinRtt;
        row.tsoRttLog = 9;
        add("5.18");
        row.prr = PrrForm::CatchUp;
        add("6.0");
        row.smallQueueBypass = Bypass::RtxEmptyOrSingle;
        add("6.6");
        row.growSkb = true;
        row.finPassesCwnd = false;
        add("6.10");
        row.smallQueueLimit = Limit::MinBytes;
        row.limitOutputBytes = 4194304;
        add("6.16");
        return rows;
    }();
    return profiles;
}

const KernelProfile*
FindKernelProfile(const std::string& release)
{
    Release wanted;
    if (!ParseRelease(release, wanted) || !IsKnown(wanted))
    {
        return nullptr;
    }
    const KernelProfile* found = nullptr;
    for (const auto& profile : GetKernelProfiles())
    {
        Release first;
        ParseRelease(profile.release, first);
        if (wanted < first)
        {
            break;
        }
        found = &profile;
    }
    return found;
}

std::string
KernelReleaseRange()
{
    return std::string(GetKernelProfiles().front().release) + " to " +
           std::to_string(NEWEST.series) + "." + std::to_string(NEWEST.number);
}

} // namespace LinuxRules
} // namespace ns3
