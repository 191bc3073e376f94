// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Autodiff through Stan Math, for anyone's model and scorer: everything that needs its headers.
#include "fubini/arithmetic/autodiff_functions.hpp"
#include "fubini/arithmetic/define.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <span>
#include <utility>
#include <vector>

namespace fubini {

template <>
struct arithmetic<Reverse> {
  using scalar = var;
};
template <>
struct arithmetic<Forward> {
  using scalar = fvar<double>;
};
template <>
struct arithmetic<Nested> {
  using scalar = fvar<var>;
};

template <GenericModel M>
ModelAutodiff autodiff(const M& model) {
  return {define<Reverse>(model), define<Forward>(model), define<Nested>(model)};
}
template <GenericScorer S>
ScorerAutodiff autodiff(const S& scorer) {
  return {define<Reverse>(scorer), define<Forward>(scorer), define<Nested>(scorer)};
}

// A model or scorer of your own whose gradient is autodiff of its text, as derivatives.hpp has it
// for any. For by_hand(differentiated(my_model{}), mlp(...)): the scorer keeps its fast backward.
template <GenericModel M>
Model differentiated(const M& model) {
  return differentiated(Model(model), define<Reverse>(model));
}
template <GenericScorer S>
Scorer differentiated(const S& scorer) {
  return differentiated(Scorer(scorer), define<Reverse>(scorer));
}

// Derivatives of any function of numbers in the scalar of its arithmetic, f(span) -> scalar.

template <class F>
double reverse_gradient(const F& f, std::span<const double> x, std::span<double> g) {  // adds
  const NestedTape tape;
  const std::vector<var> variables(x.begin(), x.end());
  const var value = f(std::span<const var>(variables));
  if (std::isinf(value.val())) return value.val();
  stan::math::grad(value.vi_);
  for (std::size_t i = 0; i < x.size(); ++i) g[i] += variables[i].adj();
  return value.val();
}

// Constants, with tangents along a direction
template <class T>
std::vector<fvar<T>> along(std::span<const double> x, std::span<const double> direction) {
  std::vector<fvar<T>> result;
  result.reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) result.emplace_back(T(x[i]), T(direction[i]));
  return result;
}

template <class F>
double derivative_along(const F& f, std::span<const double> x, std::span<const double> direction) {
  const auto moving = along<double>(x, direction);
  return f(std::span<const fvar<double>>(moving)).d_;
}

template <class F>
void add_hessian_times(const F& f, std::span<const double> x, std::span<const double> direction,
                       std::span<double> g) {
  const NestedTape tape;
  const auto moving = along<var>(x, direction);
  const fvar<var> value = f(std::span<const fvar<var>>(moving));
  stan::math::grad(value.d_.vi_);
  for (std::size_t i = 0; i < x.size(); ++i) g[i] += moving[i].val_.adj();
}

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
