// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"

#include <cstdint>
#include <string_view>

namespace fubini::check {

// How thorough: "quick" takes seconds a model, "full" minutes for the whole catalogue.
struct Level {
  GradientOptions gradients;
  LawOptions laws;
};

// Throws UnknownName.
Level level(std::string_view name, std::uint64_t seed = 1);

}  // namespace fubini::check
