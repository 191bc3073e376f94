// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/scorers.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fubini::check {

// A scorer to check models through. It is made for each dataset, since its size depends on that.
struct ScorerUnderTest {
  std::string name;
  std::function<ScorerTexts(const Dataset&)> make;
  bool features = true;  // scores items by features; false: by number
};

// A scorer of a catalogue by name: "linear", "worths", "mlp:8,4:softplus".
ScorerUnderTest scorer(const ScorerCatalogue& scorers, std::string_view specification);

// Each of the catalogue, with the arguments of its example: linear, mlp:8,4, products:all, worths.
std::vector<ScorerUnderTest> all_scorers(const ScorerCatalogue& scorers);

}  // namespace fubini::check
