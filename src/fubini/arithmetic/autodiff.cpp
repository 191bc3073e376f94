// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/autodiff.hpp"

namespace fubini {
namespace {

std::vector<double> joined(std::span<const double> f, std::span<const double> ties) {
  std::vector<double> all(f.begin(), f.end());
  all.insert(all.end(), ties.begin(), ties.end());
  return all;
}

void add(std::span<const double> slopes, Gradient g) {
  const std::size_t n = g.scores.size();
  for (std::size_t i = 0; i < n; ++i) g.scores[i] += slopes[i];
  for (std::size_t t = 0; t < g.ties.size(); ++t) g.ties[t] += slopes[n + t];
}

// Everything is the model's own but the gradient. The value is that of doubles, as without one.
class DifferentiatedModel final : public Model::Interface {
 public:
  DifferentiatedModel(Model model, Definition<Reverse> text)
      : model_(std::move(model)), text_(std::move(text)) {
    this->info = model_.info();
    this->ties = model_.tie_parameters();
    this->has_gradient = true;
  }
  double value(const Ranking& ranking, std::span<const double> f,
               std::span<const double> t) const override {
    return model_.log_likelihood(ranking, f, t);
  }
  double definition(const Ranking& ranking, std::span<const double> f,
                    std::span<const double> t) const override {
    return model_.definition(ranking, f, t);
  }
  double gradient(const Ranking& ranking, std::span<const double> f, std::span<const double> t,
                  Gradient g) const override {
    reverse_gradient(text_, ranking, f, t, g);
    return model_.log_likelihood(ranking, f, t);
  }

 private:
  Model model_;
  Definition<Reverse> text_;
};

class DifferentiatedScorer final : public Scorer::Interface {
 public:
  DifferentiatedScorer(Scorer scorer, ScorerDefinition<Reverse> text)
      : scorer_(std::move(scorer)), text_(std::move(text)) {
    this->info = scorer_.info();
    this->info.has_backward = true;
  }
  void check(const Dataset& data) const override { scorer_.check(data); }
  std::vector<double> initial_weights(std::uint64_t seed) const override {
    return scorer_.initial_weights(seed);
  }
  std::string weight_name(Index j) const override { return scorer_.weight_name(j); }
  void score(const Items& items, std::span<const double> w, std::span<double> f) const override {
    scorer_.score(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory&) const override {
    scorer_.score(items, w, f);
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory&) const override {
    add_backward(text_, items, w, df, dw);
  }
  void fold(const Standardisation& by, std::span<const double> u,
            std::span<double> w) const override {
    scorer_.fold(by, u, w);
  }
  void pull_back(const Standardisation& by, std::span<const double> dw,
                 std::span<double> du) const override {
    scorer_.pull_back(by, dw, du);
  }

 private:
  Scorer scorer_;
  ScorerDefinition<Reverse> text_;
};

}  // namespace

double reverse_gradient(const Definition<Reverse>& model, const Ranking& ranking,
                        std::span<const double> f, std::span<const double> ties, Gradient g) {
  std::vector<double> slopes(f.size() + ties.size(), 0.0);
  const double value = reverse_gradient(function_of(model, ranking), joined(f, ties), slopes);
  add(slopes, g);
  return value;
}

double derivative_along(const Definition<Forward>& model, const Ranking& ranking,
                        std::span<const double> f, std::span<const double> ties,
                        std::span<const double> f_direction,
                        std::span<const double> tie_direction) {
  return derivative_along(function_of(model, ranking), joined(f, ties),
                          joined(f_direction, tie_direction));
}

void add_hessian_times(const Definition<Nested>& model, const Ranking& ranking,
                       std::span<const double> f, std::span<const double> ties,
                       std::span<const double> f_direction, std::span<const double> tie_direction,
                       Gradient g) {
  std::vector<double> product(f.size() + ties.size(), 0.0);
  add_hessian_times(function_of(model, ranking), joined(f, ties),
                    joined(f_direction, tie_direction), product);
  add(product, g);
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
  return Model(std::make_shared<const DifferentiatedModel>(model, std::move(text)));
}

Scorer differentiated(const Scorer& scorer, ScorerDefinition<Reverse> text) {
  return Scorer(std::make_shared<const DifferentiatedScorer>(scorer, std::move(text)));
}

}  // namespace fubini
