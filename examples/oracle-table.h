/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ORACLE_TABLE_H
#define ORACLE_TABLE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Counts of skbs by payload length.
using LengthHistogram = std::map<uint32_t, uint64_t>;

/**
 * @ingroup linux-tcp-examples
 *
 * @brief One row of a table of runs of a real kernel: what was set and what was seen.
 */
class OracleRow
{
  public:
    /**
     * @brief Constructor.
     * @param fields values by column
     */
    explicit OracleRow(std::map<std::string, std::string> fields);

    /**
     * @brief Get a field.
     * @param column the column
     * @return the text, empty when there is no such column
     */
    const std::string& Get(const std::string& column) const;

    /// @return the row's name
    const std::string& GetVariant() const;

    /// @return goodput of the steady window in Mbit/s
    double GetGoodput() const;

    /// @return the most frequent lengths and their counts
    LengthHistogram GetLengths() const;

    /**
     * @brief Compare the lengths of the skbs.
     *
     * The overlap of two normalised histograms is the sum of the smaller ones of each pair of
     * shares. The table lists the six most frequent lengths only. A list of six may be cut off:
     * its shares are then counts of all the skbs of the trace, whose number follows from goodput,
     * length of the trace and skbs per MB, and the sum is divided by the share that the list
     * covers. So it is always 1 when the simulation sends the listed lengths at least as often,
     * whatever the kernel's tail was, and 0 when it sends none of them. With a shorter list, which
     * is complete, it is the plain overlap.
     * @param simulated lengths in the simulation
     * @return 0 to 1
     */
    double GetOverlap(const LengthHistogram& simulated) const;

  private:
    std::map<std::string, std::string> m_fields; //!< by column
};

/**
 * @ingroup linux-tcp-examples
 * @brief A table of runs of a real kernel.
 */
struct OracleTable
{
    std::vector<std::string> parameters; //!< columns that describe what was set
    std::vector<OracleRow> rows;         //!< the runs
};

/**
 * @ingroup linux-tcp-examples
 * @brief Read a table. Stops the program when it cannot.
 *
 * Comma-separated with a header line; a field with commas stands in double quotes. The parameters
 * are the columns before goodput_mbps.
 * @param name the file
 * @return the table
 */
OracleTable ReadOracleTable(const std::string& name);

/**
 * @ingroup linux-tcp-examples
 * @brief Read a number that fills a text.
 * @param text the text
 * @param[out] number the number
 * @return false when the text is anything but a number of 0 or more
 */
bool ReadNumber(const std::string& text, double& number);

/**
 * @ingroup linux-tcp-examples
 * @brief Read a whole number that fills a text.
 * @param text the text
 * @param[out] number the number
 * @return false when the text is anything but a whole number of 0 or more
 */
bool ReadNumber(const std::string& text, uint64_t& number);

#endif // ORACLE_TABLE_H
