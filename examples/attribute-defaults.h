/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_DEFAULTS_H
#define ATTRIBUTE_DEFAULTS_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 *
 * @brief Default values of attributes for the time of one run.
 *
 * Several runs follow each other in one program; what was set for one must not reach the next.
 */
class AttributeDefaults
{
  public:
    AttributeDefaults() = default;
    AttributeDefaults(const AttributeDefaults&) = delete;
    AttributeDefaults& operator=(const AttributeDefaults&) = delete;

    /// Puts back what was there before, the last change first.
    ~AttributeDefaults();

    /**
     * @brief Set a default value.
     * @param name type and attribute, such as ns3::TcpSocket::RcvBufSize
     * @param value the value
     */
    void Set(const std::string& name, const ns3::AttributeValue& value);

  private:
    /// A default and what it was.
    struct Before
    {
        ns3::TypeId type;                          //!< its class
        std::size_t index;                         //!< its number there
        ns3::Ptr<const ns3::AttributeValue> value; //!< the value
    };

    std::vector<Before> m_before; //!< in the order in which they were set
};

#endif // ATTRIBUTE_DEFAULTS_H
