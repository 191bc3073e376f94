// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/compensated_sum.hpp"

#include <cmath>
#include <utility>

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

void ExactSum::add(double x) {
  std::size_t kept = 0;
  for (double part : parts_) {
    if (std::abs(x) < std::abs(part)) std::swap(x, part);
    const double sum = x + part, lost = part - (sum - x);
    if (lost != 0) parts_[kept++] = lost;
    x = sum;
  }
  parts_.resize(kept);
  parts_.push_back(x);
}

void ExactSum::add_product(double a, double b) {
  const double product = a * b;
  add(std::fma(a, b, -product));
  add(product);
}

double ExactSum::value() const {
  double total = 0;
  for (const double part : parts_) total += part;
  return total;
}

}  // namespace fubini
