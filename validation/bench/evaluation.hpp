// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/score/scorer.hpp"

#include <string>
#include <vector>

namespace fubini::bench {

// linear, mlp:64,32, or products (those with a correlation above 0.15)
Scorer scorer(const std::string& name, const Dataset& data);

// Where evaluations take place: weights of a network's start; for others such that scores have a
// standard deviation of about 1. Then `ties` zeros.
std::vector<double> parameters(const Scorer& scorer, std::size_t ties);

// Value and gradient of a model, again and again
class Evaluation {
 public:
  Evaluation(const Dataset& data, const std::string& model, const std::string& scorer, int threads);
  double operator()();               // of all queries; the value
  double operator()(Index queries);  // of the first ones
  const std::vector<double>& at() const { return parameters_; }
  const std::vector<double>& gradient() const { return gradient_; }

 private:
  Scorer scorer_;
  Objective objective_;
  std::vector<double> parameters_, gradient_;
  std::vector<Index> queries_;
};

}  // namespace fubini::bench
