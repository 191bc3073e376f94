// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/levels.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"

namespace fubini::check {

Level level(std::string_view name, std::uint64_t seed) {
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
