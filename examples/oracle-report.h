/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ORACLE_REPORT_H
#define ORACLE_REPORT_H

#include "oracle-run.h"
#include "oracle-table.h"

#include <iosfwd>
#include <string>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 *
 * @brief Collects how far the simulation is from the table.
 *
 * An error is simulated / oracle - 1. The overlap's value in the table is 1.
 */
class OracleReport
{
  public:
    /**
     * @brief Add a run and print its line.
     * @param os where to
     * @param row the row
     * @param result what the simulation showed
     */
    void Add(std::ostream& os, const OracleRow& row, const OracleResult& result);

    /**
     * @brief Add a row that cannot be run.
     * @param row the row
     * @param reasons why
     */
    void AddRefused(const OracleRow& row, const std::vector<std::string>& reasons);

    /**
     * @brief Write the results, one line for each metric of each run.
     * @param name the file
     */
    void Write(const std::string& name) const;

    /**
     * @brief Print the median, the 95th percentile and the largest of the errors by their size, the
     * worst rows, and the rows that were refused.
     * @param os where to
     */
    void PrintSummary(std::ostream& os) const;

    /**
     * @brief Tell whether the runs are close enough.
     * @param os where what is not is printed
     * @param maxError largest relative error of goodput that is accepted
     * @param minOverlap smallest overlap that is accepted
     * @return false when one is not, or when a row was refused
     */
    bool Accept(std::ostream& os, double maxError, double minOverlap) const;

  private:
    /// One line of the results.
    struct Line
    {
        std::string variant; //!< row
        std::string metric;  //!< goodput or overlap
        double oracle;       //!< in the table
        double simulated;    //!< in the simulation

        /// @return relative error
        double GetError() const;
    };

    /// A row that was not run.
    struct Refused
    {
        std::string variant; //!< row
        std::string reasons; //!< why
    };

    /**
     * @brief Get the lines of a metric.
     * @param metric goodput or overlap
     * @return the lines, the largest error first
     */
    std::vector<Line> GetWorst(const std::string& metric) const;

    std::vector<Line> m_lines;      //!< results
    std::vector<Refused> m_refused; //!< rows that were not run
    double m_wallSeconds{0};        //!< time of all runs
};

#endif // ORACLE_REPORT_H
