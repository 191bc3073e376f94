// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/catalogue.hpp"
#include "fubini/model/contract.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Models in 50 decimal digits, as values: the truth that doubles are measured against. Handles for
// your own models come from PreciseModel(model) with precise.hpp.
namespace fubini {

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

 private:
  std::shared_ptr<const Interface> self_;
};

using PreciseCatalogue = BasicCatalogue<PreciseModel>;

// The models that come with Fubini.
PreciseCatalogue built_in_precise_models();

}  // namespace fubini
