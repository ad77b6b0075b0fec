/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-defaults.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/type-id.h"

using namespace ns3;

AttributeDefaults::~AttributeDefaults()
{
    for (auto before = m_before.rbegin(); before != m_before.rend(); ++before)
    {
        Config::SetDefault(before->first, *before->second);
    }
}

void
AttributeDefaults::Set(const std::string& name, const AttributeValue& value)
{
    const auto split = name.rfind("::");
    TypeId type;
    struct TypeId::AttributeInformation attribute;
    NS_ABORT_MSG_UNLESS(split != std::string::npos &&
                            TypeId::LookupByNameFailSafe(name.substr(0, split), &type) &&
                            type.LookupAttributeByName(name.substr(split + 2), &attribute),
                        "there is no attribute " << name);
    m_before.emplace_back(name, attribute.initialValue);
    Config::SetDefault(name, value);
}
