// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/subsets.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace fubini::check {

// A form with exact sums that a potential of any subset might be written in: found out by its values
// on a few hundred subsets, so a guess that the rewritten potential has to prove.
struct RecognisedForm {
  Family family = Family::any_subset;
  std::string what;      // "the mean score times a number, plus a number, both by size"
  std::string argument;  // "Affine<T> log_potential(const SizeOf&, ties)"
  std::string cost;      // "n^3"
};

// Nothing where no form fits, or a value is not finite.
std::optional<RecognisedForm> recognised_form(const AnyPotential& potential, std::size_t num_ties);

}  // namespace fubini::check
