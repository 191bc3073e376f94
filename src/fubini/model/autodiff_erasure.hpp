// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/autodiff_scalars.hpp"
#include "fubini/score/contract.hpp"

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// How a concrete model or scorer becomes an autodiff handle, or gets a gradient "by hand" that
// autodiff computes.
namespace fubini {

struct ModelOnTape {
  std::span<const var> scores;
  std::span<const var> ties;
  var value;
};

struct ScorerOnTape {
  std::span<const var> weights;
  std::span<var> scores;
};

struct ModelOnNestedTape {
  std::span<const fvar<var>> scores;
  std::span<const fvar<var>> ties;
  fvar<var> value;
};

struct ScorerOnNestedTape {
  std::span<const fvar<var>> weights;
  std::span<fvar<var>> scores;
};

namespace detail {

inline std::vector<var> on_tape(std::span<const double> x) { return {x.begin(), x.end()}; }

inline void add_adjoints(const std::vector<var>& x, std::span<double> g) {
  for (std::size_t i = 0; i < x.size(); ++i) g[i] += x[i].adj();
}

// Constants, with tangents along a direction
template <class T>
std::vector<fvar<T>> along(std::span<const double> x, std::span<const double> direction) {
  std::vector<fvar<T>> result;
  result.reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) result.emplace_back(T(x[i]), T(direction[i]));
  return result;
}

template <GenericModel M>
double reverse(const M& model, const Ranking& ranking, std::span<const double> f,
               std::span<const double> ties, Gradient g) {
  const NestedTape tape;
  const std::vector<var> f_vars = on_tape(f), t_vars = on_tape(ties);
  var value = model.template log_likelihood<var>(ranking, f_vars, t_vars);
  stan::math::grad(value.vi_);
  add_adjoints(f_vars, g.scores);
  add_adjoints(t_vars, g.ties);
  return value.val();
}

template <GenericScorer S>
void backward(const S& scorer, const Items& items, std::span<const double> w,
              std::span<const double> df, std::span<double> dw) {
  const NestedTape tape;
  const std::vector<var> weights = on_tape(w);
  std::vector<var> f(items.size());
  scorer.template score<var>(items, std::span<const var>(weights), std::span<var>(f));
  var total = 0;
  for (std::size_t i = 0; i < f.size(); ++i) total += df[i] * f[i];
  stan::math::grad(total.vi_);
  add_adjoints(weights, dw);
}

template <GenericModel M>
struct ErasedModel final : AutodiffModel::Interface {
  explicit ErasedModel(M m) : model(std::move(m)) {
    this->info = model_info(model);
    this->ties = model.tie_parameters();
  }
  double reverse(const Ranking& ranking, std::span<const double> f, std::span<const double> t,
                 Gradient g) const override {
    return detail::reverse(model, ranking, f, t, g);
  }
  double forward(const Ranking& ranking, std::span<const double> f, std::span<const double> t,
                 std::span<const double> f_direction,
                 std::span<const double> t_direction) const override {
    const auto fs = along<double>(f, f_direction), ts = along<double>(t, t_direction);
    return model.template log_likelihood<fvar<double>>(ranking, fs, ts).d_;
  }
  void hessian_times(const Ranking& ranking, std::span<const double> f, std::span<const double> t,
                     std::span<const double> f_direction, std::span<const double> t_direction,
                     Gradient g) const override {
    const NestedTape tape;
    const auto fs = along<var>(f, f_direction), ts = along<var>(t, t_direction);
    const fvar<var> value = model.template log_likelihood<fvar<var>>(ranking, fs, ts);
    stan::math::grad(value.d_.vi_);
    for (std::size_t i = 0; i < fs.size(); ++i) g.scores[i] += fs[i].val_.adj();
    for (std::size_t i = 0; i < ts.size(); ++i) g.ties[i] += ts[i].val_.adj();
  }
  void record(const Ranking& ranking, ModelOnTape& arguments) const override {
    arguments.value = model.template log_likelihood<var>(ranking, arguments.scores, arguments.ties);
  }
  void record(const Ranking& ranking, ModelOnNestedTape& arguments) const override {
    arguments.value =
        model.template log_likelihood<fvar<var>>(ranking, arguments.scores, arguments.ties);
  }
  M model;
};

template <GenericScorer S>
struct ErasedScorer final : AutodiffScorer::Interface {
  explicit ErasedScorer(S s) : scorer(std::move(s)) { this->num_weights = scorer.num_weights(); }
  void check(const Dataset& data) const override { check_fit(scorer, data); }
  std::vector<double> initial_weights(std::uint64_t seed) const override {
    return fubini::initial_weights(scorer, seed);
  }
  void record(const Items& items, ScorerOnTape& arguments) const override {
    scorer.template score<var>(items, arguments.weights, arguments.scores);
  }
  void record(const Items& items, ScorerOnNestedTape& arguments) const override {
    scorer.template score<fvar<var>>(items, arguments.weights, arguments.scores);
  }
  void forward(const Items& items, std::span<const double> w, std::span<const double> direction,
               std::span<double> f, std::span<double> df) const override {
    const auto weights = along<double>(w, direction);
    std::vector<fvar<double>> scores(items.size());
    scorer.template score<fvar<double>>(items, std::span<const fvar<double>>(weights),
                                        std::span<fvar<double>>(scores));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      f[i] = scores[i].val_;
      df[i] = scores[i].d_;
    }
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw) const override {
    detail::backward(scorer, items, w, df, dw);
  }
  S scorer;
};

}  // namespace detail

template <class M>
requires(!std::same_as<M, AutodiffModel> && GenericModel<M>) AutodiffModel::AutodiffModel(M model)
    : self_(std::make_shared<const detail::ErasedModel<M>>(checked(std::move(model)))) {}

template <class S>
requires(!std::same_as<S, AutodiffScorer> &&
         GenericScorer<S>) AutodiffScorer::AutodiffScorer(S scorer)
    : self_(std::make_shared<const detail::ErasedScorer<S>>(std::move(scorer))) {}

template <GenericModel M>
AutodiffModel autodiff(M model) {
  return AutodiffModel(std::move(model));
}
template <GenericScorer S>
AutodiffScorer autodiff(S scorer) {
  return AutodiffScorer(std::move(scorer));
}

// by_autodiff(davidson{}, my_scorer{}): concrete types, handles, or one of each
template <class M, class S>
requires(GenericModel<M> || GenericScorer<S>) Likelihood by_autodiff(M model, S scorer) {
  return by_autodiff(AutodiffModel(std::move(model)), AutodiffScorer(std::move(scorer)));
}

// A model whose gradient "by hand" is autodiff of its definition, at the level of the scores. For
// by_hand(differentiated_model(my_model{}), mlp(...)): the scorer keeps its own fast backward.
template <GenericModel M>
struct differentiated_model {
  M model;

  std::vector<std::string> tie_parameters() const { return model.tie_parameters(); }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    return model.template log_likelihood<T>(ranking, f, ties);
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    return detail::reverse(model, ranking, f, ties, g);
  }
  Laws laws() const { return model_info(model).laws; }
};

// A scorer whose backward is autodiff of its generic call.
template <GenericScorer S>
struct differentiated_scorer {
  S scorer;

  Index num_weights() const { return scorer.num_weights(); }
  std::string weight_name(Index j) const { return fubini::weight_name(scorer, j); }
  void check(const Dataset& data) const { check_fit(scorer, data); }
  std::vector<double> initial_weights(std::uint64_t seed) const {
    return fubini::initial_weights(scorer, seed);
  }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    scorer.template score<T>(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory&) const {
    scorer.template score<double>(items, w, f);
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory&) const {
    detail::backward(scorer, items, w, df, dw);
  }
};

template <GenericModel M>
differentiated_model<M> differentiated(M model) {
  return {std::move(model)};
}
template <GenericScorer S>
differentiated_scorer<S> differentiated(S scorer) {
  return {std::move(scorer)};
}

}  // namespace fubini
