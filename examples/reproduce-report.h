/*
 * Copyright (c) 2026 linux-tcp contributors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPRODUCE_REPORT_H
#define REPRODUCE_REPORT_H

#include "ns3/gnuplot.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/**
 * @ingroup linux-tcp-examples
 *
 * @brief Collects what the cases show: a table for people, results.csv for programs, figures.
 */
class ReproduceReport
{
  public:
    /**
     * @brief Create the folder when it is not there; stops the program when that fails.
     * @param folder where the files go
     */
    explicit ReproduceReport(const std::string& folder);

    /**
     * @brief Get the name of a file in the folder.
     * @param name the file's own name
     * @return with the folder before it
     */
    std::string GetPath(const std::string& name) const;

    /**
     * @brief Add a figure.
     * @param caseName the case's id
     * @param variant before, after, stock, ...
     * @param metric what was measured
     * @param unit its unit; empty for plain numbers
     * @param published the figure in the original report, when there is one
     * @param simulated ours
     */
    void Add(const std::string& caseName,
             const std::string& variant,
             const std::string& metric,
             const std::string& unit,
             std::optional<double> published,
             double simulated);

    /**
     * @brief Print a case's figures as a table.
     * @param os where to
     * @param caseName the case's id
     */
    void PrintTable(std::ostream& os, const std::string& caseName) const;

    /// Write results.csv.
    void WriteResults() const;

    /**
     * @brief Write a gnuplot script, and the picture when gnuplot is installed.
     * @param name the files' name without an ending
     * @param plot the plot; output and terminal are set here
     */
    void WritePlot(const std::string& name, ns3::Gnuplot& plot) const;

  private:
    /// One line of results.csv.
    struct Row
    {
        std::string caseName;            //!< the case's id
        std::string variant;             //!< the variant
        std::string metric;              //!< what was measured
        std::string unit;                //!< its unit
        std::optional<double> published; //!< the original report's figure
        double simulated;                //!< ours
    };

    std::string m_folder;
    std::vector<Row> m_rows;
};

#endif // REPRODUCE_REPORT_H
