/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linux-attribute-range.h"

#include "ns3/abort.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/**
 * @ingroup linux-tcp
 * @brief See MakeRangeChecker.
 */
class RangeChecker : public AttributeChecker
{
  public:
    /// @copydoc MakeRangeChecker
    RangeChecker(const std::string& name, uint64_t low, uint64_t high)
        : m_name(name),
          m_low(low),
          m_high(high),
          m_number(MakeUintegerChecker<uint64_t>(low, high))
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        const auto number = dynamic_cast<const UintegerValue*>(&value);
        if (!number)
        {
            return false; // a string, which the caller converts
        }
        CheckAttributeRange(m_name, number->Get(), m_low, m_high);
        return true;
    }

    std::string GetValueTypeName() const override
    {
        return m_number->GetValueTypeName();
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return m_number->HasUnderlyingTypeInformation();
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return m_number->GetUnderlyingTypeInformation();
    }

    Ptr<AttributeValue> Create() const override
    {
        return m_number->Create();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        return m_number->Copy(source, destination);
    }

  private:
    std::string m_name;                   //!< the attribute
    uint64_t m_low;                       //!< least value
    uint64_t m_high;                      //!< greatest value
    Ptr<const AttributeChecker> m_number; //!< what is not about the message
};

} // namespace

void
CheckAttributeRange(const std::string& name, uint64_t value, uint64_t low, uint64_t high)
{
    if (value >= low && value <= high)
    {
        return;
    }
    const auto asWritten = static_cast<int64_t>(value);
    const std::string shown = asWritten < 0 ? std::to_string(asWritten) : std::to_string(value);
    NS_ABORT_MSG(name << " is " << shown << "; its range is " << low << " to " << high);
}

Ptr<const AttributeChecker>
MakeRangeChecker(const std::string& name, uint64_t low, uint64_t high)
{
    return Create<RangeChecker>(name, low, high);
}

} // namespace ns3
