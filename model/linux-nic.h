/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_NIC_H
#define LINUX_NIC_H

#include "linux-gro.h"
#include "linux-segmenter.h"
#include "linux-tx-ledger.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class NetDeviceQueue;

/// What one TX completion interrupt has freed.
struct LinuxNicCompletion
{
    uint32_t skbs;        //!< skbs freed
    uint32_t frames;      //!< ring entries freed
    uint32_t stillInRing; //!< ring entries that stay
    bool byRxIrq;         //!< done by the interrupt of a received frame
};

/**
 * @ingroup linux-tcp
 *
 * @brief A network card: TX ring, segmentation, TX completion, receive interrupts and GRO.
 *
 * Aggregated to its NetDevice, which asks it for frames and reports the end of each frame's
 * serialisation. It knows no device type: LinuxNicQueue puts it behind stock devices,
 * LinuxNetDevice has it built in.
 *
 * The ring is counted in wire frames. A super-packet that carries a LinuxSkbTag enters it whole
 * with Tso on and is cut when the wire takes a frame, so it costs one ring entry and no event
 * of its own. The device queue stops when fewer free frames than one maximal skb remain; an skb
 * that has more frames than that (the socket's segments are smaller than the MTU allows) is still
 * taken, so nothing is lost. With Tso off the skb is charged frame by frame, its frames enter the
 * ring one by one and complete one by one; those without room wait here with the queue stopped.
 *
 * An skb is finished TxCompletionLatency after the end of serialisation of its last frame. The
 * interrupt fires TxUsecs after the first finished skb, or when TxFrames are finished, and frees
 * all of them: ring room, byte queue limits, queue wake, then the charges in the node's
 * LinuxTxLedger.
 *
 * A received frame goes up at once, or with RxUsecs in the receive interrupt: RxUsecs after the
 * first frame that waits, or when RxFrames wait. One event then takes all of them up in order, with
 * Gro merged by LinuxGro. Traces and captures of the device show frames when they arrive.
 */
class LinuxNic : public Object
{
  public:
    /// How long a frame occupies the link.
    enum Framing
    {
        ETHERNET, //!< padded so that preamble, FCS, gap and minimum size of Ethernet are there
        LINK      //!< as the device makes it
    };

    /// Largest GsoMaxSize.
    static constexpr uint32_t MAX_GSO_SIZE = 65536;
    /// Largest GsoMaxSegs.
    static constexpr uint32_t MAX_GSO_SEGS = 65535;
    /// Largest GroMaxSize.
    static constexpr uint32_t MAX_GRO_SIZE = 65536;
    /// Gap of Ethernet in bytes, which CSMA keeps after each frame.
    static constexpr uint32_t ETHERNET_GAP = 12;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxNic();
    ~LinuxNic() override;

    /**
     * @name Used by sockets and programs
     * @{
     */
    /** @return largest skb in bytes (gso_max_size) */
    uint32_t GetGsoMaxSize() const;
    /** @return most segments of an skb (gso_max_segs) */
    uint32_t GetGsoMaxSegs() const;
    /** @return true when the device segments skbs itself */
    bool IsTso() const;
    /** @return true when generic segmentation offload is on */
    bool IsGso() const;
    /**
     * @brief Get the time until everything accepted so far has been serialised.
     * @return the time; 0 when the link is idle
     */
    Time GetBusyAhead() const;
    /** @return ring entries in use, counted in frames */
    uint32_t GetRingOccupancy() const;
    /**
     * @brief Use a fixed random stream for TxCompletionLatency.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);
    /** @} */

    /**
     * @name Used by the device
     * @{
     */
    /**
     * @brief Belong to a device, to which this object is aggregated.
     * @param device the device
     * @param link the device's link header
     * @param ethernetTimes true when the device itself keeps the times of Ethernet
     * @param start called when frames are ready while the device idles; never from inside a call
     *        of the device's
     */
    void Attach(Ptr<NetDevice> device,
                LinuxSegmenter::Link link,
                bool ethernetTimes,
                Callback<void> start);

    /**
     * @brief Set where received frames go.
     * @param deliver takes a frame without link header up
     * @param interpose called once, when frames first have to come through Receive; null when
     *        they always do
     */
    void SetDelivery(LinuxGro::Delivery deliver, Callback<void> interpose);

    /**
     * @brief Tell the speed of the link.
     * @param rate bits per second
     * @param gap idle time after each frame
     */
    void SetLinkRate(DataRate rate, Time gap);

    /**
     * @brief Check the attributes against each other and the device's MTU; the simulation stops
     * with a message that names attribute, value and range.
     */
    void CheckConfiguration();

    /**
     * @brief Take a packet that has its link header.
     * @param packet the packet; its LinuxSkbTag is removed
     * @return false when the ring has no room: dropped, its charge is released
     */
    bool Accept(Ptr<Packet> packet);

    /**
     * @brief Get the next frame for the wire.
     * @return the frame, or null when none waits
     */
    Ptr<Packet> NextFrame();

    /**
     * @brief Get the next frame for the wire without its link header.
     * @param address where it goes
     * @return the frame, or null when none waits
     */
    Ptr<Packet> NextFrame(LinuxSegmenter::LinkAddress& address);

    /**
     * @brief Look at the next frame.
     * @return a copy of it, or null when none waits
     */
    Ptr<Packet> PeekFrame() const;

    /// The frame last taken has ended its serialisation.
    void FrameFinished();

    /**
     * @brief A frame has come off the wire, before anything else hears of it: unless it is to wait
     * for the receive interrupt, a shared interrupt frees the finished skbs.
     */
    void FrameArrived();

    /**
     * @brief Take a received frame up, now or in the receive interrupt.
     * @param packet the frame without link header
     * @param protocol its EtherType
     * @param from its link-layer source
     */
    void Receive(Ptr<const Packet> packet, uint16_t protocol, const Address& from);

    /**
     * @brief The device refuses a packet before the NIC saw it.
     * @param packet the packet, whose charge is released
     */
    void Refuse(Ptr<const Packet> packet);

    /// Drop everything that waits for the wire.
    void Flush();

    /** @return frames in the ring that wait for the wire */
    uint32_t GetWaitingFrames() const;
    /** @return bytes of them */
    uint32_t GetWaitingBytes() const;
    /** @return true from the moment a frame was taken until it is finished */
    bool IsFrameOnWire() const;
    /** @return when the frame on the wire should end */
    Time GetFrameEnd() const;
    /** @} */

    /**
     * @brief TracedCallback signature of completions.
     * @param completion what the interrupt freed
     */
    typedef void (*CompletionTracedCallback)(const LinuxNicCompletion& completion);

    /**
     * @brief TracedCallback signature of accepted packets.
     * @param packet the packet, with its LinuxSkbTag if it is an skb
     * @param frames its wire frames
     * @param busyAhead time until everything accepted before has been serialised
     */
    typedef void (*SkbQueuedTracedCallback)(Ptr<const Packet> packet,
                                            uint32_t frames,
                                            Time busyAhead);

    /**
     * @brief TracedCallback signature of receive interrupts.
     * @param frames frames taken up
     * @param packets what they have become
     */
    typedef void (*ReceivedTracedCallback)(uint32_t frames, uint32_t packets);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// One skb in the ring; with software GSO, one frame of it.
    struct Entry
    {
        Ptr<Packet> packet;            //!< the packet as it came
        Ptr<LinuxSegmenter> segmenter; //!< cuts it, null when it is a frame already
        uint64_t handle{0};            //!< charge in the ledger, 0 when none
        uint32_t truesize{0};          //!< part of the charge, 0 for all of it
        uint32_t frames{1};            //!< ring entries
        uint32_t firstSegment{0};      //!< first segment of the segmenter
        uint32_t bytes{0};             //!< told to byte queue limits
        Time finish;                   //!< end of serialisation + latency
    };

    /// An skb cut by software GSO whose frames do not all fit into the ring.
    struct Pending
    {
        Ptr<Packet> packet;            //!< the packet as it came
        Ptr<LinuxSegmenter> segmenter; //!< cuts it, null when nothing is pending
        uint64_t handle{0};            //!< charge in the ledger
        uint32_t overhead{0};          //!< truesize beyond the payload of each frame
        uint32_t nextSegment{0};       //!< first segment that has not entered the ring
    };

    /// A received frame that waits for the interrupt.
    struct RxFrame
    {
        Ptr<const Packet> packet; //!< without link header
        uint16_t protocol;        //!< EtherType
        Address from;             //!< link-layer source
    };

    /// A charge to return.
    struct Charge
    {
        uint64_t handle;   //!< charge in the ledger
        uint32_t truesize; //!< part of it, 0 for all
    };

    /**
     * @name Attribute setters and getters
     *
     * The setters stop the simulation when the value is out of the range that their help gives.
     * @{
     */
    /** @param usecs coalescing time */
    void SetTxUsecs(double usecs);
    /** @return the attribute */
    double GetTxUsecs() const;
    /** @param usecs receive coalescing time */
    void SetRxUsecs(double usecs);
    /** @return the attribute */
    double GetRxUsecs() const;
    /** @param frames ring entries */
    void SetTxRingSize(uint64_t frames);
    /** @return the attribute */
    uint64_t GetTxRingSize() const;
    /** @param bytes largest skb */
    void SetGsoMaxSizeAttribute(uint64_t bytes);
    /** @return the attribute */
    uint64_t GetGsoMaxSizeAttribute() const;
    /** @param segs most segments */
    void SetGsoMaxSegsAttribute(uint64_t segs);
    /** @return the attribute */
    uint64_t GetGsoMaxSegsAttribute() const;
    /** @param tso segmentation in the device */
    void SetTso(bool tso);
    /** @param framing times of the link */
    void SetFraming(Framing framing);
    /** @return the attribute */
    Framing GetFraming() const;
    /** @} */

    /// An attribute has changed: check it at once when the simulation runs.
    void ConfigurationChanged();

    /**
     * @brief Learn the size of a maximal skb from the device's MTU.
     * @return payload bytes of one segment of the MTU
     */
    uint32_t UpdateMaxSkbFrames();

    /** @return the node's ledger */
    Ptr<LinuxTxLedger> GetLedger();

    /**
     * @brief Get the padding that stands for the missing bytes of Ethernet.
     * @param size bytes of the frame as the device makes it
     * @return bytes to add
     */
    uint32_t GetPadding(uint32_t size) const;

    /**
     * @brief Get how long a frame occupies the link.
     * @param size bytes of the frame without padding
     * @return bits
     */
    uint64_t GetWireBits(uint32_t size) const;

    /**
     * @brief Add up how long some segments of a super-packet occupy the link.
     * @param segmenter the super-packet
     * @param first first segment
     * @param count number of segments
     * @return bits
     */
    uint64_t GetWireBits(const LinuxSegmenter& segmenter, uint32_t first, uint32_t count) const;

    /// Count the bits that wait from the start, after a change of framing.
    void RecountWireBits();

    /**
     * @brief Convert bits to time on the link.
     * @param bits the bits
     * @return the time
     */
    Time BitsToTime(uint64_t bits) const;

    /**
     * @brief Put an skb into the ring.
     * @param entry the skb
     * @param frameBytes bytes of its frames
     */
    void Push(Entry&& entry, uint32_t frameBytes);

    /// Move frames of the pending skb into the ring while there is room.
    void Refill();

    /**
     * @brief Take the next frame.
     * @param address receives the link addresses; null keeps the link header on
     * @return the frame or null
     */
    Ptr<Packet> TakeFrame(LinuxSegmenter::LinkAddress* address);

    /** @return true when the device queue has to be stopped */
    bool MustStop() const;

    /// Stop the device queue when the ring is too full.
    void StopIfFull();

    /// Wake the device queue when the ring has room again.
    void WakeIfRoom();

    /// The last frame of an skb has ended its serialisation.
    void SkbEnded();

    /// Some skbs have passed their latency.
    void LatencyPassed();

    /// Raise or arm the interrupt for finished skbs.
    void SignalFinished();

    /**
     * @brief The completion interrupt: free all finished skbs.
     * @param byRxIrq true when the interrupt of a received frame does it
     */
    void Interrupt(bool byRxIrq);

    /// The device has to send what it receives through Receive, if it does not already.
    void Interpose();

    /// The receive interrupt: take all waiting frames up.
    void RxInterrupt();

    /**
     * @brief Take a packet up.
     * @param packet the packet
     * @param protocol its EtherType
     * @param from its link-layer source
     */
    void Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& from);

    /**
     * @brief Tell whether a packet is for this node, not to be forwarded.
     * @param address its IP destination
     * @param protocol its EtherType
     * @return true when it is
     */
    bool IsLocal(const Address& address, uint16_t protocol) const;

    /**
     * @brief Return charges to the ledger.
     * @param charges the charges
     */
    void Release(const std::vector<Charge>& charges);

    // attributes
    double m_txUsecs{0};                 //!< coalescing time in microseconds
    uint32_t m_txFrames{0};              //!< finished skbs that raise the interrupt
    Ptr<RandomVariableStream> m_latency; //!< completion latency in microseconds
    uint32_t m_ringSize{0};              //!< ring entries
    uint32_t m_gsoMaxSize{0};            //!< largest skb in bytes
    uint32_t m_gsoMaxSegs{0};            //!< most segments per skb
    bool m_tso{true};                    //!< segmentation in the device
    bool m_gso{true};                    //!< generic segmentation offload
    bool m_sharedInterrupt{false};       //!< received frames reclaim the ring
    Framing m_framing{LINK};             //!< times of the link
    double m_rxUsecs{0};                 //!< receive coalescing time in microseconds
    uint32_t m_rxFrames{0};              //!< waiting frames that raise the receive interrupt
    bool m_gro{true};                    //!< merge received segments
    uint32_t m_groMaxSize{0};            //!< merged packets stay shorter

    // device
    NetDevice* m_device{nullptr};  //!< the device, which holds this object
    Ptr<NetDeviceQueue> m_txQueue; //!< its queue state for queue discs
    Ptr<LinuxTxLedger> m_ledger;   //!< the node's ledger
    LinuxSegmenter::Link m_link{LinuxSegmenter::Link::ETHERNET}; //!< link header
    bool m_ethernetTimes{false}; //!< the device keeps the times of Ethernet itself
    Callback<void> m_start;      //!< starts an idle device
    uint64_t m_bitRate{0};       //!< speed of the link
    Time m_gap;                  //!< idle time after each frame
    uint32_t m_maxSkbFrames{1};  //!< frames of a maximal skb

    // ring: [finished | ended | frames taken | waiting]
    boost::circular_buffer<Entry> m_ring; //!< skbs, oldest first
    std::size_t m_next{0};                //!< skb that gives the next frame
    uint32_t m_nextFrame{0};              //!< that frame's number in the skb
    std::size_t m_ended{0};               //!< skbs whose last frame has ended
    std::size_t m_finished{0};            //!< skbs that have passed their latency
    TracedValue<uint32_t> m_occupancy{0}; //!< frames of all skbs in the ring
    uint32_t m_waitingFrames{0};          //!< frames that wait for the wire
    uint32_t m_waitingBytes{0};           //!< bytes of them
    uint64_t m_waitingBits{0};            //!< bits of them and of the pending skb on the link
    uint16_t m_nextIdentification{0};     //!< IPv4 identifications below it are free
    Pending m_pending;                    //!< skb that waits for ring room
    bool m_onWire{false};                 //!< a frame is being serialised
    bool m_lastOnWire{false};             //!< and it is the last of its skb
    Time m_frameEnd;                      //!< when it should end
    bool m_stopped{false};                //!< the device queue is stopped
    EventId m_latencyEvent;               //!< LatencyPassed
    EventId m_timer;                      //!< coalescing timer
    EventId m_immediate;                  //!< interrupt without timer
    std::vector<Charge> m_charges;        //!< scratch of Interrupt

    // receive
    LinuxGro::Delivery m_deliver;     //!< to the device or its node
    Callback<void> m_interpose;       //!< makes the device call Receive, null when done
    LinuxGro m_merger;                //!< merges segments
    std::vector<RxFrame> m_rxWaiting; //!< frames since the last interrupt
    EventId m_rxTimer;                //!< RxInterrupt
    uint32_t m_delivered{0};          //!< packets taken up

    TracedCallback<const LinuxNicCompletion&> m_completionTrace;        //!< completion interrupts
    TracedCallback<Ptr<const Packet>, uint32_t, Time> m_skbQueuedTrace; //!< accepted packets
    TracedCallback<Ptr<const Packet>> m_frameSentTrace; //!< frames given to the wire
    TracedCallback<Ptr<const Packet>> m_dropTrace;      //!< packets dropped here
    TracedCallback<uint32_t, uint32_t> m_receivedTrace; //!< receive interrupts
};

} // namespace ns3

#endif /* LINUX_NIC_H */
