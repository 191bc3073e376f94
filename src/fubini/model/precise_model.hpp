// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/score/contract.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Models and scorers in 50 decimal digits, as values: the truth that doubles are measured against.
// Handles for your own come from PreciseModel(model) and PreciseScorer(scorer) with precise.hpp.
namespace fubini {

// Arguments and results as the scalar of 50 digits; defined in precise.hpp.
struct ModelInDigits;
struct ScorerInDigits;

// A number to about 32 digits: high is the nearest double, high + low the number.
struct Precise {
  double high = 0;
  double low = 0;
};

struct PreciseGradient {
  Precise value;
  std::vector<Precise> scores;
  std::vector<Precise> ties;
};

class PreciseModel {
 public:
  struct Interface {
    virtual ~Interface() = default;
    virtual PreciseGradient log_likelihood(const Ranking&, std::span<const double>,
                                           std::span<const double>) const = 0;
    virtual void record(const Ranking&, ModelInDigits&) const = 0;
    ModelInfo info;
    std::vector<std::string> ties;
  };
  explicit PreciseModel(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

  // From a concrete model; only in units that include precise.hpp.
  template <class M>
  requires(!std::same_as<M, PreciseModel> && GenericModel<M>) explicit PreciseModel(M model);

  const ModelInfo& info() const { return self_->info; }
  std::vector<std::string> tie_parameters() const { return self_->ties; }

  // The definition and its derivatives. Arguments are assumed checked, as in Model.
  PreciseGradient log_likelihood(const Ranking& ranking, std::span<const double> f,
                                 std::span<const double> ties) const {
    return self_->log_likelihood(ranking, f, ties);
  }
  void record(const Ranking& ranking, ModelInDigits& in_digits) const {
    self_->record(ranking, in_digits);
  }

 private:
  std::shared_ptr<const Interface> self_;
};

// A scorer's generic call in 50 digits.
class PreciseScorer {
 public:
  struct Interface {
    virtual ~Interface() = default;
    virtual void record(const Items&, ScorerInDigits&) const = 0;
    Index num_weights = 0;
  };
  explicit PreciseScorer(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

  // From a concrete scorer; only in units that include precise.hpp.
  template <class S>
  requires(!std::same_as<S, PreciseScorer> && GenericScorer<S>) explicit PreciseScorer(S scorer);

  Index num_weights() const { return self_->num_weights; }
  void record(const Items& items, ScorerInDigits& in_digits) const {
    self_->record(items, in_digits);
  }

 private:
  std::shared_ptr<const Interface> self_;
};

struct PreciseQueryGradient {
  Precise value;
  std::vector<Precise> slopes;  // by weights, then by ties
};

// One query through both definitions. The query's weight is left out, as everywhere in values.
PreciseQueryGradient in_fifty_digits(const PreciseModel& model, const PreciseScorer& scorer,
                                     const Query& query, std::span<const double> parameters);

using PreciseCatalogue = BasicCatalogue<PreciseModel>;

// The models that come with Fubini, and its scorers.
PreciseCatalogue built_in_precise_models();
class linear;
class mlp;
class worths;
PreciseScorer precise(linear scorer);
PreciseScorer precise(mlp scorer);
PreciseScorer precise(worths scorer);

}  // namespace fubini
