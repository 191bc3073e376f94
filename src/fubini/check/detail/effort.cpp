// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/effort.hpp"

#include "fubini/check/places.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <tbb/global_control.h>

namespace fubini::check {
namespace {

// Bytes and seconds of one operation of the text, as measured on davidson and on potentials
constexpr double kTapeBytes = 64, kDigitsBytes = 400;
constexpr double kPlainSeconds = 5e-9, kForwardSeconds = 2e-8, kReverseSeconds = 5e-8,
                 kNestedSeconds = 2e-7, kDigitsSeconds = 3e-6;

// Operations of the text: whatever the hand gradient's cost, sums over pairs are usual.
double of_text(Cost cost, Index items) {
  constexpr double kOfPair = 8;
  const auto n = static_cast<double>(items);
  if (cost == Cost::exponential) return 2 * std::exp2(n) * (n / 2 + 8);
  return std::max(operations(cost, items), kOfPair * n * n / 2);
}

struct Estimate {
  double text = 0;    // operations
  double plain = 0;   // seconds of a value in doubles
  double tested = 0;  // seconds of the gradient under test
};

Estimate estimate(const ModelTexts& model, Index items, Index parameters) {
  const Cost cost = model.plain.info().cost;
  Estimate result;
  result.text = of_text(cost, items) + static_cast<double>(items) * static_cast<double>(parameters);
  const bool by_hand = model.plain.has_gradient();
  result.plain = kPlainSeconds * (by_hand ? operations(cost, items) : result.text);
  result.tested = by_hand ? 2 * result.plain : kReverseSeconds * result.text;
  return result;
}

}  // namespace

Allowance allowance(const Budget& budget, double seconds) {
  constexpr double kPart = 0.5;  // of what is free: others have programs too
  const auto threads = static_cast<double>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return {std::min(seconds, budget.seconds),
          std::min(budget.bytes, kPart * available_memory()) / threads};
}

GradientCost cost_of_gradient(const ModelTexts& model, Index items, Index parameters) {
  const Estimate of = estimate(model, items, parameters);
  return {of.tested, model.plain.has_gradient() ? 0 : kTapeBytes * of.text};
}

std::optional<TrialPlan> affordable(TrialPlan plan, const ModelTexts& model, Index items,
                                    Index parameters, const Allowance& allowed,
                                    const TellLeftOut& tell) {
  constexpr double kDifferences = 7 * 4 * 17, kSlopes = 4 * 17, kItself = 5;  // evaluations
  const bool by_hand = model.plain.has_gradient();
  const Index most = by_hand ? kMostEnumerated : kMostWalked;
  if (model.plain.info().cost == Cost::exponential && items > most) {
    tell("queries", "all subsets are enumerated, of at most " + std::to_string(most) + " items");
    return {};
  }
  const Estimate of = estimate(model, items, parameters);
  const auto fits = [&](double seconds, double bytes) {
    return seconds <= allowed.seconds && bytes <= allowed.bytes;
  };
  const std::string why = "more than " + format_double(allowed.seconds, 2) + " seconds or " +
                          format_double(allowed.bytes / 1e6, 2) + " MB, by an estimate";
  if (!fits(kItself * of.tested, by_hand ? 0 : kTapeBytes * of.text)) {
    tell("queries", why);
    return {};
  }
  const auto keep = [&](bool& part, const char* what, double seconds, double bytes) {
    if (!part || fits(seconds, bytes)) return;
    part = false;
    tell(what, why);
  };
  const double directions = parameters <= plan.every_entry ? static_cast<double>(parameters) : 4;
  const double digits = 4 * kDigitsSeconds * of.text;  // it may be asked again nearby
  keep(plan.truth, "50 digits", digits, kDigitsBytes * of.text);
  keep(plan.reverse, "reverse mode", kReverseSeconds * of.text, kTapeBytes * of.text);
  if (plan.forward && !fits(directions * kForwardSeconds * of.text, 0)) {
    plan.every_entry = 0;
    plan.directions = 1;
  }
  keep(plan.forward, "forward mode", kForwardSeconds * of.text, 0);
  keep(plan.differences, "differences", kDifferences * of.plain, 0);
  keep(plan.hessian, "second derivatives", kNestedSeconds * of.text + kSlopes * of.tested,
       2 * kTapeBytes * of.text);
  plan.judged = plan.judged && fits(digits, kDigitsBytes * of.text);
  return plan;
}

}  // namespace fubini::check
