// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/check/errors.hpp"
#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/model/precise_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fubini::validation {

Accuracy measure_accuracy(const std::string& name, std::uint64_t cases, std::uint64_t seed) {
  const Model model = built_in_models().make(name);
  const AutodiffModel autodiff = built_in_autodiff_models().make(name);
  const PreciseModel precise = built_in_precise_models().make(name);
  constexpr Index kPreciseItems = 60;  // 50 digits cost a thousand times more

  Accuracy result{.cases = cases, .worst = ""};
  double worst = -1;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const Case one =
        varied_case(index % 10 == 0 ? 200 : 40, model.tie_parameters().size(), seed, index);
    const ValueAndGradient hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    ValueAndGradient reverse{0, std::vector<double>(one.scores.size()),
                             std::vector<double>(one.ties.size())};
    reverse.value =
        autodiff.reverse(one.ranking, one.scores, one.ties, Gradient{reverse.scores, reverse.ties});
    double error = gradient_error(hand, reverse);
    result.against_reverse = std::max(result.against_reverse, error);
    if (index % 10 == 5 && one.ranking.num_items() <= kPreciseItems) {
      const double off =
          gradient_error(hand, precise.log_likelihood(one.ranking, one.scores, one.ties));
      result.against_truth = std::max(result.against_truth, off);
      error = std::max(error, off);
    }
    if (error > worst) {
      worst = error;
      result.worst = describe(one);
    }
  }
  return result;
}

bool finite_on(const std::string& name, std::int64_t n) {
  const Model model = built_in_models().make(name);
  const Case one = make_case({.num_items = n,
                              .shape = Shape::five_buckets,
                              .spread = Spread::extreme,
                              .num_ties = model.tie_parameters().size()},
                             1, 0);
  const ValueAndGradient hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  const auto finite = [](double x) { return std::isfinite(x); };
  return finite(hand.value) && std::ranges::all_of(hand.scores, finite) &&
         std::ranges::all_of(hand.ties, finite);
}

}  // namespace fubini::validation
