// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/trials.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// The gradient checker. Give it a model and a scorer, of the catalogue or your own, and generated
// cases or your data:
//
//   const check::GradientReport report =
//       check::gradients(in_every_arithmetic(my_model{}), check::scorer(scorers, "linear"));
//   std::fputs(check::to_text({report}).c_str(), stdout);        // tables.hpp
namespace fubini::check {

// What the gradient by hand is compared with; then what else must hold of it.
enum class Way {
  truth,        // the same generic text in 50 decimal digits, at scores of ordinary size
  hard,         // the same where digits are at risk (see Bounds)
  reverse,      // Stan Math's reverse mode on the definition
  forward,      // its forward mode
  differences,  // Ridders' finite differences of the value by hand
  hessian,      // forward over reverse mode, against differences of gradients by hand
  value,        // the value, against 50 digits and reverse mode
  value_only,   // the call for the value alone, against that for value and gradient
  adds,         // the gradient is added to what stands there, times the query's weight
  repeat,       // a second evaluation: the same bits
  threads,      // many threads: the same bits
};
inline constexpr std::size_t kWays = 11;
std::string_view name(Way way);
// The pass rule in words.
std::string rule(Way way, double bound);

// Errors are relative to max(norm of the reference gradient, 1): a query of one bucket has gradient
// 0. Values to max(|value|, 1).
struct Bounds {
  double truth = 1e-13;  // scores of ordinary size
  double hard = 1e-12;   // scores over +-700, where exp alone would overflow, or sorted the wrong
                         // way round; all items equal, where gradients of weights cancel to 0
  double autodiff = 1e-12;  // both sides round
  double autodiff_hard = 1e-11;
  double differences = 1e-6;  // on top of ten times what they say of their own error
};

struct GradientOptions {
  std::uint64_t cases = 100;
  std::uint64_t seed = 1;
  Index max_items = 30;         // 50 digits cost a thousand times more than doubles
  Index max_large_items = 200;  // every eighth case, without the 50 digits
  Index every_entry = 60;       // with more parameters forward mode takes random directions
  Index differences = 6;        // so many entries a case, and one random direction
  bool threads = true;          // compare 1 with 4 threads
  Bounds bounds = {};
};

// The worst entry of a comparison: the one that exceeds its bound the most.
struct WorstEntry {
  std::string place;      // the case or query
  std::string entry;      // "feature 3", "item 2", "beta", "the value", "direction 1"
  std::string reproduce;  // options of `fubini likelihood`; empty if they would be too long
  double found = 0, wanted = 0;
  double norm = 0;   // of the reference gradient
  double error = 0;  // |found - wanted| / max(norm, 1)
  double bound = 0;
};

struct Comparison {
  std::int64_t entries = 0;
  std::int64_t failures = 0;
  std::int64_t unsure = 0;  // differences that say themselves that they cannot tell
  double error = 0;         // the largest
  double excess = 0;        // the largest error over its bound: above 1 is a failure
  WorstEntry worst;
};

struct GradientReport {
  std::string model;
  std::string scorer;
  bool model_by_hand = true;  // false: it has no gradient, what autodiff gives stands for it
  bool scorer_by_hand = true;
  std::int64_t cases = 0;
  std::int64_t entries = 0;
  Accuracy own_bound;  // the model's own, if it documents one
  std::array<Comparison, kWays> ways;
  std::vector<double> errors;           // against the truth, one a case
  std::vector<std::string> complaints;  // what was thrown, and where (the first few)
  std::int64_t thrown = 0;

  const Comparison& operator[](Way way) const { return ways[static_cast<std::size_t>(way)]; }
  // Of all comparisons with 50 digits, the entry nearest to its bound, or furthest beyond.
  const WorstEntry& worst() const;
  double ulps() const;  // the largest error against 50 digits, in units of 2^-52
  bool passed() const;
  // "ok", "ok (no gradient by hand)", "ok (scorer by autodiff)", "FAILED: truth, reverse"
  std::string verdict() const;
};

// Over generated cases: n = 1 .. max_items, every shape of ranking, scores of ordinary size, equal,
// over +-700, sorted the wrong way round; tie parameters over +-50.
GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         const GradientOptions& options = {});

// Over the queries of a dataset, evenly chosen if there are more than options.cases. Features may
// have any size: where the terms of a gradient cancel, bounds grow with the terms. 50 digits serve
// queries of up to max_large_items items, if memory allows.
GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         std::shared_ptr<const Dataset> data, const GradientOptions& options = {});

}  // namespace fubini::check
