// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fubini::sweep {

struct Case {
  Ranking ranking;
  std::vector<double> scores;  // in bucket order
  std::vector<double> ties;
};
// As `fubini likelihood` takes it
std::string describe(const Case& one);

// A query of a few items at any place of the numbers: scores and tie parameters of all sizes to 1e4
// or to 1e300 on a log scale, equal and nearly equal ones, small differences at large offsets, whole
// numbers, zeros and subnormal numbers; tie parameters also where they cancel differences of scores.
Case far_case(const Model& model, std::uint64_t seed, std::uint64_t index);

}  // namespace fubini::sweep
