// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/contract.hpp"
#include "fubini/model/model.hpp"

#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace fubini {

// Anything with data() and size(): std::vector, std::array, std::span, an Eigen vector.
template <class X>
concept Sequence = requires(const X& x) {
  x.data();
  x.size();
};

template <Sequence X>
using element_t = std::remove_cvref_t<decltype(*std::declval<const X&>().data())>;

template <Sequence X>
std::span<const element_t<X>> view(const X& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// The log-likelihood of a ranking by a model (a concrete one, or any Model). Scores stand in bucket
// order. Arguments are checked, and so is the result: where it is no number, NumericalError; where a
// bucket is larger than the model's largest, -infinity.
template <GenericModel M, Sequence F, Sequence S = std::span<const double>>
requires(std::same_as<element_t<F>, double>&&
             std::same_as<element_t<S>, double>) double log_likelihood(const M& model,
                                                                       const Ranking& ranking,
                                                                       const F& f,
                                                                       const S& ties = {}) {
  check_arguments(type_name<M>(), model.tie_parameters(), ranking, view(f), view(ties));
  const double value = value_by_hand(checked(model), ranking, view(f), view(ties));
  check_result(type_name<M>(), largest_bucket_of(model), ranking, value, {});
  return value;
}

template <Sequence F, Sequence S = std::span<const double>>
double log_likelihood(const Model& model, const Ranking& ranking, const F& f, const S& ties = {}) {
  check_arguments(model.info().name, model.tie_parameters(), ranking, view(f), view(ties));
  const double value = model.log_likelihood(ranking, view(f), view(ties));
  check_result(model.info().name, model.info().largest_bucket, ranking, value, {});
  return value;
}

struct ValueAndGradient {
  double value = 0;
  std::vector<double> scores;  // d value / d f, in bucket order
  std::vector<double> ties;    // d value / d ties
};

// The same with its gradient by hand.
template <Sequence F, Sequence S = std::span<const double>>
ValueAndGradient log_likelihood_gradient(const Model& model, const Ranking& ranking, const F& f,
                                         const S& ties = {}) {
  check_arguments(model.info().name, model.tie_parameters(), ranking, view(f), view(ties));
  ValueAndGradient result{0, std::vector<double>(f.size(), 0.0),
                          std::vector<double>(ties.size(), 0.0)};
  result.value =
      model.log_likelihood(ranking, view(f), view(ties), Gradient{result.scores, result.ties});
  check_result(model.info().name, model.info().largest_bucket, ranking, result.value,
               {result.scores, result.ties});
  return result;
}

}  // namespace fubini
