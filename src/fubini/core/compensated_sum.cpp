// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/compensated_sum.hpp"

#include <cmath>

namespace fubini {

void CompensatedSum::add(double x) {
  const double next = sum_ + x, part = next - sum_;
  lost_ += (sum_ - (next - part)) + (x - part);
  sum_ = next;
}

void CompensatedSum::add_product(double a, double b) {
  const double product = a * b;
  lost_ += std::fma(a, b, -product);
  add(product);
}

}  // namespace fubini
