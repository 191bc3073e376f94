// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/cases.hpp"
#include "fubini/check/errors.hpp"
#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <cstdint>
#include <string>

namespace fubini {

inline constexpr double kAgreement = 1e-12;  // of max(gradient norm, 1): the library's promise

inline ValueAndGradient by_reverse(const AutodiffModel& model, const Case& one) {
  ValueAndGradient result{0, std::vector<double>(one.scores.size()),
                          std::vector<double>(one.ties.size())};
  result.value =
      model.reverse(one.ranking, one.scores, one.ties, Gradient{result.scores, result.ties});
  return result;
}

struct Disagreement {
  double gradient = 0;
  double value = 0;
  std::string worst;  // the case with the largest gradient error
};

// The one test that accepts our gradients and must reject wrong ones: by hand against reverse mode
// over varied rankings, n = 1..200, one bucket, singletons, equal scores, scores over +-700.
inline Disagreement worst_disagreement(const Model& model, const AutodiffModel& autodiff,
                                       std::uint64_t num_cases, std::uint64_t seed) {
  Disagreement result;
  for (std::uint64_t index = 0; index < num_cases; ++index) {
    const Case one =
        varied_case(index % 10 == 0 ? 200 : 40, model.tie_parameters().size(), seed, index);
    const ValueAndGradient hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    const ValueAndGradient reverse = by_reverse(autodiff, one);
    result.value = std::max(result.value, value_error(hand.value, reverse.value));
    if (const double error = gradient_error(hand, reverse); error > result.gradient) {
      result.gradient = error;
      result.worst = describe(one);
    }
  }
  return result;
}

}  // namespace fubini
