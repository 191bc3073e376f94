// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/agreement.hpp"

#include "fubini/check/errors.hpp"

#include <algorithm>
#include <vector>

namespace fubini {

ValueAndGradient by_reverse(const AutodiffModel& model, const Case& one) {
  ValueAndGradient result{0, std::vector<double>(one.scores.size()),
                          std::vector<double>(one.ties.size())};
  result.value =
      model.reverse(one.ranking, one.scores, one.ties, Gradient{result.scores, result.ties});
  return result;
}

Agreement measure_agreement(const Model& model, const AutodiffModel& autodiff,
                            const PreciseModel& precise, const AgreementOptions& options) {
  constexpr Index kItems = 200, kPreciseItems = 40;  // 50 digits cost a thousand times more
  Agreement result;
  double worst = -1;
  const auto note = [&](double error, const Case& one) {
    if (error <= worst) return;
    worst = error;
    result.worst = describe(one);
  };
  const std::size_t num_ties = model.tie_parameters().size();
  for (std::uint64_t index = 0; index < options.cases; ++index) {
    const Case one = varied_case(kItems, num_ties, options.seed, index);
    const auto hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    const ValueAndGradient reverse = by_reverse(autodiff, one);
    const double error = gradient_error(hand, reverse);
    result.gradient = std::max(result.gradient, error);
    result.value = std::max(result.value, value_error(hand.value, reverse.value));
    note(error, one);
  }
  for (std::uint64_t index = 0; index < options.precise_cases; ++index) {
    const Case one = varied_case(kPreciseItems, num_ties, ~options.seed, index);
    const auto hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    const PreciseGradient truth = precise.log_likelihood(one.ranking, one.scores, one.ties);
    const double error = gradient_error(hand, truth);
    result.gradient_truth = std::max(result.gradient_truth, error);
    result.value_truth = std::max(result.value_truth, value_error(hand.value, truth.value.high));
    note(error, one);
  }
  return result;
}

}  // namespace fubini
