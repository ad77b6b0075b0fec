/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../model/linux-receive-window.h"

#include <gtest/gtest.h>

using namespace ns3::LinuxRules;

namespace
{

constexpr uint32_t MSS = 1448;
constexpr uint32_t START = 4294967000U; // the sequence numbers wrap soon
constexpr uint8_t SHIFT = 10;           // tcp_rmem[2] of 32 MB

ReceiveWindowConfig
Oracle()
{
    ReceiveWindowConfig config;
    config.bufferMax = 33554432;
    return config;
}

TEST(ReceiveWindow, FirstOfferIsRoundedToSegments)
{
    // The capture of 2023: SYN offers 64240, SYN+ACK 65160.
    EXPECT_EQ(ReceiveWindow().OfferInitial(1460), 64240U);
    EXPECT_EQ(ReceiveWindow().OfferInitial(1448), 65160U);
    ReceiveWindowConfig small;
    small.buffer = 4096;
    EXPECT_EQ(ReceiveWindow(small).OfferInitial(1448), 1448U);
    ReceiveWindowConfig large;
    large.buffer = 1000000;
    EXPECT_EQ(ReceiveWindow(large).OfferInitial(0), 65535U);
}

TEST(ReceiveWindow, OneSegmentIsKeptInReserve)
{
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    EXPECT_EQ(window.GetClamp(), 65536U - 1460U);
    // 64076, rounded up to what the scaled field can say
    EXPECT_EQ(window.Offer(START + MSS, MSS, 0), 64512U);
}

TEST(ReceiveWindow, NeverTakesBackWhatWasOffered)
{
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    EXPECT_EQ(window.GetLeft(START), 65160U);
    EXPECT_EQ(window.GetLeft(START + 10000), 55160U);
    EXPECT_EQ(window.GetUnacknowledged(START + 10000), 10000U);
    // 60 kB are unread, so little is free; the right edge stays, rounded up.
    EXPECT_EQ(window.Free(MSS, 60000), 18432U);
    EXPECT_EQ(window.Offer(START + 10000, MSS, 60000), 55296U);
    EXPECT_EQ(window.GetUnacknowledged(START + 10000), 0U);
    EXPECT_EQ(window.GetLeft(START + 70000), 0U);
}

TEST(ReceiveWindow, FollowsWhatIsReadInARoundTrip)
{
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnRead(5000, 30000); // no round-trip time is known
    EXPECT_EQ(window.GetBuffer(), 131072U);

    window = ReceiveWindow(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnTimestampRtt(1000);
    window.OnRead(999, 20000); // not a round trip yet
    EXPECT_EQ(window.GetBuffer(), 131072U);
    window.OnRead(1000, 10000);
    // 30000 against 14600: 2 * 30000 + 16 * 1460 = 83360, plus twice 83360 * 15400 / 14600,
    // are 177 segments of 2996 bytes of memory.
    EXPECT_EQ(window.GetBuffer(), 177U * 2996U);
    EXPECT_EQ(window.GetClamp(), 177U * 2996U / 2);
    // As much again is no reason to grow.
    window.OnRead(2000, 30000);
    EXPECT_EQ(window.GetBuffer(), 177U * 2996U);
}

TEST(ReceiveWindow, StepsOfTheKernel)
{
    // Windows of runs in virtual time: a segment more is read per round trip each time.
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, MSS);
    window.OnTimestampRtt(1000);
    int64_t now = 0;
    uint32_t next = START;
    uint32_t segments = 11;
    for (const uint32_t offered : {66560U, 69632U, 72704U})
    {
        now += 1500;
        window.OnRead(now, segments++ * MSS);
        for (int i = 0; i < 4; ++i)
        {
            next += MSS;
            window.OnData(now, next, MSS, 1, MSS, MSS);
        }
        EXPECT_EQ(window.Offer(next, MSS, 0), offered);
    }
}

TEST(ReceiveWindow, AutotuningHasItsLimits)
{
    auto config = Oracle();
    config.bufferMax = 200000;
    ReceiveWindow window(config);
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnTimestampRtt(1000);
    window.OnRead(1000, 1000000);
    EXPECT_EQ(window.GetBuffer(), 200000U);

    config = Oracle();
    config.autotune = false;
    window = ReceiveWindow(config);
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnTimestampRtt(1000);
    window.OnRead(1000, 1000000);
    EXPECT_EQ(window.GetBuffer(), 131072U);
}

TEST(ReceiveWindow, OpensByTwoSegmentsPerSegment)
{
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    uint32_t next = START + MSS;
    EXPECT_FALSE(window.OnData(0, next, MSS, 1, MSS, MSS)) << "the buffer holds no more";
    window.OnTimestampRtt(1000);
    window.OnRead(1000, 30000);
    const uint32_t before = window.Free(MSS, 0);
    next += MSS;
    EXPECT_TRUE(window.OnData(1100, next, MSS, 1, MSS, MSS));
    EXPECT_EQ(window.Free(MSS, 0), (64076U + 2920U + 1023U) / 1024U * 1024U);
    EXPECT_GT(window.Free(MSS, 0), before);
    // Short segments waste memory: no growth.
    next += 100;
    EXPECT_FALSE(window.OnData(1200, next, 100, 1, MSS, 100));
    // It ends at the clamp.
    for (int i = 0; i < 1000; ++i)
    {
        next += MSS;
        window.OnData(1300, next, MSS, 1, MSS, MSS);
    }
    EXPECT_EQ(window.Free(MSS, 0), (177U * 2996U / 2 - 1108U + 1023U) / 1024U * 1024U)
        << "the clamp, less the one segment that was unread";
}

TEST(ReceiveWindow, SegmentsOfMuchOverheadGrowItOnlyWhileItIsSmall)
{
    // 200 bytes of 968: four times what they take must fit into the largest buffer.
    ReceiveWindow window(Oracle());
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnTimestampRtt(1000);
    window.OnRead(1000, 30000);
    EXPECT_TRUE(window.OnData(1100, START + 200, 200, 1, 200, 0));
    auto config = Oracle();
    config.bufferMax = 500000;
    window = ReceiveWindow(config);
    window.OfferInitial(MSS);
    window.Start(0, START, SHIFT, 1460);
    window.OnTimestampRtt(1000);
    window.OnRead(1000, 30000);
    EXPECT_FALSE(window.OnData(1100, START + 200, 200, 1, 200, 0));
}

TEST(ReceiveWindow, FixedBufferOffersWhatIsFree)
{
    ReceiveWindowConfig config;
    config.buffer = 72704;
    config.bufferMax = 72704;
    config.autotune = false;
    config.advWinScale = 0;
    ReceiveWindow window(config);
    EXPECT_EQ(window.OfferInitial(0), 65535U);
    window.Start(0, START, 1, 1460);
    EXPECT_EQ(window.Offer(START, MSS, 0), 72704U);
    EXPECT_EQ(window.Offer(START + 2 * MSS, MSS, 0), 72704U);
    EXPECT_EQ(window.Free(MSS, 40000), 32704U);
    EXPECT_EQ(window.Free(MSS, 72704 - 4600), 4600U);
    EXPECT_EQ(window.Free(MSS, 72704 - 4500), 0U) << "less than a sixteenth";
}

TEST(ReceiveWindow, NoSillyWindows)
{
    ReceiveWindowConfig config;
    config.buffer = 3 * MSS;
    config.autotune = false;
    config.advWinScale = 0;
    ReceiveWindow window(config);
    window.OfferInitial(0);
    window.Start(0, START, 0, 1460);
    EXPECT_EQ(window.Free(MSS, 2 * MSS + 1), 0U) << "one byte less than a segment";
    EXPECT_EQ(window.Free(MSS, 2 * MSS), MSS);
    window.Offer(START, MSS, 0);
    // Without scaling the offer moves by whole segments.
    EXPECT_EQ(window.Free(MSS, 10), 2 * MSS);
}

} // namespace
