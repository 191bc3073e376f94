// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <span>
#include <string>
#include <vector>

// Ways nearer to the speed of a bare read that give up accuracy or exactness: measured, not used.
namespace fubini::bench {

// "float": products and sums in single precision inside a query, in double between queries.
// "half": rows of 16-bit floats (the same number of features in half the bytes), sums in double.
// Value and gradient of pmop_full with a linear scorer. Throws ArgumentError for another name, or
// where the machine has no 16-bit floats.
class Variant {
 public:
  Variant(const std::string& name, const Dataset& data);
  double value_and_gradient(std::span<const double> w, std::span<double> gradient,
                            int threads) const;

 private:
  const Dataset& data_;
  bool half_;
  std::vector<std::uint16_t> rows_;  // of 16-bit floats
};

}  // namespace fubini::bench
