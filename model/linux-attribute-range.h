/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_ATTRIBUTE_RANGE_H
#define LINUX_ATTRIBUTE_RANGE_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-tcp
 * @brief Check an integer attribute; the simulation stops when it is out of range.
 * @param name the attribute with its class, such as ns3::LinuxNic::TxFrames
 * @param value the value; one beyond INT64_MAX is shown as the negative number it was written as
 * @param low least value
 * @param high greatest value
 */
void CheckAttributeRange(const std::string& name, uint64_t value, uint64_t low, uint64_t high);

/**
 * @ingroup linux-tcp
 * @brief Checker of an unsigned integer attribute whose message names attribute, value and range;
 * that of MakeUintegerChecker names the attribute only.
 * @param name the attribute with its class
 * @param low least value
 * @param high greatest value
 * @return the checker
 */
Ptr<const AttributeChecker> MakeRangeChecker(const std::string& name, uint64_t low, uint64_t high);

} // namespace ns3

#endif /* LINUX_ATTRIBUTE_RANGE_H */
