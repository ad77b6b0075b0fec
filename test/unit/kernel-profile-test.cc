/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/linux-kernel-profile.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3::LinuxRules;

namespace
{

/**
 * @brief Name the row that a release falls into.
 * @param release the release
 * @return the row's first release, or "none"
 */
std::string
Row(const std::string& release)
{
    const KernelProfile* profile = FindKernelProfile(release);
    return profile ? profile->release : "none";
}

} // namespace

TEST(KernelProfile, ReleaseFallsIntoTheNewestRowNotAfterIt)
{
    EXPECT_EQ(Row("5.0"), "5.0");
    EXPECT_EQ(Row("5.4"), "5.0");
    EXPECT_EQ(Row("5.13"), "5.0");
    EXPECT_EQ(Row("5.14"), "5.14");
    EXPECT_EQ(Row("5.17"), "5.14");
    EXPECT_EQ(Row("5.18"), "5.18");
    EXPECT_EQ(Row("5.19"), "5.18");
    EXPECT_EQ(Row("6.0"), "6.0");
    EXPECT_EQ(Row("6.1"), "6.0");
    EXPECT_EQ(Row("6.5"), "6.0");
    EXPECT_EQ(Row("6.6"), "6.6");
    EXPECT_EQ(Row("6.9"), "6.6");
    EXPECT_EQ(Row("6.10"), "6.10");
    EXPECT_EQ(Row("6.15"), "6.10");
    EXPECT_EQ(Row("6.16"), "6.16");
    EXPECT_EQ(Row("6.18"), "6.16");
}

TEST(KernelProfile, ReleasesOutsideTheTableAreRefused)
{
    EXPECT_EQ(Row("2.6"), "none");
    EXPECT_EQ(Row("6.19"), "none");
    EXPECT_EQ(Row("7.0"), "none");
    // The series 5 ended with 5.19.
    EXPECT_EQ(Row("5.20"), "none");
}

TEST(KernelProfile, MalformedNamesAreRefused)
{
    for (const char* name : {"",
                             ".",
                             "6",
                             "6.",
                             ".6",
                             "6.6.1",
                             "v6.6",
                             " 6.6",
                             "6.6 ",
                             "6,6",
                             "6.06",
                             "06.6",
                             "-6.6",
                             "+6.6",
                             "6.-6",
                             "6.6-rc1",
                             "6..6",
                             "6.0x6",
                             "linux",
                             "99999999999999999999.1",
                             "6.99999999999999999999"})
    {
        EXPECT_EQ(FindKernelProfile(name), nullptr) << '"' << name << '"';
    }
}

TEST(KernelProfile, RowsHoldWhatEachReleaseChanged)
{
    const KernelProfile* v50 = FindKernelProfile("5.0");
    const KernelProfile* v518 = FindKernelProfile("5.18");
    const KernelProfile* v66 = FindKernelProfile("6.6");
    const KernelProfile* v610 = FindKernelProfile("6.10");
    const KernelProfile* v616 = FindKernelProfile("6.16");
    ASSERT_TRUE(v50 && v518 && v66 && v610 && v616);

    EXPECT_EQ(v50->smallQueueLimit, SmallQueueLimit::MinBytesUnlessPaced);
    EXPECT_EQ(v50->limitOutputBytes, 1048576U);
    EXPECT_EQ(v50->smallQueueBypass, SmallQueueBypass::RtxEmpty);
    EXPECT_EQ(v50->tsoAutosize, TsoAutosize::Rate);
    EXPECT_FALSE(v50->growSkb);
    EXPECT_TRUE(v50->finPassesCwnd);

    EXPECT_EQ(v50->prr, PrrForm::RetransAcked);
    EXPECT_EQ(FindKernelProfile("5.14")->prr, PrrForm::UnaAdvanced);
    EXPECT_EQ(FindKernelProfile("5.14")->tsoAutosize, TsoAutosize::Rate);
    EXPECT_EQ(v518->prr, PrrForm::UnaAdvanced);
    EXPECT_EQ(FindKernelProfile("6.0")->prr, PrrForm::CatchUp);
    EXPECT_EQ(v616->prr, PrrForm::CatchUp);

    EXPECT_EQ(v518->tsoAutosize, TsoAutosize::RateAndMinRtt);
    EXPECT_EQ(v518->tsoRttLog, 9);
    EXPECT_EQ(v518->smallQueueBypass, SmallQueueBypass::RtxEmpty);
    EXPECT_FALSE(v518->growSkb);
    EXPECT_TRUE(v518->finPassesCwnd);

    EXPECT_EQ(v66->smallQueueBypass, SmallQueueBypass::RtxEmptyOrSingle);
    EXPECT_EQ(v66->smallQueueLimit, SmallQueueLimit::MinBytesUnlessPaced);
    EXPECT_FALSE(v66->growSkb);
    EXPECT_TRUE(v66->finPassesCwnd);

    EXPECT_TRUE(v610->growSkb);
    EXPECT_FALSE(v610->finPassesCwnd);
    EXPECT_EQ(v610->limitOutputBytes, 1048576U);

    EXPECT_EQ(v616->smallQueueLimit, SmallQueueLimit::MinBytes);
    EXPECT_EQ(v616->limitOutputBytes, 4194304U);
    EXPECT_TRUE(v616->growSkb);
    EXPECT_FALSE(v616->finPassesCwnd);
    EXPECT_EQ(v616->tsoRttLog, 9);
}

TEST(KernelProfile, EveryRowIsFoundByItsOwnName)
{
    std::set<std::string> names;
    for (const auto& profile : GetKernelProfiles())
    {
        EXPECT_EQ(FindKernelProfile(profile.release), &profile) << profile.release;
        names.insert(profile.release);
    }
    EXPECT_EQ(names.size(), GetKernelProfiles().size());
}

TEST(KernelProfile, RangeNamesFirstRowAndNewestRelease)
{
    const std::string range = KernelReleaseRange();
    EXPECT_EQ(range, std::string(GetKernelProfiles().front().release) + " to 6.18");
}
