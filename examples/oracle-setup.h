/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ORACLE_SETUP_H
#define ORACLE_SETUP_H

#include "oracle-table.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Attributes in the order in which they are set.
using AttributeList = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup linux-tcp-examples
 *
 * @brief A row of the table in the simulator's words.
 *
 * Every column is honoured, or there is a reason why the row cannot be run.
 */
class OracleSetup
{
  public:
    /**
     * @brief Translate a row.
     * @param table the table
     * @param row one of its rows
     */
    OracleSetup(const OracleTable& table, const OracleRow& row);

    /// @return why the row cannot be run; empty when it can
    const std::vector<std::string>& GetRefusals() const;

    ns3::DataRate rate;             //!< of the link
    ns3::Time delay;                //!< one way
    uint16_t mtu{1500};             //!< of both devices
    bool ipv6{false};               //!< IPv6 instead of IPv4
    bool tso{true};                 //!< the sender's device segments
    ns3::TypeId congestionControl;  //!< of both hosts
    ns3::TypeId queueDisc;          //!< of both devices
    uint32_t flows{1};              //!< connections
    uint32_t writeSize{1};          //!< bytes of a write
    ns3::Time from;                 //!< start of the steady window
    ns3::Time to;                   //!< end of it
    AttributeList congestionValues; //!< of the congestion control
    AttributeList socketValues;     //!< of the sending sockets
    AttributeList receiverValues;   //!< of the receiving sockets
    AttributeList senderNic;        //!< of the sender's LinuxNic
    AttributeList receiverNic;      //!< of the receiver's LinuxNic

  private:
    /// Takes the value of a column.
    using Handler = void (OracleSetup::*)(const std::string& column, const std::string& value);

    /**
     * @brief Find what takes a column's values.
     * @param column the column
     * @return the handler, null when the column is not known
     */
    static Handler FindHandler(const std::string& column);

    /// @name Handlers, by column
    /// @{
    void TakeNothing(const std::string& column, const std::string& value);
    void TakeCongestionControl(const std::string& column, const std::string& value);
    void TakeQueueDisc(const std::string& column, const std::string& value);
    void TakeMtu(const std::string& column, const std::string& value);
    void TakeLinkRate(const std::string& column, const std::string& value);
    void TakeDelay(const std::string& column, const std::string& value);
    void TakeTxLatency(const std::string& column, const std::string& value);
    void TakeTxUsecs(const std::string& column, const std::string& value);
    void TakeTxFrames(const std::string& column, const std::string& value);
    void TakeFalseOnly(const std::string& column, const std::string& value);
    void TakeTxRing(const std::string& column, const std::string& value);
    void TakeReceiverUsecs(const std::string& column, const std::string& value);
    void TakeReceiveFrames(const std::string& column, const std::string& value);
    void TakeReceiverGro(const std::string& column, const std::string& value);
    void TakeSenderUsecs(const std::string& column, const std::string& value);
    void TakeSenderGro(const std::string& column, const std::string& value);
    void TakeSharedInterrupt(const std::string& column, const std::string& value);
    void TakeOrphan(const std::string& column, const std::string& value);
    void TakeTruesizeDivisor(const std::string& column, const std::string& value);
    void TakeTso(const std::string& column, const std::string& value);
    void TakeGsoMaxSegs(const std::string& column, const std::string& value);
    void TakeGsoMaxSize(const std::string& column, const std::string& value);
    void TakeFlows(const std::string& column, const std::string& value);
    void TakeWriteSize(const std::string& column, const std::string& value);
    void TakeMaxPacingRate(const std::string& column, const std::string& value);
    void TakeIpv6(const std::string& column, const std::string& value);
    void TakeCwndClamp(const std::string& column, const std::string& value);
    void TakeKernelParameters(const std::string& column, const std::string& value);
    void TakeSysctls(const std::string& column, const std::string& value);
    void TakeFrom(const std::string& column, const std::string& value);
    void TakeTo(const std::string& column, const std::string& value);
    /// @}

    /**
     * @brief Take one switch of the oracle's kernel.
     * @param name its name without the module's
     * @param value its value
     */
    void TakeSwitch(const std::string& name, const std::string& value);

    /// Set what rests on more than one column, and check what does not fit together.
    void Complete();

    /**
     * @brief Refuse the row.
     * @param reason why
     */
    void Refuse(const std::string& reason);

    /**
     * @brief Refuse the row because of a value.
     * @param column its column
     * @param value the value
     * @param allowed what it could have been
     */
    void RefuseValue(const std::string& column,
                     const std::string& value,
                     const std::string& allowed);

    /**
     * @brief Read a whole number in a range; refuses the row otherwise.
     * @param column the column
     * @param value the text
     * @param min smallest
     * @param max largest
     * @return the number, min when refused
     */
    uint64_t ReadInteger(const std::string& column,
                         const std::string& value,
                         uint64_t min,
                         uint64_t max);

    /**
     * @brief Read 0 or 1; refuses the row otherwise.
     * @param column the column
     * @param value the text
     * @return true for 1
     */
    bool ReadBoolean(const std::string& column, const std::string& value);

    /**
     * @brief Read seconds; refuses the row otherwise.
     * @param column the column
     * @param value the text
     * @return the time
     */
    ns3::Time ReadSeconds(const std::string& column, const std::string& value);

    /**
     * @brief Set an attribute of a NIC, if LinuxNic has it.
     * @param nic the NIC's attributes
     * @param name the attribute
     * @param value its value
     * @param neutral the NIC without the attribute behaves as with this value
     */
    void SetNic(AttributeList& nic,
                const std::string& name,
                const std::string& value,
                bool neutral);

    std::vector<std::string> m_refusals; //!< reasons
    std::string m_limitMode{"0"};        //!< tsq_limit_mode
    bool m_pacedCap{false};              //!< tsq_paced_cap
    std::string m_bypass{"1"};           //!< tsq_single_skb
    std::string m_autosize{"1"};         //!< autosize_minrtt
    std::string m_grow{"0"};             //!< grow_skb
    uint64_t m_cwndClamp{0};             //!< cwnd_clamp or cwnd_clamp_all
    uint64_t m_receiveFrames{0};         //!< rx_coal_frames
    bool m_receiveCoalesced{false};      //!< any of the receive interrupts is late
};

#endif // ORACLE_SETUP_H
