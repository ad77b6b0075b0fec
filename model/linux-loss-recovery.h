/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_LOSS_RECOVERY_H
#define LINUX_LOSS_RECOVERY_H

#include "linux-delivery-rate.h"
#include "linux-prr.h"
#include "linux-rack.h"
#include "linux-rtx-queue.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief States of the congestion window, in Linux's order.
 */
enum class LinuxCaState
{
    Open,     //!< nothing dubious
    Disorder, //!< duplicate ACKs or SACKs
    Cwr,      //!< reduced for ECN or because the host's own queue is full
    Recovery, //!< fast retransmit
    Loss      //!< retransmission timeout
};

/**
 * @ingroup linux-tcp
 * @brief What the one retransmission timer of a socket waits for.
 */
enum class LinuxTimer
{
    None,      //!< it does not run
    Rto,       //!< retransmission timeout
    LossProbe, //!< tail loss probe (TLP)
    Reordering //!< RACK's window for reordering
};

/**
 * @ingroup linux-tcp
 * @brief Steps of loss recovery that a trace shows.
 */
enum class LinuxRecoveryEvent
{
    MarkLost,       //!< an skb is taken for lost
    LostRetransmit, //!< so is its retransmission
    State,          //!< a new state
    Reduction,      //!< a reduction of the congestion window begins
    Prr,            //!< proportional rate reduction has set the window
    Undo,           //!< a reduction is taken back
    Dsack,          //!< a duplicate SACK
    Reordering,     //!< reordering was seen
    LossProbe,      //!< the loss probe timer has fired
    Rto,            //!< the retransmission timer has fired
    ReorderTimer,   //!< RACK's timer has fired
    EnterLoss,      //!< everything outstanding is taken for lost
};

/**
 * @ingroup linux-tcp
 * @brief One ACK on its way through the socket: what it says, and what became known.
 */
struct LinuxAck
{
    // What it says.
    uint32_t ack{0};          //!< cumulative acknowledgement, not beyond what was sent
    bool hasData{false};      //!< it carries payload
    bool windowUpdate{false}; //!< it may change the send window
    bool ece{false};          //!< it echoes congestion
    bool hasEcho{false};      //!< echoMs is valid
    uint32_t echoMs{0};       //!< timestamp echoed, milliseconds of the sender's clock

    // What the socket was like before.
    uint32_t priorUna{0};       //!< oldest unacknowledged sequence number
    uint32_t priorFack{0};      //!< end of the highest sacked segment
    uint32_t priorInFlight{0};  //!< segments in flight
    uint32_t priorDelivered{0}; //!< segments delivered
    uint32_t priorLost{0};      //!< segments ever taken for lost
    uint32_t priorPackets{0};   //!< segments outstanding
    bool reneged{false};        //!< the receiver had dropped sacked data

    // What became known.
    bool advanced{false};        //!< it acknowledges new data
    bool dataAcked{false};       //!< it took segments off the rtx queue
    bool retransAcked{false};    //!< some of them had been sent more than once
    bool dataSacked{false};      //!< it sacks new segments
    bool origAcked{false};       //!< never retransmitted data below high_seq was delivered
    bool dsack{false};           //!< it brings a duplicate SACK
    bool dsackOfProbe{false};    //!< of the loss probe
    bool setTimer{false};        //!< the timer starts anew
    bool reneging{false};        //!< the oldest skb outstanding is a sacked one
    bool lostRetrans{false};     //!< a retransmission was found lost
    bool maybeDelayed{false};    //!< the receiver may have delayed it
    uint32_t segs{0};            //!< segments taken off the rtx queue
    uint32_t bytes{0};           //!< and bytes
    int64_t seqRttUs{-1};        //!< round-trip time of the oldest segment acknowledged; -1: none
    int64_t sackRttUs{-1};       //!< of the first segment newly sacked
    int64_t newestRttUs{-1};     //!< of the newest segment acknowledged or sacked
    LinuxRules::RateSample rate; //!< its measure of the delivery rate

    /**
     * @brief Tell whether it is no duplicate ACK.
     * @return true when it carries data, updates the window or acknowledges something
     */
    bool IsNotDuplicate() const
    {
        return hasData || windowUpdate || dataAcked;
    }

    /**
     * @brief Tell whether it brings something forward.
     * @return true when it acknowledges or sacks data
     */
    bool IsProgress() const
    {
        return dataAcked || dataSacked;
    }
};

/**
 * @ingroup linux-tcp
 * @brief What loss recovery needs of the socket: its congestion control and its timer.
 */
class LinuxRecoveryHost
{
  public:
    /// A slow-start threshold that was never set.
    static constexpr uint32_t INFINITE_SSTHRESH = 0x7fffffff;

    virtual ~LinuxRecoveryHost() = default;

    /**
     * @brief Get the congestion window.
     * @return segments
     */
    virtual uint32_t GetCwnd() const = 0;

    /**
     * @brief Set the congestion window.
     * @param cwnd segments
     */
    virtual void SetCwnd(uint32_t cwnd) = 0;

    /**
     * @brief Get the slow-start threshold.
     * @return segments; INFINITE_SSTHRESH when it was never set
     */
    virtual uint32_t GetSsthresh() const = 0;

    /**
     * @brief Set the slow-start threshold.
     * @param ssthresh segments
     */
    virtual void SetSsthresh(uint32_t ssthresh) = 0;

    /**
     * @brief Ask the congestion control for the threshold after a loss.
     * @return segments
     */
    virtual uint32_t ReduceSsthresh() = 0;

    /**
     * @brief Tell whether the congestion control sets the congestion window all by itself.
     * @return true for BBR
     */
    virtual bool OwnsCwnd() const = 0;

    /**
     * @brief Tell the congestion control of a new state, and take it.
     * @param state the state
     */
    virtual void TakeState(LinuxCaState state) = 0;

    /**
     * @brief Tell the congestion control that a timeout reduces the window.
     */
    virtual void NotifyTimeout() = 0;

    /**
     * @brief Tell the congestion control that a reduction is complete.
     */
    virtual void NotifyReductionDone() = 0;

    /**
     * @brief Start the retransmission timer anew.
     * @param timer what it waits for; None stops it
     * @param ticks from now
     */
    virtual void StartTimer(LinuxTimer timer, uint64_t ticks) = 0;

    /**
     * @brief Tell whether new data could be sent.
     * @return true when there is some and the receive window has room
     */
    virtual bool CanSendNew() const = 0;

    /**
     * @brief Take note of a step, for traces.
     * @param event what happened
     * @param seq sequence number it is about, or a value
     * @param segs segments
     */
    virtual void Note(LinuxRecoveryEvent event, uint32_t seq, uint32_t segs) = 0;
};

/**
 * @ingroup linux-tcp
 * @brief Finds out what was lost and what the congestion window becomes (Linux 6.1).
 *
 * The marks are in the rtx queue; this is what sets them: selective acknowledgements
 * (linux-sack-tags.cc), the state machine with RACK, NewReno, F-RTO, undo and proportional rate
 * reduction (linux-loss-recovery.cc), and what the timers do (linux-loss-timers.cc). Numbers only:
 * it sends nothing. The socket takes an ACK through its steps in the order of tcp_ack().
 */
class LinuxLossRecovery
{
  public:
    /// Settings; names as the sysctls.
    struct Config
    {
        bool sack{true};             //!< both ends agreed to SACK
        bool timestamps{true};       //!< and to timestamps
        bool ecn{false};             //!< and to ECN
        uint8_t recovery{1};         //!< tcp_recovery: 1 RACK, 2 static window, 4 no threshold
        uint8_t earlyRetrans{3};     //!< tcp_early_retrans: 3 and 4 probe the tail
        uint8_t frto{2};             //!< tcp_frto
        uint32_t reordering{3};      //!< tcp_reordering, segments
        uint32_t maxReordering{300}; //!< tcp_max_reordering, segments
        uint32_t rtoMinUs{200000};   //!< smallest variance term of the timeout, microseconds
        uint32_t hz{1000};           //!< ticks per second
        LinuxRules::PrrForm prr{LinuxRules::PrrForm::CatchUp}; //!< form of the rate reduction
    };

    /// A SACK block: [first, second).
    struct SackBlock
    {
        uint32_t start{0}; //!< first sequence number
        uint32_t end{0};   //!< one past the last
    };

    /// SACK blocks that an ACK can carry.
    static constexpr std::size_t MAX_SACKS = 4;

    /// What is to be sent when the ACK has been processed.
    enum class Resend
    {
        Nothing, //!< nothing beyond new data
        Lost,    //!< what is marked lost
        New      //!< new data first, to see whether the timeout was spurious (F-RTO)
    };

    /**
     * @brief Create the recovery of one connection.
     * @param queue the rtx queue
     * @param host the socket
     */
    LinuxLossRecovery(LinuxRtxQueue& queue, LinuxRecoveryHost& host);

    /**
     * @brief The connection is established.
     * @param config settings
     * @param una first sequence number of its data
     */
    void Start(const Config& config, uint32_t una);

    /**
     * @brief New data was sent and is in the rtx queue.
     * @param endSeq its end
     * @param segs segments
     */
    void OnSent(uint32_t endSeq, uint32_t segs);

    /**
     * @brief Take an estimate of the round-trip time; the backoff ends.
     * @param srttUs8 smoothed time, eighths of a microsecond
     * @param rttvarUs variance term, microseconds
     * @param minRttUs minimum, microseconds
     */
    void SetRtt(uint32_t srttUs8, uint32_t rttvarUs, uint32_t minRttUs);

    // One ACK, in this order.
    /**
     * @brief Begin an ACK.
     * @param nowUs the time, microseconds
     * @param[in,out] ack the ACK
     */
    void BeginAck(int64_t nowUs, LinuxAck& ack);

    /**
     * @brief Mark what it sacks (tcp_sacktag_write_queue).
     * @param[in,out] ack the ACK
     * @param blocks its SACK blocks
     * @param count how many
     */
    void TagSacks(LinuxAck& ack, const SackBlock* blocks, std::size_t count);

    /**
     * @brief Take what it acknowledges off the queue (tcp_clean_rtx_queue).
     * @param[in,out] ack the ACK
     */
    void CleanRtxQueue(LinuxAck& ack);

    /**
     * @brief What follows when the round-trip time has been updated: RACK's window, the end of a
     * loss probe, the state machine, the timer.
     * @param[in,out] ack the ACK
     * @return what is to be sent afterwards
     */
    Resend UpdateState(LinuxAck& ack);

    /**
     * @brief An ACK older than the last one, or one that found nothing outstanding: only what it
     * sacks counts.
     * @param[in,out] ack the ACK
     * @return what is to be sent afterwards
     */
    Resend UpdateFromOldAck(LinuxAck& ack);

    /**
     * @brief The state has been updated: complete the rate sample.
     * @param[in,out] ack the ACK
     */
    void FinishSample(LinuxAck& ack);

    /**
     * @brief Reduce the congestion window by one ACK's share (tcp_cwnd_reduction).
     * @param ack the ACK
     */
    void ReduceCwnd(const LinuxAck& ack);

    /**
     * @brief Tell whether the window is being reduced.
     * @return true in states CWR and Recovery
     */
    bool IsReducing() const;

    /**
     * @brief Tell whether the congestion control may raise the window (tcp_may_raise_cwnd).
     * @param ack the ACK
     * @return true when it may
     */
    bool MayRaiseCwnd(const LinuxAck& ack) const;

    /**
     * @brief New data that was to show whether a timeout was spurious could not be sent.
     */
    void EndFrto()
    {
        m_frto = false;
    }

    // Retransmissions.
    /**
     * @brief Get the first skb that may have to be sent again.
     * @return the skb; null when nothing is outstanding
     */
    LinuxSkb* FirstToResend();

    /**
     * @brief Note where the search for what to send again got to.
     * @param skb an skb of the queue
     */
    void SetResendHint(LinuxSkb* skb)
    {
        m_resendHint = skb;
    }

    /// What became of an attempt to send an skb again.
    enum class Attempt
    {
        Sent,    //!< it left the socket
        Dropped, //!< the host's own queue dropped it, or there is no way
        Refused  //!< an earlier copy is still in the host, or the window is closed
    };

    /**
     * @brief There was an attempt to send an skb again (tcp_retransmit_skb).
     * @param skb the skb, with the time of its last transmission
     * @param attempt what became of it
     */
    void OnRetransmit(LinuxSkb* skb, Attempt attempt);

    /**
     * @brief Count what was sent again in the reduction of the window.
     * @param segs segments
     */
    void CountResent(uint32_t segs);

    // Timers.
    /**
     * @brief Set the timer after an ACK or a transmission: loss probe, else timeout
     * (tcp_set_xmit_timer).
     * @param nowUs the time, microseconds
     * @param advancing it starts from now
     * @return false when no loss probe is due
     */
    bool ScheduleLossProbe(int64_t nowUs, bool advancing);

    /**
     * @brief Start the retransmission timeout anew (tcp_rearm_rto).
     * @param nowUs the time, microseconds
     */
    void RearmRto(int64_t nowUs);

    /**
     * @brief Start the retransmission timeout with its full length.
     */
    void RestartRto();

    /**
     * @brief The retransmission timeout has come: mark, reduce, enter state Loss (tcp_enter_loss).
     * @param nowUs the time, microseconds
     * @param counted it is one of the timeouts that end a connection
     */
    void EnterLoss(int64_t nowUs, bool counted = true);

    /**
     * @brief The head was sent again after a timeout: the next one takes twice as long.
     */
    void BackOff();

    /**
     * @brief The host could not take the head after a timeout: try again soon.
     */
    void RetrySoon();

    /**
     * @brief Tell whether a connection has waited too long for an ACK of what it sent again.
     * @param nowUs the time, microseconds
     * @param retries tcp_retries2: as long as so many timeouts in a row take, from RTO_MIN on
     * @return true when it is to be given up
     */
    bool IsTimedOut(int64_t nowUs, uint32_t retries) const;

    /**
     * @brief RACK's timer has fired (tcp_rack_reo_timeout).
     * @param nowUs the time, microseconds
     * @return true when something is to be sent again
     */
    bool OnReorderTimer(int64_t nowUs);

    /**
     * @brief Tell whether a loss probe may be sent.
     * @return false while one is outstanding
     */
    bool BeginLossProbe();

    /**
     * @brief A loss probe has left.
     * @param resent the skb that it sent again; null when it sent new data
     */
    void OnLossProbeSent(LinuxSkb* resent);

    /**
     * @brief Congestion in the host: reduce the window (tcp_enter_cwr).
     */
    void EnterCwr();

    /**
     * @brief Tell whether new data has to announce a reduction (CWR), and take note of it.
     * @return true once per reduction of an ECN connection
     */
    bool TakeCwr();

    // What it is like.
    /**
     * @brief Get the state.
     * @return the state
     */
    LinuxCaState GetState() const
    {
        return m_state;
    }

    /**
     * @brief Get the segments in flight (tcp_packets_in_flight).
     * @return segments
     */
    uint32_t GetInFlight() const;

    /**
     * @brief Get the segments delivered out of order.
     * @return sacked_out; without SACK what duplicate ACKs stand for
     */
    uint32_t GetSackedOut() const;

    /**
     * @brief Get the retransmission timeout with its backoff.
     * @return ticks
     */
    uint64_t GetRtoTicks() const
    {
        return m_rtoTicks;
    }

    /**
     * @brief Get what the timer waits for.
     * @return the timer
     */
    LinuxTimer GetTimer() const
    {
        return m_timer;
    }

    /**
     * @brief Get the timeouts in a row without an ACK of new data.
     * @return icsk_retransmits
     */
    uint32_t GetTimeouts() const
    {
        return m_timeouts;
    }

    /**
     * @brief Get when the first retransmission of this loss was sent.
     * @return milliseconds of the timestamps' clock; 0: none was
     */
    uint32_t GetRetransStamp() const
    {
        return m_retransStamp;
    }

    /**
     * @brief Get the proportional rate reduction.
     * @return its counters
     */
    const LinuxRules::Prr& GetPrr() const
    {
        return m_prr;
    }

    /**
     * @brief Get the loss detection by time.
     * @return its state
     */
    const LinuxRules::Rack& GetRack() const
    {
        return m_rack;
    }

    /**
     * @brief Get the delivery rate.
     * @return its counters
     */
    LinuxRules::DeliveryRate& GetRate()
    {
        return m_rate;
    }

    /**
     * @brief Get the degree of reordering.
     * @return segments
     */
    uint32_t GetReordering() const
    {
        return m_reordering;
    }

    /**
     * @brief Get the end of what was sent when the state was entered.
     * @return high_seq
     */
    uint32_t GetHighSeq() const
    {
        return m_highSeq;
    }

    /**
     * @brief Get the segments sent again.
     * @return total_retrans
     */
    uint32_t GetTotalRetrans() const
    {
        return m_totalRetrans;
    }

    /**
     * @brief Tell whether a segment may be acknowledged with what was sent again still unclear.
     * @return true when timestamps matter for the next ACK
     */
    bool NeedsEcho() const;

    /**
     * @brief Set the largest receive window seen.
     * @param bytes bytes
     */
    void SetMaxWindow(uint32_t bytes)
    {
        m_maxWindow = bytes;
    }

    /**
     * @brief Set the payload of a segment.
     * @param mss bytes
     * @param overhead truesize of an skb beyond its payload, bytes
     */
    void SetMss(uint32_t mss, uint32_t overhead)
    {
        m_mss = mss;
        m_overhead = overhead;
    }

  private:
    /// What the SACKs of one ACK have shown.
    struct SackResult
    {
        uint32_t reordered{0}; //!< lowest sequence number delivered late
        int64_t firstUs{-1};   //!< departure of the first segment newly sacked
        int64_t lastUs{-1};    //!< and of the last one
        uint32_t delivered{0}; //!< segments delivered
    };

    // linux-sack-tags.cc
    /// How an skb lies to a SACK block.
    enum class Overlap
    {
        None,   //!< outside
        Inside, //!< inside, as a whole
        Stop    //!< the block ends within its first segment
    };

    /**
     * @brief Look whether the first block is a duplicate SACK (RFC 2883).
     * @param[in,out] ack the ACK
     * @param blocks its blocks
     * @param count how many
     * @param[in,out] result what its SACKs have shown
     * @return true when it is, and worth counting
     */
    bool CheckDsack(LinuxAck& ack, const SackBlock* blocks, std::size_t count, SackResult& result);
    /**
     * @brief Tell whether a block can be meant for what is outstanding.
     * @param block the block
     * @param isDsack it is a duplicate SACK
     * @return true when it is worth looking at
     */
    bool IsBlockValid(const SackBlock& block, bool isDsack) const;
    /**
     * @brief Go on in the queue, never back.
     * @param cursor where the walk is; null: anywhere
     * @param seq where it is to be at least
     * @return the skb; null when none has this sequence number
     */
    LinuxSkb* SkipTo(LinuxSkb* cursor, uint32_t seq);
    /**
     * @brief Mark the skbs of a block.
     * @param[in,out] ack the ACK
     * @param cursor where to begin; may be null
     * @param block the block
     * @param isDsack it is a duplicate SACK
     * @param nextDsack duplicate SACK that lies in this block; null: none
     * @param[in,out] result what the SACKs have shown
     * @return where the walk ended; null at the end of the queue
     */
    LinuxSkb* Walk(LinuxAck& ack,
                   LinuxSkb* cursor,
                   const SackBlock& block,
                   bool isDsack,
                   const SackBlock* nextDsack,
                   SackResult& result);
    /**
     * @brief Compare an skb with a block, and cut it at the block's borders in whole segments.
     * @param skb the skb; what is left of the border stays in it
     * @param block the block
     * @return how it lies afterwards
     */
    Overlap Match(LinuxSkb* skb, const SackBlock& block);
    /**
     * @brief Mark one skb.
     * @param[in,out] ack the ACK
     * @param skb the skb
     * @param isDsack by a duplicate SACK
     * @param[in,out] result what the SACKs have shown
     */
    void TagOne(LinuxAck& ack, LinuxSkb* skb, bool isDsack, SackResult& result);
    /**
     * @brief Get the end of the highest sacked segment.
     * @return sequence number; the oldest unacknowledged one when nothing is sacked
     */
    uint32_t HighestSack() const;

    // linux-loss-recovery.cc
    void SetState(LinuxCaState state);
    bool IsRack() const;
    bool AnyRetransDone();
    bool EchoBefore(uint32_t stampMs) const;
    bool IsPacketDelayed() const;
    bool MayUndo() const;
    void InitUndo();
    void CheckSackReordering(uint32_t lowSeq);
    void CheckRenoReordering(uint32_t addend);
    void AddRenoSack(uint32_t dupacks);
    void RemoveRenoSacks(uint32_t acked);
    void MarkLost(LinuxSkb* skb);
    void MarkHeadLost(uint32_t packets, bool headOnly);
    void MarkNewRenoLost(bool advanced);
    uint64_t DetectLossUs();
    bool DetectLoss();
    void IdentifyLoss(LinuxAck& ack);
    void ProcessLossProbe(const LinuxAck& ack);
    void Alert(LinuxAck& ack, uint32_t dupacks);
    bool EndStates();
    void ProcessRecovery(LinuxAck& ack, uint32_t dupacks, bool& doLost, bool& done);
    void ProcessLoss(LinuxAck& ack, uint32_t dupacks);
    bool CheckReneging(LinuxAck& ack);
    bool TimeToRecover() const;
    void TryKeepOpen();
    void TryToOpen(bool ece);
    void EnterRecovery(bool ece);
    void BeginReduction();
    void EndReduction();
    void UndoReduction(bool unmarkLost);
    bool TryUndoRecovery();
    bool TryUndoDsack();
    bool TryUndoLoss(bool spurious);
    bool TryUndoPartial(uint32_t priorUna, bool& doLost);
    bool HoldsNewReno();
    uint32_t CurrentSsthresh() const;

    LinuxRtxQueue& m_queue;    //!< the scoreboard
    LinuxRecoveryHost& m_host; //!< the socket
    Config m_config;           //!< settings
    uint32_t m_mss{1};         //!< payload of a segment
    uint32_t m_overhead{0};    //!< truesize of an skb beyond its payload
    uint32_t m_maxWindow{0};   //!< largest receive window

    int64_t m_nowUs{0};                           //!< time of the ACK or timer
    uint32_t m_una{0};                            //!< snd_una
    uint32_t m_nxt{0};                            //!< snd_nxt
    LinuxCaState m_state{LinuxCaState::Open};     //!< state
    uint32_t m_highSeq{0};                        //!< snd_nxt when it was entered
    uint32_t m_highestSack{0};                    //!< end of the highest sacked segment
    uint32_t m_renoSacked{0};                     //!< duplicate ACKs without SACK
    uint32_t m_lost{0};                           //!< segments ever taken for lost
    uint32_t m_reordering{3};                     //!< degree of reordering
    uint32_t m_reorderingSeen{0};                 //!< how often it was seen
    uint32_t m_totalRetrans{0};                   //!< segments sent again
    uint32_t m_dsackDups{0};                      //!< segments that duplicate SACKs named
    std::array<SackBlock, MAX_SACKS> m_lastSacks; //!< blocks of the last ACK, in order
    std::size_t m_nLastSacks{0};                  //!< how many
    LinuxSkb* m_resendHint{nullptr};              //!< where to look for what to send again
    bool m_reneged{false};                        //!< the receiver dropped sacked data

    LinuxRules::Rack m_rack;         //!< loss detection by time
    LinuxRules::Prr m_prr;           //!< rate reduction
    LinuxRules::DeliveryRate m_rate; //!< deliveries

    bool m_hasUndo{false};       //!< a reduction can be taken back
    uint32_t m_undoMarker{0};    //!< snd_una when it began
    int64_t m_undoRetrans{-1};   //!< retransmissions not yet known to be needless; -1: none sent
    uint32_t m_priorSsthresh{0}; //!< threshold before it; 0: there is no way back
    uint32_t m_priorCwnd{0};     //!< congestion window before it
    uint32_t m_retransStamp{0};  //!< first retransmission of this loss, ms; 0: none
    uint32_t m_echoMs{0};        //!< timestamp that the last ACK echoed; 0: none
    bool m_frto{false};          //!< looking whether the timeout was spurious
    Resend m_resend{Resend::Nothing}; //!< of the ACK being processed
    bool m_queueCwr{false};           //!< new data is to announce a reduction

    bool m_probe{false};        //!< a loss probe is outstanding (tlp_high_seq)
    uint32_t m_probeHighSeq{0}; //!< snd_nxt when it was sent
    bool m_probeRetrans{false}; //!< it sent data again

    LinuxTimer m_timer{LinuxTimer::None}; //!< what the timer waits for
    uint64_t m_rtoTicks{1000};            //!< icsk_rto
    uint32_t m_timeouts{0};               //!< icsk_retransmits
    uint32_t m_srttUs8{0};                //!< smoothed time, eighths
    uint32_t m_minRttUs{UINT32_MAX};      //!< minimum
};

} // namespace ns3

#endif /* LINUX_LOSS_RECOVERY_H */
