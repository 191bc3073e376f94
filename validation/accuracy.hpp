// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace fubini::validation {

struct Accuracy {
  std::uint64_t cases = 0;
  double against_reverse = 0;  // worst gradient error, of max(norm, 1)
  double against_truth = 0;    // the same against 50 digits
  std::string worst;  // the case of the larger of both, as arguments of `fubini likelihood`
};

// By hand against reverse mode and against 50 digits, on varied rankings of 1 to 200 items.
Accuracy measure_accuracy(const std::string& model, std::uint64_t cases, std::uint64_t seed);

// Value and every derivative are finite on one query of n items, scores within +-1e4.
bool finite_on(const std::string& model, std::int64_t n);

}  // namespace fubini::validation
