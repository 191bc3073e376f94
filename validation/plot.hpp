// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

// Plots as SVG, for the report.
namespace fubini::validation {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // both positive
};

// Lines on two logarithmic scales, each named at its end.
std::string growth_plot(const std::string& x_title, const std::string& y_title,
                        const std::vector<Curve>& curves);

struct Distribution {
  std::string name;
  std::vector<double> values;  // 0 or positive
};

struct Mark {
  std::string name;
  double value;
};

// A row each on one logarithmic scale: a line from the smallest to the largest, a box from the
// lower to the upper quartile, a stroke at the median. Zeros count as the left end.
std::string distribution_plot(const std::string& title, const std::vector<Distribution>& rows,
                              const std::vector<Mark>& marks);

}  // namespace fubini::validation
