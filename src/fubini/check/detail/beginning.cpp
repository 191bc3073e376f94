// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/comparison.hpp"
#include "fubini/core/text.hpp"

#include <optional>

namespace fubini::check {
namespace {

// The trial with other parameters; whether digits are lost there.
class Ways {
 public:
  Ways(const ModelTexts& model, const Trial& trial, const GradientOptions& options)
      : model_(model), trial_(trial), options_(options), deadline_(options.trial_seconds) {}
  bool over() const { return deadline_.over(); }

  bool lost(const std::vector<double>& parameters) const {
    const TrialPlan plan{.reverse = false,
                         .forward = false,
                         .differences = false,
                         .hessian = false,
                         .repeated = false};
    Trial there = trial_;
    there.parameters = parameters;
    const TrialResult found = run_trial(model_, there, plan, options_, 0);
    return found.lost || !found.complaint.empty();
  }

  // Between a number where nothing is lost and one where digits are, to about two digits. Of
  // numbers of one sign it goes by ratios.
  template <class At>
  double border(double good, double bad, const At& at) const {
    for (int k = 0; k < 40 && !over() && std::abs(bad - good) > 0.01 * std::abs(bad); ++k) {
      const bool by_ratio = good * bad > 0 && std::abs(bad / good) > 4;
      const bool swapped = good * bad > 0 && std::abs(good / bad) > 4;
      const double middle =
          by_ratio || swapped ? std::copysign(std::sqrt(good * bad), bad) : (good + bad) / 2;
      (lost(at(middle)) ? bad : good) = middle;
    }
    return bad;
  }

  std::optional<double> of_tie(std::size_t j) const {
    const auto at = [&](double x) {
      std::vector<double> moved = trial_.parameters;
      moved[j] = x;
      return moved;
    };
    if (over() || trial_.parameters[j] == 0 || lost(at(0))) return {};
    return border(0, trial_.parameters[j], at);
  }

  // By which factor all weights are multiplied where it begins: smaller than 1 if large scores are
  // the reason
  std::optional<double> of_scores(bool larger) const {
    const std::size_t count = trial_.weights().size();
    const auto at = [&](double factor) {
      std::vector<double> moved = trial_.parameters;
      for (std::size_t j = 0; j < count; ++j) moved[j] *= factor;
      return moved;
    };
    double good = 1;
    for (int k = 0; k < 9 && !over(); ++k) {
      good *= larger ? 10 : 0.1;
      if (!lost(at(good))) return border(good, 1, at);
    }
    return {};
  }

  double largest_score(double factor) const {
    double most = 0;
    std::vector<double> weights(trial_.weights().begin(), trial_.weights().end());
    for (double& w : weights) w *= factor;
    for (const double f : scores(trial_.scorer.plain, trial_.view().items, weights))
      most = std::max(most, std::abs(f));
    return most;
  }

 private:
  const ModelTexts& model_;
  const Trial& trial_;
  const GradientOptions& options_;
  Deadline deadline_;
};

constexpr auto kLarge =
    "often exp of a large number (log_sum_exp keeps the digits), or a difference of near-equal "
    "numbers (log1p, expm1)";
constexpr auto kNear = "often a difference of near-equal numbers (log1p, expm1 keep the digits)";

}  // namespace

Beginning where_it_begins(const ModelTexts& model, const Trial& trial,
                          const GradientOptions& options) {
  const Ways ways(model, trial, options);
  const std::vector<std::string>& ties = model.plain.tie_parameters();
  const std::size_t weights = trial.weights().size();
  for (std::size_t t = 0; t < ties.size(); ++t)
    if (const auto at = ways.of_tie(weights + t))
      return {ties[t] + " = " + format_double(*at, 3), kLarge};
  if (const auto factor = ways.of_scores(false))
    return {"scores of +-" + format_double(ways.largest_score(*factor), 3), kLarge};
  if (const auto factor = ways.of_scores(true))
    return {"scores within " + format_double(ways.largest_score(*factor), 3), kNear};
  return {trial.name, kLarge};
}

}  // namespace fubini::check
