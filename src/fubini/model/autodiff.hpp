// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Autodiff through Stan Math, for anyone's model and scorer: everything that needs its headers.
#include "fubini/model/autodiff_erasure.hpp"
#include "fubini/model/autodiff_scalars.hpp"

#include "fubini/model/contract.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <concepts>
#include <span>
#include <vector>

namespace fubini {

namespace detail {

template <class T>
concept PlainOrVar = std::same_as<T, double> || std::same_as<T, var>;

template <class T>
inline constexpr bool is_fvar = false;
template <class T>
inline constexpr bool is_fvar<fvar<T>> = true;

template <class T>
std::vector<double> values(std::span<const T> x) {
  std::vector<double> result;
  result.reserve(x.size());
  for (const T& entry : x) result.push_back(value_of(entry));
  return result;
}

}  // namespace detail

// The log-likelihood with vars among its arguments: ONE node on the tape, its partial derivatives
// computed by hand. Scores or ties may be plain doubles. A model without a gradient by hand puts
// its definition on the tape instead. Arguments are checked.
template <GenericModel M, Sequence F, Sequence S = std::span<const double>>
requires(detail::PlainOrVar<element_t<F>>&& detail::PlainOrVar<element_t<S>> &&
         (std::same_as<element_t<F>, var> || std::same_as<element_t<S>, var>)) var
    log_likelihood(const M& model, const Ranking& ranking, const F& scores, const S& ties = {}) {
  const auto f = view(scores);
  const auto t = view(ties);
  const std::vector<double> f_values = detail::values(f), t_values = detail::values(t);
  check_arguments(type_name<M>(), model.tie_parameters(), ranking, f_values, t_values);

  if constexpr (!HandGradient<M>) {
    const std::vector<var> f_vars(f.begin(), f.end()), t_vars(t.begin(), t.end());
    return model.template log_likelihood<var>(ranking, f_vars, t_vars);
  } else {
    constexpr bool f_is_var = std::same_as<element_t<F>, var>;
    constexpr bool t_is_var = std::same_as<element_t<S>, var>;
    auto& arena = stan::math::ChainableStack::instance_->memalloc_;
    const std::size_t operands = (f_is_var ? f.size() : 0) + (t_is_var ? t.size() : 0);
    auto** operand = arena.template alloc_array<stan::math::vari*>(operands);
    auto* partial = arena.template alloc_array<double>(f.size() + t.size());
    std::fill_n(partial, f.size() + t.size(), 0.0);

    auto** next = operand;
    if constexpr (f_is_var)
      for (const var& x : f) *next++ = x.vi_;
    if constexpr (t_is_var)
      for (const var& x : t) *next++ = x.vi_;
    const double value = model.log_likelihood(
        ranking, std::span<const double>(f_values), std::span<const double>(t_values),
        Gradient{{partial, f.size()}, {partial + f.size(), t.size()}});
    return {new stan::math::precomputed_gradients_vari(value, operands, operand,
                                                       f_is_var ? partial : partial + f.size())};
  }
}

// Forward mode and nested scalars (fvar<double>, fvar<var>, ...) use the definition, so that second
// derivatives come out right. Arguments are checked.
template <GenericModel M, Sequence F, Sequence S = std::span<const element_t<F>>>
requires(detail::is_fvar<element_t<F>>&& std::same_as<element_t<F>, element_t<S>>)
    element_t<F> log_likelihood(const M& model, const Ranking& ranking, const F& scores,
                                const S& ties = {}) {
  const auto f = view(scores), t = view(ties);
  check_arguments(type_name<M>(), model.tie_parameters(), ranking, detail::values(f),
                  detail::values(t));
  return model.template log_likelihood<element_t<F>>(ranking, f, t);
}

}  // namespace fubini
