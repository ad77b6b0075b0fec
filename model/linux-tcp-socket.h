/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TCP_SOCKET_H
#define LINUX_TCP_SOCKET_H

#include "linux-ack-policy.h"
#include "linux-cwnd-validation.h"
#include "linux-egress.h"
#include "linux-kernel-profile.h"
#include "linux-loss-recovery.h"
#include "linux-ns3-compat.h"
#include "linux-pacing.h"
#include "linux-receive-window.h"
#include "linux-rtt.h"
#include "linux-rtx-queue.h"
#include "linux-sack-list.h"
#include "linux-send-buffer.h"
#include "linux-skb.h"
#include "linux-tx-ledger.h"
#include "linux-write-queue.h"
#include "linux-write-split.h"

#include "ns3/data-rate.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

struct LinuxAckSample;

/**
 * @ingroup linux-tcp
 *
 * @brief One skb as it was handed to IP. The columns of an skb trace.
 */
struct LinuxTcpXmitRecord
{
    Time time;                  //!< when it was handed over
    uint32_t seqOffset{0};      //!< first byte, relative to the first byte of the connection
    uint32_t length{0};         //!< payload bytes
    uint32_t segs{0};           //!< wire segments
    uint32_t truesize{0};       //!< bytes charged
    uint64_t wmemAfter{0};      //!< sk_wmem_alloc with this skb
    uint32_t packetsOut{0};     //!< segments outstanding before this skb
    uint32_t cwnd{0};           //!< congestion window in segments
    uint64_t pacingRate{0};     //!< sk_pacing_rate in bytes per second
    uint32_t srttUs{0};         //!< smoothed round-trip time in microseconds
    Time departure;             //!< departure time; now when the socket is not paced
    bool retransmission{false}; //!< sent before
};

/**
 * @ingroup linux-tcp
 *
 * @brief One skb that found the socket over its small-queue limit.
 */
struct LinuxTcpThrottleRecord
{
    Time time;              //!< when
    uint32_t length{0};     //!< payload bytes of the skb
    uint32_t packetsOut{0}; //!< segments outstanding
    uint64_t wmem{0};       //!< sk_wmem_alloc
    uint64_t limit{0};      //!< the limit that wmem exceeds, in bytes
    uint64_t pacingRate{0}; //!< sk_pacing_rate in bytes per second
    uint32_t cwnd{0};       //!< congestion window in segments
    uint32_t truesize{0};   //!< truesize of the skb
    uint8_t factor{0};      //!< the limit was shifted left by this
};

/**
 * @ingroup linux-tcp
 *
 * @brief What an ACK left behind, before the loop runs.
 */
struct LinuxTcpAckRecord
{
    Time time;              //!< when
    uint32_t ackOffset{0};  //!< acknowledged so far, bytes since the start of the connection
    uint32_t delivered{0};  //!< segments that it acknowledged
    uint32_t packetsOut{0}; //!< segments outstanding
    uint32_t cwnd{0};       //!< congestion window in segments
    uint32_t ssthresh{0};   //!< slow-start threshold in segments
    uint32_t srttUs{0};     //!< smoothed round-trip time in microseconds
    uint32_t minRttUs{0};   //!< minimum round-trip time in microseconds
    uint64_t pacingRate{0}; //!< sk_pacing_rate in bytes per second
    uint32_t window{0};     //!< receive window in bytes
    uint64_t wmem{0};       //!< sk_wmem_alloc
};

/**
 * @ingroup linux-tcp
 *
 * @brief One step of loss recovery.
 */
struct LinuxTcpRecoveryRecord
{
    Time time;                  //!< when
    LinuxRecoveryEvent event{}; //!< what happened
    uint32_t seq{0};            //!< sequence number that it is about, or a value
    uint32_t segs{0};           //!< segments, or a value
};

/**
 * @ingroup linux-tcp
 *
 * @brief A TCP socket whose transmit path is that of Linux.
 *
 * The way of the data, one file each:
 *  - linux-tcp-sendmsg.cc: an application's write becomes skbs in the write queue, and is pushed;
 *  - linux-tcp-write-xmit.cc: the loop (tcp_write_xmit): pacing, congestion window, grow, receive
 *    window, Nagle and defer, split, small-queue check;
 *  - linux-tcp-transmit.cc: one skb becomes a super-packet and is charged and handed to IP through
 *    LinuxEgress; retransmissions;
 *  - linux-tcp-ack.cc: what arrives: acknowledged skbs, round-trip time, losses
 *    (LinuxLossRecovery), congestion control (linux-tcp-congestion.cc); then the loop again;
 *  - linux-tcp-timers.cc: the retransmission timer.
 *
 * What each of them decides comes from the rules in namespace LinuxRules, and what differs between
 * kernel releases from the row of LinuxRules::KernelProfile that the attribute Kernel names.
 * Connection set-up and close and the reordering buffer of the receiver are TcpSocketBase's.
 */
class LinuxTcpSocket : public TcpSocketBase, private LinuxRecoveryHost
{
  public:
    /// An attribute that follows the kernel release unless it is set.
    enum Switch
    {
        SWITCH_KERNEL, //!< as the release does
        SWITCH_OFF,    //!< off
        SWITCH_ON      //!< on
    };

    /// Values of SmallQueueLimit; the formulas are LinuxRules::SmallQueueLimit's.
    enum SmallQueueLimitKind
    {
        LIMIT_KERNEL,                 //!< as the release does
        LIMIT_BYTE_LIMIT,             //!< 3.6
        LIMIT_MAX_TRUESIZE_RATE,      //!< 3.12
        LIMIT_MAX_BYTES_RATE,         //!< 3.13
        LIMIT_MIN_BYTES,              //!< 3.19, and again from 6.16
        LIMIT_MIN_BYTES_UNLESS_PACED, //!< 5.0
        LIMIT_MAX_ALL                 //!< the proposal of 2015
    };

    /// Values of SmallQueueBypass; see LinuxRules::SmallQueueBypass.
    enum SmallQueueBypassKind
    {
        BYPASS_KERNEL,             //!< as the release does
        BYPASS_NONE,               //!< before 4.10
        BYPASS_FIRST_TWO,          //!< 4.10
        BYPASS_RTX_EMPTY,          //!< 4.15
        BYPASS_RTX_EMPTY_OR_SINGLE //!< 6.6
    };

    /// Values of TsoAutosize; see LinuxRules::TsoAutosize.
    enum TsoAutosizeKind
    {
        AUTOSIZE_KERNEL,          //!< as the release does
        AUTOSIZE_RATE,            //!< 3.19
        AUTOSIZE_RATE_AND_MIN_RTT //!< 5.18
    };

    /// Why the loop stopped.
    enum StopReason
    {
        STOP_EMPTY,       //!< nothing left to send
        STOP_PACING,      //!< the departure time lies in the future
        STOP_CWND,        //!< no room in the congestion window
        STOP_RWND,        //!< no room in the receive window
        STOP_NAGLE,       //!< a small segment waits
        STOP_DEFER,       //!< waits for a larger TSO packet
        STOP_SMALL_QUEUE, //!< too much of this socket in queue disc and device
        STOP_LOCAL_DROP,  //!< the host's own queue dropped the skb
        STOP_ERROR,       //!< IP could not send it
        STOP_PUSH_ONE     //!< asked to send one skb only
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    LINUX_TCP_INSTANCE_TYPE_ID

    LinuxTcpSocket();
    /**
     * @brief Copy a listening socket for a connection that it accepts.
     * @param other the listening socket
     */
    LinuxTcpSocket(const LinuxTcpSocket& other);
    ~LinuxTcpSocket() override;

    int Bind() override;
    int Bind(const Address& address) override;
    int Bind6() override;
    int Connect(const Address& address) override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    int Close() override;
    int ShutdownSend() override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;

    /**
     * @brief Get the account of what this socket has below TCP.
     *
     * The account outlives the socket.
     * @return sk_wmem_alloc and the TSQ flags
     */
    Ptr<LinuxTxAccount> GetTxAccount() const;

    /**
     * @brief Get the pacing rate.
     * @return sk_pacing_rate in bytes per second
     */
    uint64_t GetPacingRate() const;

    /**
     * @brief Get the smoothed round-trip time.
     * @return microseconds; 0 before the first sample
     */
    uint32_t GetSrttUs() const;

    /**
     * @brief Get the minimum round-trip time.
     * @return microseconds; UINT32_MAX before the first sample
     */
    uint32_t GetMinRttUs() const;

    /**
     * @brief Get the segments outstanding.
     * @return packets_out
     */
    uint32_t GetPacketsOut() const;

    /**
     * @brief Get the congestion window.
     * @return segments
     */
    uint32_t GetCwndSegments() const;

    /**
     * @brief TracedCallback signature of SkbSent.
     * @param record the skb
     */
    typedef void (*XmitTracedCallback)(const LinuxTcpXmitRecord& record);

    /**
     * @brief TracedCallback signature of Throttled and Bypassed.
     * @param record the skb that was held back or let through
     */
    typedef void (*ThrottleTracedCallback)(const LinuxTcpThrottleRecord& record);

    /**
     * @brief TracedCallback signature of Acked.
     * @param record what the ACK left behind
     */
    typedef void (*AckTracedCallback)(const LinuxTcpAckRecord& record);

    /**
     * @brief TracedCallback signature of Recovery.
     * @param record the step
     */
    typedef void (*RecoveryTracedCallback)(const LinuxTcpRecoveryRecord& record);

    /**
     * @brief TracedCallback signature of LoopStopped.
     * @param reason why the loop stopped
     */
    typedef void (*StopTracedCallback)(StopReason reason);

    /**
     * @brief TracedCallback signature of Wmem.
     * @param oldBytes sk_wmem_alloc before
     * @param newBytes sk_wmem_alloc now
     */
    typedef void (*WmemTracedCallback)(uint64_t oldBytes, uint64_t newBytes);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

    // The seams into TcpSocketBase.
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> p,
                      const TcpHeader& tcpHeader,
                      const Address& fromAddress,
                      const Address& toAddress) override;
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void EstimateRtt(const TcpHeader& tcpHeader) override;
    void UpdateRttHistory(const SequenceNumber32& seq, uint32_t sz, bool isRetransmission) override;
    uint32_t BytesInFlight() const override;
    uint32_t AvailableWindow() const override;
    void ReTxTimeout() override;
    void PersistTimeout() override;
    void SetSegSize(uint32_t size) override;
    void SetRcvBufSize(uint32_t size) override;
    void SetSndBufSize(uint32_t size) override;
    void SetDataRetries(uint32_t retries) override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;
    void SendEmptyPacket(uint8_t flags) override;
    void DelAckTimeout() override;

  private:
    /// How a call of the loop treats small segments (Linux's nonagle argument).
    enum class Push
    {
        NORMAL,    //!< as the socket option says
        FORCED,    //!< TCP_NAGLE_PUSH: the first skb is not held back
        NAGLE_OFF, //!< the connection is being closed
        PROBE      //!< a loss probe: one skb, whatever the congestion window says
    };

    /// What the attributes and the kernel profile together say.
    struct Settings
    {
        LinuxRules::SmallQueueLimit smallQueueLimit;   //!< formula
        LinuxRules::SmallQueueBypass smallQueueBypass; //!< who passes although over the limit
        LinuxRules::TsoAutosize tsoAutosize;           //!< what the TSO size follows
        uint32_t limitOutputBytes;                     //!< tcp_limit_output_bytes
        bool growSkb;                                  //!< the head grows from the next skb
        bool finPassesCwnd;                            //!< a lone FIN ignores cwnd
    };

    // linux-tcp-socket.cc
    /**
     * @brief Choose the kernel release.
     * @param release such as "6.6"
     */
    void SetKernel(std::string release);
    /**
     * @brief Get the kernel release.
     * @return the release as it was set
     */
    std::string GetKernel() const;
    /**
     * @brief Set the smallest variance term of the retransmission timeout.
     * @param rtoMin 1 ms to 120 s
     */
    void SetRtoMin(Time rtoMin);
    /**
     * @brief Get it.
     * @return tcp_rto_min
     */
    Time GetRtoMin() const;
    /// Work out the settings from profile and attributes.
    void ResolveSettings();
    /**
     * @brief Get the pacing rate at most.
     * @return sk_max_pacing_rate in bytes per second, at least 1
     */
    uint64_t GetMaxPacingRate() const;
    /// Start with fresh queues; part of both constructors.
    void Init();
    /**
     * @brief Tell whether the connection can carry new data.
     * @return true when connected and not closed for sending
     */
    bool CanSend() const;
    /**
     * @brief Find the device that packets to the peer leave through.
     * @return the device; null without a route
     */
    Ptr<NetDevice> FindOutputDevice() const;
    /**
     * @brief Get the mss that the output device allows (advmss).
     * @return its MTU less IP and TCP header, bytes
     */
    uint32_t GetAdvmss() const;
    /**
     * @brief Get the payload of a full segment that the peer sends: what was announced, less the
     * room that timestamps take when both ends use them (advmss of an established socket).
     * @return bytes
     */
    uint32_t GetFullSegment() const;
    /**
     * @brief Take mss and GSO limits from the output device.
     *
     * mss: its MTU less IP header, TCP header and timestamps, unless SegmentSize was set.
     */
    void SetupCaps();
    /// Keep the congestion window within CwndClamp.
    void ClampCwnd();
    /// The connection is established: the queues begin here.
    void StartQueues();
    /// So does loss recovery.
    void StartRecovery();
    /// Send a FIN that no data carries any more.
    void FinishClose();

    // linux-tcp-sendmsg.cc
    /// Turn the writes of the application into skbs and push them.
    void ProcessWrites();
    /**
     * @brief Get the memory of what is queued and not acknowledged (sk_wmem_queued).
     * @return bytes
     */
    uint64_t GetWmemQueued() const;
    /**
     * @brief Get what a write can put into the queue before it has to wait: the free memory of the
     * send buffer, or when there is none the rest of the last skb.
     * @return bytes; 0 while a write waits already
     */
    uint64_t GetWriteRoom() const;
    /**
     * @brief Get the bytes at which an skb is full (tcp_send_mss).
     * @return bytes
     */
    uint32_t GetSizeGoal() const;
    /**
     * @brief An ACK may have made room: go on with the write that waits (tcp_check_space).
     * @param acked it acknowledged something
     */
    void WriteSpace(bool acked);
    /**
     * @brief One write (tcp_sendmsg).
     * @param bytes its length
     * @return what must wait for memory, bytes
     */
    uint32_t Sendmsg(uint32_t bytes);
    /// Note when the application is the limit (tcp_rate_check_app_limited).
    void CheckAppLimited();
    /**
     * @brief End of a write, or of what there was memory for (tcp_push).
     * @param sizeGoal the size goal in bytes
     * @param push how to treat small segments
     */
    void PushWrite(uint32_t sizeGoal, Push push);
    /**
     * @brief Run the loop, and the probe timer when nothing could be sent.
     * @param push how to treat small segments
     * @param pushOne send at most one skb, without the defer test
     */
    void PushPending(Push push, bool pushOne = false);

    // linux-tcp-write-xmit.cc
    /**
     * @brief The loop (tcp_write_xmit).
     * @param push how to treat small segments
     * @param pushOne send at most one skb, without the defer test
     * @return segments sent
     */
    uint32_t WriteXmit(Push push, bool pushOne);
    /**
     * @brief Segments of a TSO packet now (tcp_tso_segs).
     * @return segments
     */
    uint32_t TsoSegs() const;
    /**
     * @brief Bytes from a sequence number to the right edge of the receive window.
     * @param seq sequence number
     * @return bytes, 0 when it lies beyond
     */
    uint32_t WindowLeft(uint32_t seq) const;
    /**
     * @brief State of the Nagle test for one skb.
     * @param push how the call treats small segments
     * @param skb the skb
     * @return the state
     */
    LinuxRules::NagleState GetNagleState(Push push, const LinuxSkb* skb) const;
    /**
     * @brief The defer test (tcp_tso_should_defer).
     * @param skb the skb
     * @param maxSegs segments of a TSO packet in this call
     * @param inFlight segments in flight
     * @param[out] cwndLimited set when the congestion window is why
     * @return true when the skb waits
     */
    bool ShouldDefer(const LinuxSkb* skb, uint32_t maxSegs, uint32_t inFlight, bool& cwndLimited);
    /**
     * @brief The small-queue check (tcp_small_queue_check).
     * @param length payload bytes of the skb
     * @param truesize its truesize
     * @param factor 0 for new data, 1 for a retransmission
     * @return true when the skb must wait; the socket is THROTTLED then
     */
    bool SmallQueueCheck(uint32_t length, uint32_t truesize, uint8_t factor);
    /**
     * @brief Tell whether packets leave at a pace (sk_pacing_status).
     * @return true with internal pacing
     */
    bool IsPaced() const;
    /// The handler that runs after TX completions when the socket was throttled.
    void TsqHandler();
    /// The departure time of the next skb has come.
    void PacingExpired();
    /// Nothing is outstanding but data is queued: look after it later (probe timer).
    void CheckProbeTimer();
    /// The probe timer: send what the window takes, small or not.
    void ProbeTimeout();

    // linux-tcp-transmit.cc
    /**
     * @brief Send an skb for the first time.
     * @param skb the head of the write queue
     * @return what became of it
     */
    LinuxEgress::Result TransmitSkb(LinuxSkb* skb);
    /**
     * @brief Charge a packet and hand it to IP.
     * @param packet payload
     * @param skb the skb; takes the handle of the charge
     * @param isRetransmission sent before
     * @return what became of it
     */
    LinuxEgress::Result TransmitPacket(Ptr<Packet> packet, LinuxSkb& skb, bool isRetransmission);
    /**
     * @brief Give a packet to IP.
     * @param packet payload
     * @param header its header; takes the ports
     */
    void SendToPeer(Ptr<Packet> packet, TcpHeader& header);
    /**
     * @brief An skb has left: its departure time and what the delivery rate needs.
     * @param skb the skb
     * @param isFirst nothing is outstanding before it
     */
    void Depart(LinuxSkb* skb, bool isFirst);
    /**
     * @brief Tell whether an skb is still in queue disc or device (skb_still_in_host_queue).
     * @param skb an skb of the rtx queue
     * @return true when sending it again makes no sense yet; its completion runs the handler then
     */
    bool IsInHostQueue(const LinuxSkb* skb);
    /**
     * @brief Send an skb again (__tcp_retransmit_skb).
     * @param skb an skb of the rtx queue; is cut to what is sent
     * @param segs segments at most
     * @return what became of it
     */
    LinuxLossRecovery::Attempt RetransmitSkb(LinuxSkb* skb, uint32_t segs);
    /**
     * @brief Get the payload of an skb that was sent before.
     * @param skb the skb
     * @return a packet of its own
     */
    Ptr<Packet> CopyBytes(const LinuxSkb& skb);
    /**
     * @brief An ACK has been processed: send what it calls for (tcp_xmit_recovery).
     * @param resend what that is
     */
    void XmitRecovery(LinuxLossRecovery::Resend resend);
    /// Send what is marked lost (tcp_xmit_retransmit_queue).
    void XmitRetransmitQueue();
    /**
     * @brief Fire SkbSent.
     * @param skb what was sent
     * @param packetsOut segments outstanding before
     * @param isRetransmission sent before
     */
    void TraceXmit(const LinuxSkb& skb, uint32_t packetsOut, bool isRetransmission);

    // linux-tcp-timers.cc
    /**
     * @brief Convert ticks of the kernel.
     * @param ticks ticks
     * @return the time that they take
     */
    Time TicksToTime(uint64_t ticks) const;
    /// The event of the retransmission timer: it may have been put off.
    void TimerEvent();
    /// See that the timer has an event while it runs.
    void KeepTimer();
    /// Nothing was acknowledged for the retransmission timeout (tcp_retransmit_timer).
    void RetransmitTimeout();
    /// The loss probe's timer has fired (tcp_send_loss_probe).
    void SendLossProbe();
    /// Send a loss probe.
    void TryLossProbe();
    /// RACK's timer has fired (tcp_rack_reo_timeout).
    void ReorderTimeout();

    // linux-tcp-ack.cc
    /**
     * @brief Tell whether a packet acknowledges less than the FIN that was sent.
     * @param packet TCP header and payload
     * @return true in LAST_ACK or CLOSING while data or FIN is outstanding
     */
    bool IsAckShortOfFin(Ptr<const Packet> packet) const;
    /**
     * @brief Process such a packet: the base class would take it for the last ACK.
     * @param packet TCP header and payload
     */
    void AckWhileClosing(Ptr<Packet> packet);
    /**
     * @brief Take an ACK through its steps (tcp_ack).
     * @param tcpHeader its header
     * @param hasData it carries payload
     */
    void TakeAck(const TcpHeader& tcpHeader, bool hasData);
    /**
     * @brief Forget the bytes that are acknowledged, FIN included.
     * @param ackNumber the acknowledgement
     */
    void AdvanceUna(SequenceNumber32 ackNumber);
    /**
     * @brief Look for an echo of congestion.
     * @param tcpHeader header of an ACK
     * @return true when it carries one
     */
    bool TakeEcnEcho(const TcpHeader& tcpHeader);
    /**
     * @brief Mark what an ACK sacks.
     * @param tcpHeader its header
     * @param[in,out] ack the ACK
     */
    void TagSacks(const TcpHeader& tcpHeader, LinuxAck& ack);
    /**
     * @brief Give the base class the data of a packet that brings a FIN too, while this end waits
     * for it: it would take the first byte for the FIN.
     * @param packet TCP header and payload
     * @param fromAddress the peer
     * @param toAddress this end
     * @return the FIN alone, to be processed next
     */
    Ptr<Packet> SplitFin(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress);
    /// A zero-window probe's byte was accepted: it counts as sent.
    void TakeProbeByte();
    /// What follows every packet that came in and every timer of the base class.
    void AfterBase();
    /// Set the pacing rate from cwnd and srtt (tcp_update_pacing_rate).
    void RefreshPacingRate();
    /**
     * @brief Take a round-trip-time sample (tcp_ack_update_rtt).
     * @param rttUs of the oldest segment, microseconds
     * @param newestUs of the newest one, for the minimum
     * @param maybeDelayed the receiver may have delayed the ACK
     */
    void TakeRtt(int64_t rttUs, int64_t newestUs, bool maybeDelayed);
    /**
     * @brief The charge has changed.
     * @param oldBytes sk_wmem_alloc before
     * @param newBytes sk_wmem_alloc now
     */
    void WmemChanged(uint64_t oldBytes, uint64_t newBytes);

    // linux-tcp-congestion.cc: LinuxRecoveryHost, and the congestion control.
    uint32_t GetCwnd() const override;
    void SetCwnd(uint32_t cwnd) override;
    uint32_t GetSsthresh() const override;
    void SetSsthresh(uint32_t ssthresh) override;
    uint32_t ReduceSsthresh() override;
    bool OwnsCwnd() const override;
    void TakeState(LinuxCaState state) override;
    void NotifyTimeout() override;
    void NotifyReductionDone() override;
    void StartTimer(LinuxTimer timer, uint64_t ticks) override;
    bool CanSendNew() const override;
    void Note(LinuxRecoveryEvent event, uint32_t seq, uint32_t segs) override;
    /**
     * @brief Segments in flight (tcp_packets_in_flight).
     * @return segments
     */
    uint32_t PacketsInFlight() const;
    /**
     * @brief Tell the congestion control what was acknowledged, and the round-trip time.
     * @param sample what the ACK said
     */
    void NotifyPktsAcked(const LinuxAckSample& sample);
    /**
     * @brief Set the congestion window after an ACK (tcp_cong_control).
     * @param ack the ACK
     * @param sample what it said
     */
    void ControlCwnd(const LinuxAck& ack, LinuxAckSample& sample);
    /**
     * @brief Let the congestion control raise the window, if its use was the limit.
     * @param ack the ACK
     * @param sample what it said
     */
    void RaiseCwnd(const LinuxAck& ack, LinuxAckSample& sample);
    /**
     * @brief Give the delivery rate to a congestion control that works by it (BBR).
     * @param ack the ACK
     */
    void ControlCwndByRate(const LinuxAck& ack);

    // linux-tcp-receive.cc
    /// Choose the first window; before SYN or SYN+ACK is sent.
    void SetupReceiver();
    /// The connection is established: from here the window follows the data.
    void StartReceiver();
    /**
     * @brief Learn from a segment that came in order (tcp_event_data_recv).
     * @param tcpHeader its header
     * @param size its payload in bytes
     * @param segs segments that GRO has merged into it
     * @param segmentSize payload of each of them but the last, bytes
     * @param next next sequence number expected, behind it
     */
    void MeasureData(const TcpHeader& tcpHeader,
                     uint32_t size,
                     uint32_t segs,
                     uint32_t segmentSize,
                     SequenceNumber32 next);
    /**
     * @brief Ask whether a segment in order is acknowledged at once (tcp_ack_snd_check).
     * @return true when it is
     */
    bool IsAckDue() const;
    /// Send an ACK that was not delayed.
    void AcknowledgeNow();
    /// Send an ACK, with ECE when congestion was experienced.
    void SendAck();
    /**
     * @brief Send an ACK without data.
     * @param flags ACK, with or without ECE
     */
    void SendPureAck(uint8_t flags);
    /**
     * @brief Add what is selectively acknowledged.
     * @param header of an ACK
     */
    void AddSacks(TcpHeader& header);
    /**
     * @brief Data has arrived twice: the next ACK tells.
     * @param start its first sequence number
     * @param end one past its last
     */
    void NoteDuplicate(SequenceNumber32 start, SequenceNumber32 end);
    /**
     * @brief Look whether a packet brings only what has been received long ago.
     * @param packet TCP header and payload
     */
    void NoteOldData(Ptr<const Packet> packet);
    /**
     * @brief A packet for this socket came over IPv4.
     * @param packet TCP header and payload
     * @param header the IP header
     * @param port the peer's port
     * @param interface where it came in
     */
    void ReceiveV4(Ptr<Packet> packet,
                   Ipv4Header header,
                   uint16_t port,
                   Ptr<Ipv4Interface> interface);
    /// @copydoc ReceiveV4
    void ReceiveV6(Ptr<Packet> packet,
                   Ipv6Header header,
                   uint16_t port,
                   Ptr<Ipv6Interface> interface);
    /// Let packets come to ReceiveV4 and ReceiveV6 first.
    void TakeCallbacks();
    /// An ACK is owed but may wait (tcp_send_delayed_ack).
    void DelayAck();
    /// The application has read (tcp_cleanup_rbuf).
    void AckAfterRead();

    // Attributes.
    std::string m_kernel;                       //!< Kernel
    const LinuxRules::KernelProfile* m_profile; //!< its row
    uint32_t m_limitOutputBytes{0};             //!< LimitOutputBytes, 0 = as the release
    SmallQueueLimitKind m_smallQueueLimit{};    //!< SmallQueueLimit
    SmallQueueBypassKind m_smallQueueBypass{};  //!< SmallQueueBypass
    Switch m_limitPacedFlows{};                 //!< LimitPacedFlows
    TsoAutosizeKind m_tsoAutosize{};            //!< TsoAutosize
    uint8_t m_tsoRttLog{9};                     //!< TsoRttLog
    uint8_t m_tsoWinDivisor{3};                 //!< TsoWinDivisor
    uint32_t m_minTsoSegs{2};                   //!< MinTsoSegs
    Switch m_growSkb{};                         //!< GrowSkb
    bool m_autocorking{true};                   //!< Autocorking
    uint8_t m_pacingShift{10};                  //!< PacingShift
    uint16_t m_pacingSsRatio{200};              //!< PacingSsRatio, percent
    uint16_t m_pacingCaRatio{120};              //!< PacingCaRatio, percent
    DataRate m_maxPacingRate;                   //!< MaxPacingRate
    uint32_t m_skbOverhead{768};                //!< SkbOverhead, bytes
    uint32_t m_cwndClamp{0};                    //!< CwndClamp, segments
    Time m_rtoMin;                              //!< RtoMin
    uint32_t m_wmemMax{4194304};                //!< WmemMax, bytes
    uint32_t m_maxTcpHeader{320};               //!< MaxTcpHeader, bytes
    bool m_moderateRcvbuf{true};                //!< ModerateRcvbuf
    uint32_t m_rmemDefault{131072};             //!< RmemDefault, bytes
    uint32_t m_rmemMax{6291456};                //!< RmemMax, bytes
    uint8_t m_advWinScale{1};                   //!< AdvWinScale
    uint8_t m_recoveryBits{1};                  //!< Recovery
    uint8_t m_earlyRetrans{3};                  //!< EarlyRetrans
    uint8_t m_frto{2};                          //!< Frto
    bool m_dsack{true};                         //!< Dsack
    uint32_t m_reordering{3};                   //!< Reordering, segments
    uint32_t m_maxReordering{300};              //!< MaxReordering, segments
    uint32_t m_retries2{15};                    //!< Retries2
    uint32_t m_hz{1000};                        //!< Hz
    Settings m_settings;                        //!< what follows from them

    // Queues and what is below.
    LinuxSkbPool m_skbPool;          //!< memory of the skbs
    LinuxWriteQueue m_writeQueue;    //!< not sent yet
    LinuxRtxQueue m_rtxQueue;        //!< sent, not acknowledged
    LinuxLossRecovery m_recovery;    //!< its marks, and the state
    LinuxRules::SendBuffer m_sndBuf; //!< sk_sndbuf
    bool m_sndBufSet{false};         //!< SndBufSize was set explicitly
    mutable bool m_noSpace{false};   //!< a writer waits (SOCK_NOSPACE)
    std::vector<uint32_t> m_writes;  //!< writes not yet made into skbs, bytes
    bool m_writeCopied{false};       //!< a part of the first of them has been
    Ptr<LinuxTxAccount> m_account;   //!< sk_wmem_alloc
    Ptr<LinuxEgress> m_egress;       //!< the node's hook

    // State that Linux keeps in tcp_sock.
    bool m_started{false};                       //!< the queues begin at the right sequence
    bool m_segSizeSet{false};                    //!< SegmentSize was set explicitly
    bool m_constructed{false};                   //!< attributes have been set
    uint32_t m_firstSeq{0};                      //!< first data byte
    uint32_t m_gsoMaxSize{0};                    //!< sk_gso_max_size, bytes
    uint32_t m_gsoMaxSegs{0};                    //!< sk_gso_max_segs
    uint32_t m_maxWindow{0};                     //!< largest receive window seen, bytes
    uint32_t m_pushedSeq{0};                     //!< pushed_seq: end of the last push
    uint32_t m_smallSeq{0};                      //!< snd_sml: end of the last small segment
    bool m_smallSent{false};                     //!< a small segment has been sent
    uint64_t m_pacingRate{0};                    //!< sk_pacing_rate, bytes/s
    uint32_t m_dataSegsOut{0};                   //!< data_segs_out
    LinuxRules::PacingClock m_clock;             //!< departure clock
    LinuxRules::RttEstimator8 m_rttEstimator;    //!< srtt and RTO
    LinuxRules::MinRttFilter m_minRtt;           //!< min_rtt
    LinuxRules::CwndValidation m_cwndValidation; //!< is_cwnd_limited
    Time m_synTime;                              //!< when the SYN was sent, for the first RTT
    bool m_synTimed{false};                      //!< m_synTime is valid
    LinuxRules::ReceiveWindow m_rcvWindow;       //!< what this end offers
    LinuxRules::AckPolicy m_ackPolicy;           //!< when it acknowledges
    LinuxRules::SackList m_sacks;                //!< what arrived out of order
    bool m_rcvBufSet{false};                     //!< RcvBufSize was set explicitly
    bool m_rcvSetUp{false};                      //!< the first window has been chosen
    bool m_rcvStarted{false};                    //!< the window follows the data
    int64_t m_lastEcho{-1};                      //!< timestamp echoed last; none: -1
    mutable uint32_t m_advmss{0};                //!< advmss, 0 until it is known
    bool m_windowUpdate{false};                  //!< the packet could change the send window
    Time m_timerAt{Time::Max()};                 //!< when the retransmission timer fires
    Time m_timerEventAt;                         //!< when its event runs
    bool m_inBase{false};                        //!< the base class works on a packet or timer
    bool m_finSent{false};                       //!< a FIN went alone
    Time m_finTime;                              //!< when it went first
    bool m_inXmit{false};                        //!< the loop runs
    bool m_ackedData{false};                     //!< the packet acknowledged something

    TracedCallback<const LinuxTcpXmitRecord&> m_skbSentTrace;       //!< SkbSent
    TracedCallback<const LinuxTcpThrottleRecord&> m_throttledTrace; //!< Throttled
    TracedCallback<const LinuxTcpThrottleRecord&> m_bypassedTrace;  //!< Bypassed
    TracedCallback<const LinuxTcpAckRecord&> m_ackedTrace;          //!< Acked
    TracedCallback<const LinuxTcpRecoveryRecord&> m_recoveryTrace;  //!< Recovery
    TracedCallback<StopReason> m_stopTrace;                         //!< LoopStopped
    TracedCallback<uint64_t, uint64_t> m_wmemTrace;                 //!< Wmem
};

} // namespace ns3

#endif /* LINUX_TCP_SOCKET_H */
