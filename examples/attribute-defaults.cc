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
    // The very values that were there: a copy would look like a default set by the user.
    for (auto before = m_before.rbegin(); before != m_before.rend(); ++before)
    {
        before->type.SetAttributeInitialValue(before->index, before->value);
    }
}

void
AttributeDefaults::Set(const std::string& name, const AttributeValue& value)
{
    const auto split = name.rfind("::");
    TypeId type;
    NS_ABORT_MSG_UNLESS(split != std::string::npos &&
                            TypeId::LookupByNameFailSafe(name.substr(0, split), &type),
                        "there is no attribute " << name);
    std::size_t index = 0;
    while (index < type.GetAttributeN() && type.GetAttribute(index).name != name.substr(split + 2))
    {
        ++index;
    }
    NS_ABORT_MSG_UNLESS(index < type.GetAttributeN(), "there is no attribute " << name);
    m_before.push_back({type, index, type.GetAttribute(index).initialValue});
    Config::SetDefault(name, value);
}
