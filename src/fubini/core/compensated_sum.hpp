// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace fubini {

// A sum of doubles as if in twice the precision, rounded once at the end. (Compiled apart, so that
// no compiler fuses a caller's product into an addition whose rounding error is being measured.)
class CompensatedSum {
 public:
  void add(double x);
  void add_product(double a, double b);
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

// The same without any rounding but the last, however terms of all sizes cancel. Slower.
class ExactSum {
 public:
  void add(double x);
  void add_product(double a, double b);
  double value() const;

 private:
  std::vector<double> parts_;  // from small to large, none overlaps another
};

}  // namespace fubini
