// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"
#include "fubini/core/names.hpp"

#include <cstdint>
#include <string_view>

namespace fubini::check {

// How thorough: "quick" takes seconds a model, "full" minutes for the whole catalogue.
struct Level {
  GradientOptions gradients;
  LawOptions laws;
};

// Throws UnknownName.
inline Level level(std::string_view name, std::uint64_t seed = 1) {
  Level result;
  result.gradients.seed = result.laws.seed = seed;
  if (name == "quick") {
    result.gradients.cases = 150;
  } else if (name == "full") {
    result.gradients.cases = 2500;
    result.gradients.max_items = 40;
    result.laws.cases = 400;
    result.laws.most_items_summed = 7;
    result.laws.many_items_pairs = 10'000;
  } else {
    throw UnknownName(unknown_name("level", name, {"quick", "full"}));
  }
  return result;
}

}  // namespace fubini::check
