// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"

#include <cstdint>
#include <string>
#include <vector>

// The laws of the models: what each declares of itself (model/laws.hpp), measured.
namespace fubini::check {

struct LawOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 40;     // rankings a law
  Index most_items_summed = 6;  // ordered partitions are enumerated up to here: 4683 of 6 items
  Index many_items = 100'000;   // one query of so many must stay finite; pairs: at most 3,000
  Index many_items_pairs = 3'000;
  Index compared_items = 1'000;  // one query of so many must agree with reverse mode
};

struct LawReport {
  std::string model;
  std::string law;  // "sums to one", "shift", "order", "one bucket", "extremes", or a reduction
  bool declared = true;  // false: measured all the same, but nothing was promised
  bool threw = false;    // always a failure
  std::int64_t cases = 0;
  double error = 0;  // the largest
  double bound = 0;
  std::string note;   // over what, or what was found instead
  std::string worst;  // where the largest error was

  bool holds() const { return !threw && error <= bound; }
  bool passed() const { return holds() || (!declared && !threw); }
  std::string verdict() const;  // "holds", "FAILED", "not promised", "not promised, but holds"
};

// Each law of one model. `others` is where reductions find the models that they name.
//   sums to one  over all ordered partitions or permutations, to 1e-12
//   shift        a constant added to all scores changes neither value nor gradient, and the
//                gradient's entries sum to 0
//   order        the order of items inside a bucket changes nothing
//   one bucket   if all items tie, the value is constant and the gradient 0
//   extremes     scores of +-1e4 agree with 50 digits, a thousand items with reverse mode, and many
//                more stay finite
std::vector<LawReport> laws(const ModelTexts& model, const ModelCatalogue& others,
                            const LawOptions& options = {});

}  // namespace fubini::check
