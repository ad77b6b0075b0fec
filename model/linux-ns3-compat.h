/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */
#ifndef LINUX_NS3_COMPAT_H
#define LINUX_NS3_COMPAT_H

/**
 * @file
 * @ingroup linux-tcp
 *
 * What differs between the supported releases of ns-3, in one place. LINUX_TCP_NS3_MINOR is the y
 * of ns-3.y. Only what cannot be written in a way that all releases accept is listed here:
 * `!event.IsExpired()` stands for EventId's IsRunning and IsPending, and `TestSuite::Type::UNIT`
 * is valid for both forms of the enum.
 */

#include "ns3/linux-tcp-config.h"

// ns-3.41: MakeEnumAccessor wants the enum's type.
#if LINUX_TCP_NS3_MINOR >= 41
#define LINUX_TCP_ENUM_ACCESSOR(type, ...) MakeEnumAccessor<type>(__VA_ARGS__)
#else
#define LINUX_TCP_ENUM_ACCESSOR(type, ...) MakeEnumAccessor(__VA_ARGS__)
#endif

// ns-3.45: Object::GetInstanceTypeId is final. Before it, TcpSocketBase and some others answer with
// their own TypeId unless a subclass overrides them. For the class body; the definition of the
// override is the macro's business too.
#if LINUX_TCP_NS3_MINOR >= 45
#define LINUX_TCP_INSTANCE_TYPE_ID
#else
#define LINUX_TCP_INSTANCE_TYPE_ID                                                                 \
    TypeId GetInstanceTypeId() const override                                                      \
    {                                                                                              \
        return GetTypeId();                                                                        \
    }
#endif

// ns-3.42 and 3.46: the durations of test cases moved into a scoped enum.
#if LINUX_TCP_NS3_MINOR >= 42
#define LINUX_TCP_TEST_QUICK TestCase::Duration::QUICK
#define LINUX_TCP_TEST_EXTENSIVE TestCase::Duration::EXTENSIVE
#else
#define LINUX_TCP_TEST_QUICK TestCase::TestDuration::QUICK
#define LINUX_TCP_TEST_EXTENSIVE TestCase::TestDuration::EXTENSIVE
#endif

// ns-3.43: m_lastRtt became the last sample, the smoothed time has a field of its own.
#if LINUX_TCP_NS3_MINOR >= 43
#define LINUX_TCP_SET_RTT(tcb, smoothed, sample)                                                   \
    do                                                                                             \
    {                                                                                              \
        (tcb)->m_lastRtt = (sample);                                                               \
        (tcb)->m_srtt = (smoothed);                                                                \
    } while (false)
#else
#define LINUX_TCP_SET_RTT(tcb, smoothed, sample) (tcb)->m_lastRtt = (smoothed)
#endif

// ns-3.42: the sender tells the congestion control whether cwnd is the limit.
#if LINUX_TCP_NS3_MINOR >= 42
#define LINUX_TCP_SET_CWND_LIMITED(tcb, limited) (tcb)->m_isCwndLimited = (limited)
#define LINUX_TCP_IS_CWND_LIMITED(tcb) (tcb)->m_isCwndLimited
#else
#define LINUX_TCP_SET_CWND_LIMITED(tcb, limited) (void)(limited)
#define LINUX_TCP_IS_CWND_LIMITED(tcb) ((void)(tcb), true)
#endif

// ns-3.43: the caller says whether the packet may be marked ECT. Within a socket's method.
#if LINUX_TCP_NS3_MINOR >= 43
#define LINUX_TCP_ADD_SOCKET_TAGS(packet, isRetransmission)                                        \
    AddSocketTags(packet,                                                                          \
                  IsEct((isRetransmission) ? TcpPacketType_t::RE_XMT : TcpPacketType_t::DATA))
#define LINUX_TCP_ADD_ACK_TAGS(packet) AddSocketTags(packet, IsEct(TcpPacketType_t::PURE_ACK))
#else
#define LINUX_TCP_ADD_SOCKET_TAGS(packet, isRetransmission) AddSocketTags(packet)
#define LINUX_TCP_ADD_ACK_TAGS(packet) AddSocketTags(packet)
#endif

#endif // LINUX_NS3_COMPAT_H
