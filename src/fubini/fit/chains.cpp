// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/chains.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/evaluate/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace fubini {
namespace {

constexpr auto kWayOut = "wanted more --samples, or --inference importance or exact";

std::string shown_value(double x) { return format_double(x, 8); }

std::optional<std::string> below_equal_scores(const FitByChains& fit, const EstimatedValue& found,
                                              const LikelihoodOfFit& likelihood) {
  const auto ties = fit.parameters.subspan(fit.objective.num_weights());
  EstimatedValue equal = likelihood.at_equal_scores(ties);
  const std::vector<double> none(ties.size(), 0.0);
  if (const EstimatedValue other = likelihood.at_equal_scores(none); other.value > equal.value)
    equal = other;
  const double error = std::hypot(equal.standard_error, found.standard_error);
  if (!(found.value < equal.value - 4 * error)) return {};
  return "the log-likelihood " + shown_value(found.value) + " is below " +
         shown_value(equal.value) + ", which equal scores have: chains led the fit astray; " +
         kWayOut + ", or a smaller --rate";
}

std::optional<std::string> hardly_moved(const ContrastiveLikelihood& likelihood) {
  constexpr std::int64_t kOneIn = 100;
  const ChainMoves moves = likelihood.moves();
  if (moves.chains == 0 || moves.moved * kOneIn >= moves.chains) return {};
  return "only " + std::to_string(moves.moved) + " of " + std::to_string(moves.chains) +
         " chains of the last pass moved, so gradients are next to zero wherever it stands; " +
         kWayOut;
}

// Along the gradient of longer chains the likelihood would not rise, were these long enough.
std::optional<std::string> led_elsewhere(const FitByChains& fit, const EstimatedValue& before,
                                         const LikelihoodOfFit& likelihood) {
  constexpr int kPasses = 2, kSteps = 8;
  constexpr double kFirstStep = 0.2, kMuch = 1e-3;  // of the likelihood
  const std::size_t size = fit.parameters.size();
  std::vector<double> slope(size, 0.0), one(size);
  for (int pass = 1; pass <= kPasses; ++pass) {
    fit.lengthened.likelihood().begin_pass(pass);
    fit.lengthened.value_and_gradient(fit.parameters, one);
    for (std::size_t j = 0; j < size; ++j) slope[j] += one[j] / kPasses;
  }
  double norm = 0, length = 0;
  for (std::size_t j = 0; j < size; ++j) {
    norm += slope[j] * slope[j];
    length += fit.parameters[j] * fit.parameters[j];
  }
  if (norm == 0) return {};
  double step = kFirstStep * std::max(1.0, std::sqrt(length)) / std::sqrt(norm);
  for (int k = 0; k < kSteps; ++k, step /= 2) {
    std::vector<double> there(fit.parameters.begin(), fit.parameters.end());
    for (std::size_t j = 0; j < size; ++j) there[j] += step * slope[j];
    EstimatedValue found;
    try {
      found = likelihood.at(fit.objective.folded(there));
    } catch (const NumericalError&) {  // a step too far
      continue;
    }
    const double error = std::hypot(found.standard_error, before.standard_error);
    if (found.value > before.value + kMuch * std::abs(before.value) + 4 * error)
      return "chains " + std::to_string(kLonger) +
             " times as long lead elsewhere: a step along their gradient raises the log-likelihood "
             "from " +
             shown_value(before.value) + " to " + shown_value(found.value) +
             "; wanted more --iterations or --samples, or --inference importance or exact";
  }
  return {};
}

}  // namespace

LikelihoodOfFit::LikelihoodOfFit(const Dataset& data, Model model, Sampler sampler, Scorer scorer,
                                 int threads, std::uint64_t seed)
    : data_(data),
      model_(std::move(model)),
      sampler_(std::move(sampler)),
      scorer_(std::move(scorer)),
      threads_(threads),
      seed_(seed) {}

EstimatedValue LikelihoodOfFit::of_scores(std::span<const double> scores,
                                          std::span<const double> ties) const {
  const Summary found = log_likelihoods(model_, sampler_, data_, scores, ties, threads_, seed_);
  return {found.total, found.estimation_error, found.estimated > 0};
}

EstimatedValue LikelihoodOfFit::at(std::span<const double> raw) const {
  const auto w = raw.first(scorer_.num_weights());
  const auto score = [&](const Query& query) {
    std::vector<double> f(query.items.size());
    ScorerMemory memory;
    scorer_.forward(query.items, w, f, memory);
    check_scores(query, f);
    return f;
  };
  return of_scores(score_all(data_, score, threads_), raw.subspan(scorer_.num_weights()));
}

EstimatedValue LikelihoodOfFit::at_equal_scores(std::span<const double> ties) const {
  return of_scores(std::vector<double>(data_.num_rows(), 0.0), ties);
}

std::vector<std::string> doubts_about(const FitByChains& fit, const LikelihoodOfFit& likelihood,
                                      const FitOptions& options) {
  std::vector<std::string> result;
  const auto add = [&](std::optional<std::string> sentence) {
    if (sentence) result.push_back(std::move(*sentence));
  };
  add(hardly_moved(fit.likelihood));
  // What a penalty or validation asks for is another maximum.
  const bool plain = options.l2 <= 0 && options.validation == nullptr;
  if (!plain) return result;
  const EstimatedValue found = likelihood.at(fit.objective.folded(fit.parameters));
  add(below_equal_scores(fit, found, likelihood));
  if (result.empty()) add(led_elsewhere(fit, found, likelihood));
  return result;
}

}  // namespace fubini
