// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/autodiff.hpp"

namespace fubini {
double reverse_gradient(const Definition<Reverse>& model, const Ranking& ranking,
                        std::span<const double> f, std::span<const double> ties, Gradient g) {
  std::vector<double> x(f.begin(), f.end());
  x.insert(x.end(), ties.begin(), ties.end());
  std::vector<double> slopes(x.size(), 0.0);
  const double value = reverse_gradient(function_of(model, ranking), x, slopes);
  for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] += slopes[i];
  for (std::size_t t = 0; t < ties.size(); ++t) g.ties[t] += slopes[f.size() + t];
  return value;
}

void add_backward(const ScorerDefinition<Reverse>& scorer, const Items& items,
                  std::span<const double> w, std::span<const double> df, std::span<double> dw) {
  const auto weighted = [&](std::span<const var> weights) {
    std::vector<var> f(items.size());
    ScorerCall<Reverse> call{weights, f};
    scorer(items, call);
    var total = 0;
    for (std::size_t i = 0; i < f.size(); ++i) total += df[i] * f[i];
    return total;
  };
  reverse_gradient(weighted, w, dw);
}

void scores_along(const ScorerDefinition<Forward>& scorer, const Items& items,
                  std::span<const double> w, std::span<const double> direction, std::span<double> f,
                  std::span<double> df) {
  const auto weights = along<double>(w, direction);
  std::vector<fvar<double>> scores(items.size());
  ScorerCall<Forward> call{weights, scores};
  scorer(items, call);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    f[i] = scores[i].val_;
    df[i] = scores[i].d_;
  }
}

Model differentiated(const Model& model, Definition<Reverse> text) {
  Model::Parts parts = model.parts();
  // The value is that of doubles, as without a gradient.
  parts.gradient = [text, value = parts.value](const Ranking& ranking, auto f, auto ties,
                                               Gradient g) {
    reverse_gradient(text, ranking, f, ties, g);
    return value(ranking, f, ties);
  };
  return Model(std::move(parts));
}

Scorer differentiated(const Scorer& scorer, ScorerDefinition<Reverse> text) {
  Scorer::Parts parts = scorer.parts();
  parts.forward = [score = parts.score](const Items& items, auto w, auto f, ScorerMemory&) {
    score(items, w, f);
  };
  parts.backward = [text](const Items& items, auto w, auto df, auto dw, const ScorerMemory&) {
    add_backward(text, items, w, df, dw);
  };
  return Scorer(std::move(parts));
}

}  // namespace fubini
