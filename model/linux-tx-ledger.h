/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_TX_LEDGER_H
#define LINUX_TX_LEDGER_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-tcp
 *
 * @brief One socket's sk_wmem_alloc and its TSQ flags.
 *
 * It outlives the socket until the last skb below has been released, as the reference count in
 * Linux does.
 */
class LinuxTxAccount : public SimpleRefCount<LinuxTxAccount>
{
  public:
    /// Called when the charge changes: (old bytes, new bytes).
    using WmemCallback = Callback<void, uint64_t, uint64_t>;

    /**
     * @brief Get the memory charged for packets in queue disc and device.
     * @return sk_wmem_alloc in bytes; 1 when nothing is charged (Linux starts there)
     */
    uint64_t GetWmem() const
    {
        return m_wmem;
    }

    /**
     * @brief Set TSQ_THROTTLED: the next release runs the handler.
     */
    void SetThrottled()
    {
        m_throttled = true;
    }

    /**
     * @brief Tell whether the socket waits for a completion.
     * @return true when TSQ_THROTTLED is set
     */
    bool IsThrottled() const
    {
        return m_throttled;
    }

    /**
     * @brief Connect the socket.
     * @param handler the TSQ handler, run after a release when THROTTLED was set
     * @param wmem told of every change of the charge
     */
    void Connect(Callback<void> handler, WmemCallback wmem);

    /**
     * @brief The socket is gone: charges still return, nobody is called.
     */
    void Disconnect();

  private:
    friend class LinuxTxLedger;

    /**
     * @brief Change the charge and tell the socket.
     * @param wmem the new value
     */
    void SetWmem(uint64_t wmem);

    uint64_t m_wmem{1};       //!< sk_wmem_alloc
    bool m_throttled{false};  //!< TSQ_THROTTLED
    bool m_queued{false};     //!< TSQ_QUEUED: the handler will run
    Callback<void> m_handler; //!< the socket's handler
    WmemCallback m_changed;   //!< the socket's trace
};

/**
 * @ingroup linux-tcp
 *
 * @brief A node's record of every skb below TCP: the truesize of each is charged once at
 * transmit and released exactly once, whatever becomes of the skb.
 *
 * A handle names one charge and is never used again after its release, so a second release is
 * ignored. Releases queue the TSQ handlers of throttled sockets; the handlers run in one event of
 * their own at the same simulation time: after the completion batch, not inside it, as the
 * tasklet does in Linux. While a handler is queued its account holds 1 byte more, as tcp_wfree
 * leaves it.
 */
class LinuxTxLedger : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinuxTxLedger() = default;
    ~LinuxTxLedger() override = default;

    /**
     * @brief Get a node's ledger; creates it when the node has none.
     * @param node the node
     * @return the ledger
     */
    static Ptr<LinuxTxLedger> Get(Ptr<Node> node);

    /**
     * @brief Charge a new skb.
     * @param account the socket's account
     * @param truesize bytes to charge, at least 1
     * @return the handle of the charge, never 0
     */
    uint64_t Charge(Ptr<LinuxTxAccount> account, uint32_t truesize);

    /**
     * @brief Release what is left of a charge; ignored when it was released before.
     * @param handle the charge
     */
    void Release(uint64_t handle);

    /**
     * @brief Software GSO has cut the skb: its charge becomes the sum of its frames'.
     * @param handle the charge
     * @param truesize the new charge in bytes, at least 1
     */
    void Recharge(uint64_t handle, uint32_t truesize);

    /**
     * @brief Release one frame of a skb that software GSO has cut.
     * @param handle the charge
     * @param bytes the frame's truesize; the last one releases whatever is left
     */
    void ReleasePart(uint64_t handle, uint32_t bytes);

    /// How far down an skb has come.
    enum class Place : uint8_t
    {
        HANDED_OVER, //!< given to IP, nobody has reported it yet
        NEIGHBOUR,   //!< waits for ARP or neighbour discovery
        QUEUE_DISC,  //!< in the queue disc
        NIC          //!< in the TX ring
    };

    /**
     * @brief The NIC has taken the skb.
     * @param handle the charge
     */
    void Arrived(uint64_t handle);

    /**
     * @brief Note where an skb is.
     * @param handle the charge
     * @param place the layer that holds it
     */
    void SetPlace(uint64_t handle, Place place);

    /**
     * @brief Get where an skb is.
     * @param handle a charge that IsCharged
     * @return the layer that holds it
     */
    Place GetPlace(uint64_t handle) const;

    /**
     * @brief Tell whether a charge still stands.
     * @param handle the charge
     * @return true until it has been released wholly
     */
    bool IsCharged(uint64_t handle) const;

    /**
     * @brief Get the account of a charge.
     * @param handle the charge
     * @return the account, or null when the charge was released
     */
    Ptr<LinuxTxAccount> GetAccount(uint64_t handle) const;

    /**
     * @brief Count the skbs that are charged now.
     * @return number of charges
     */
    uint32_t GetNCharges() const;

  protected:
    void DoDispose() override;

  private:
    /// One charge.
    struct Entry
    {
        Ptr<LinuxTxAccount> account;     //!< who pays; null when free
        uint32_t bytes{0};               //!< what is left
        uint32_t generation{1};          //!< distinguishes the uses of this slot
        Place place{Place::HANDED_OVER}; //!< where the skb is
    };

    /**
     * @brief Find a standing charge.
     * @param handle the charge
     * @return the entry or null
     */
    Entry* Find(uint64_t handle);
    /// @copydoc Find
    const Entry* Find(uint64_t handle) const;

    /**
     * @brief Take bytes off an account; queues its handler when it was throttled.
     * @param account the account
     * @param bytes how many
     */
    void Uncharge(const Ptr<LinuxTxAccount>& account, uint32_t bytes);

    /// Run the queued TSQ handlers.
    void RunHandlers();

    std::vector<Entry> m_entries;                       //!< slots
    std::vector<uint32_t> m_free;                       //!< free slots
    std::vector<Ptr<LinuxTxAccount>> m_handlers;        //!< accounts whose handler is queued
    std::vector<Ptr<LinuxTxAccount>> m_runningHandlers; //!< those being run, kept for its memory
    EventId m_handlerEvent;                             //!< RunHandlers
};

} // namespace ns3

#endif /* LINUX_TX_LEDGER_H */
