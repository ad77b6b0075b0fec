/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_DEFAULTS_H
#define ATTRIBUTE_DEFAULTS_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

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
    std::vector<std::pair<std::string, ns3::Ptr<const ns3::AttributeValue>>> m_before;
};

#endif // ATTRIBUTE_DEFAULTS_H
