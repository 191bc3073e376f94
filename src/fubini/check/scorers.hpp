// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/facets.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fubini::check {

// A scorer to check models through. It is made for each dataset, since its size depends on that.
struct ScorerUnderTest {
  std::string name;
  std::function<ScorerFacets(const Dataset&)> make;
  bool features = true;      // scores items by features; false: by number
  Index output_weights = 0;  // the last so many weights multiply the scores (0: all of them do),
                             // so that scores can be brought to any size
};

// A scorer of the library by name: "linear", "worths", "mlp:8,4", "mlp:8,4:softplus".
ScorerUnderTest scorer(std::string_view specification);

// What "all" stands for: linear, mlp:8,4, worths.
std::vector<ScorerUnderTest> all_scorers();

}  // namespace fubini::check
