// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/cases.hpp"
#include "fubini/check/scorers.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fubini::check {

// One query and the parameters at which its gradient is compared.
struct Trial {
  std::shared_ptr<const Dataset> data;
  Index query = 0;
  ScorerTexts scorer;
  std::vector<double> parameters = {};  // weights, then tie parameters
  bool ordinary = true;                 // scores within +-3: the narrower bound holds
  bool equal = false;                   // all scores are
  bool generated = true;                // false: somebody's data, with features of any size
  std::string name = {};                // how to find it again

  Query view() const;  // with weight 1
  std::span<const double> weights() const;
  std::span<const double> ties() const;
  // The same at the level of the scores, as `fubini likelihood` takes it.
  std::string describe() const;
};

// A generated one: the same (seed, index) gives the same. Items have five features, dense or
// sparse, and scores of the spread asked for; or, if the scorer goes by number, the case's scores.
Trial make_trial(const ScorerUnderTest& scorer, const CaseOptions& options, std::uint64_t seed,
                 std::uint64_t index);

// Query q of a dataset, at weights and tie parameters drawn at random: near the scorer's initial
// weights, with scores of ordinary size.
Trial make_trial(const ScorerTexts& scorer, const std::shared_ptr<const Dataset>& data, Index q,
                 std::size_t num_ties, std::uint64_t seed, std::uint64_t index);

// Many queries of 1 to 30 items that the model can take: for checks across threads.
Dataset make_queries(bool features, const ModelInfo& model, Index num_queries, std::uint64_t seed);

}  // namespace fubini::check
