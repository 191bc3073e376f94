// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/subject.hpp"

#include "fubini/check/planted.hpp"

namespace fubini::check {
Model with_some_gradient(const ModelFacets& model) {
  if (model.plain.by_hand()) return model.plain;
  return with_gradient(model, [autodiff = model.autodiff](
                                  const Ranking& ranking, std::span<const double> f,
                                  std::span<const double> ties,
                                  Gradient g) { autodiff.reverse(ranking, f, ties, g); })
      .plain;
}

namespace {

struct ByAutodiff {
  ScorerFacets scorer;

  Index num_weights() const { return scorer.plain.num_weights(); }
  void check(const Dataset& data) const { scorer.plain.check(data); }
  template <class T>
  requires std::same_as<T, double>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    scorer.plain.score(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory&) const {
    scorer.plain.score(items, w, f);
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory&) const {
    scorer.autodiff.backward(items, w, df, dw);
  }
};

}  // namespace

Subject::Subject(const ModelFacets& m, const ScorerFacets& s)
    : model(m),
      scorer(s),
      working_model(with_some_gradient(m)),
      working_scorer(s.plain.by_hand() ? s.plain : Scorer(ByAutodiff{s})),
      tested(by_hand(working_model, working_scorer)),
      reverse(by_autodiff(m.autodiff, s.autodiff)) {}

std::string Subject::entry_name(std::size_t j) const {
  const auto weights = static_cast<std::size_t>(scorer.plain.num_weights());
  return j < weights ? scorer.plain.weight_name(static_cast<Index>(j))
                     : model.plain.tie_parameters()[j - weights];
}

Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters) {
  Evaluation result{0, std::vector<double>(parameters.size(), 0.0)};
  result.value = likelihood.add_gradient(query, parameters, result.gradient);
  return result;
}

}  // namespace fubini::check
