// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace fubini::validation {

// Nanoseconds for value and gradient at the level of the scores.
struct Speed {
  double by_hand = 0;
  double by_autodiff = 0;
  double ratio() const { return by_autodiff / by_hand; }
};

// (model, items, singletons): buckets are five otherwise
using SpeedKey = std::tuple<std::string, std::int64_t, bool>;

// Both ways side by side, by Google Benchmark, which also prints its own lines if `verbose`.
std::map<SpeedKey, Speed> measure_speed(const std::vector<std::string>& models, bool verbose);

}  // namespace fubini::validation
