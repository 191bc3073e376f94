// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/words.hpp"

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/check/cases.hpp"
#include "fubini/check/detail/phrases.hpp"
#include "fubini/check/estimates.hpp"
#include "fubini/check/forms.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace fubini::check {
namespace {

const LawReport* find(const std::vector<LawReport>& laws, const std::string& name) {
  const auto found = std::ranges::find(laws, name, &LawReport::law);
  return found == laws.end() ? nullptr : &*found;
}

std::string order(const std::vector<LawReport>& laws) {
  const LawReport* law = find(laws, "order");
  if (law == nullptr) return "Order: not measured.";
  if (law->holds()) return "Order: that of the items inside a bucket changes nothing.";
  return "Order: IT DEPENDS on that of the items inside a bucket (by " + format_error(law->error) +
         (law->worst.empty() ? "" : ", " + law->worst) + ")" +
         (law->declared ? "; a potential must not: sum over the items, or sort them." : ".");
}

// Nothing if it stayed among the numbers
std::optional<std::string> leaves_numbers(const std::vector<GradientReport>& gradients,
                                          const std::vector<LawReport>& laws) {
  for (const GradientReport& report : gradients)
    if (!report.complaints.empty())
      return "Numbers: IT FAILED in " + std::to_string(report.thrown) + " of " +
             std::to_string(report.cases) + " cases, first: " + report.complaints.front() +
             ". Potentials must be positive numbers, so their logarithms finite, for any scores.";
  for (const LawReport& law : laws)
    if (law.threw || (!law.passed() && !std::isfinite(law.error)))
      return "Numbers: IT FAILED: " + law.law + ", " + law.note + ".";
  return {};
}

std::string gradient(const std::vector<GradientReport>& gradients) {
  std::string text;
  for (const GradientReport& report : gradients) {
    if (report.passed()) continue;
    for (std::size_t k = 0; k < kWays; ++k) {
      const Comparison& way = report.ways[k];
      if (way.failures == 0) continue;
      return "Gradient: WRONG through the scorer " + report.scorer + ": " + way.worst.entry +
             " of " + way.worst.place + " is " + format_double(way.worst.found) + ", wanted " +
             format_double(way.worst.wanted) + " (" + std::string(name(static_cast<Way>(k))) + ").";
    }
  }
  if (gradients.empty()) return "Gradient: not measured.";
  double error = 0;
  for (const GradientReport& report : gradients)
    error = std::max({error, report[Way::truth].error, report[Way::hard].error});
  const std::string agrees = " agrees with 50 digits to " + format_error(error) +
                             " of its norm, and with finite differences.";
  return gradients[0].model_by_hand ? "Gradient: the one by hand" + agrees
                                    : "Gradient: none by hand; autodiff serves, and" + agrees;
}

std::string sums(const std::vector<LawReport>& laws) {
  const LawReport* law = find(laws, "sums to one");
  if (law == nullptr || (!law->declared && !law->holds()))
    return "Sum: it does not promise probabilities that sum to one.";
  if (law->holds()) return "Sum: probabilities sum to one over " + law->note + ".";
  return "Sum: PROBABILITIES DO NOT SUM TO ONE over " + law->note + " (off by " +
         format_error(law->error) + ").";
}

// Seconds for value and gradient of one query in five buckets: the fastest of several calls
template <class Evaluate>
double fastest(const ModelInfo& info, std::size_t ties, Index items, const Evaluate& evaluate) {
  const Case one = make_case({.num_items = items,
                              .shape = Shape::five_buckets,
                              .num_ties = ties,
                              .largest_bucket = info.largest_bucket},
                             1, 0);
  std::vector<double> scores(one.scores.size()), tie_slopes(one.ties.size());
  double best = INFINITY, spent = 0;
  for (int calls = 0; calls < 3 || (spent < 0.02 && calls < 1000); ++calls) {
    const auto start = std::chrono::steady_clock::now();
    evaluate(one, Gradient{scores, tie_slopes});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
    spent += time.count();
    if (spent > 1) break;
  }
  return best;
}

double autodiff_time(const ModelTexts& model, Index items) {
  return fastest(model.plain.info(), model.plain.tie_parameters().size(), items,
                 [&](const Case& one, Gradient g) {
                   reverse_gradient(model.autodiff.reverse, one.ranking, one.scores, one.ties, g);
                 });
}

// By hand where there is such a gradient, else the value alone
double own_time(const ModelTexts& model, Index items) {
  return fastest(model.plain.info(), model.plain.tie_parameters().size(), items,
                 [&](const Case& one, Gradient g) {
                   if (model.plain.has_gradient())
                     model.plain.log_likelihood(one.ranking, one.scores, one.ties, g);
                   else
                     model.plain.log_likelihood(one.ranking, one.scores, one.ties);
                 });
}

std::string normaliser(const ModelTexts& model, const Sampler& sampler) {
  if (!sampler.can_sample())
    return "Normaliser: it does not choose bucket after bucket (no stage_potential), so there is "
           "none to compute, and it cannot be sampled.";
  if (sampler.family() != Family::any_subset)
    return "Normaliser: exactly, since the potential is " + fubini::in_words(sampler.family()) +
           ", for any number of items.";
  if (model.plain.info().cost != Cost::exponential)
    return "Normaliser: in closed form or by an exact recursion, for any number of items.";
  return "Normaliser: by enumeration, up to " + std::to_string(kMostEnumerated) +
         " items (value and gradient of 8 items " + duration(autodiff_time(model, 8)) + ", of 12 " +
         duration(autodiff_time(model, 12)) +
         ", twice that for each one more). Beyond: importance sampling, for likelihoods and for "
         "fits (--inference importance).";
}

// As --form takes it
std::string form_name(Family family) {
  switch (family) {
    case Family::affine: return "affine";
    case Family::additive: return "additive";
    case Family::extremes: return "extremes";
    case Family::any_subset: return "subset";
  }
  return "";
}

// Whether it might have exact sums, if it were written so
std::string form(const Sampler& sampler) {
  const auto found = recognised_form(sampler.potential(), sampler.tie_parameters().size());
  if (!found)
    return "Form: it lies in no family that has exact sums (affine in the mean score, of the "
           "extremes, additive), as far as a few hundred subsets tell.";
  return "Form: THIS IS " + found->what + ": write it as " + found->argument +
         " and it is exact for any number of items, in " + found->cost +
         " (fubini new potential NAME --form " + form_name(found->family) + ").";
}

std::string chains(const ModelTexts& model, const Sampler& sampler) {
  constexpr Index kItems = 10, kSteps = 500;
  const Case one = make_case({.num_items = kItems,
                              .num_ties = model.plain.tie_parameters().size(),
                              .largest_bucket = model.plain.info().largest_bucket},
                             1, 1);
  std::vector<double> ties(one.ties.size(), 0.0);
  std::string text = "Chains: ";
  for (const SampleBy by : {SampleBy::gibbs, SampleBy::metropolis}) {
    const ChainReport report = sampler.diagnose(one.scores, ties, kSteps, 1, {.by = by});
    text +=
        by == SampleBy::gibbs ? "on 10 items a sweep of Gibbs is worth " : "; Metropolis-Hastings ";
    text += fixed(report.effective_sample_size / (4 * kSteps), 2) +
            " independent draws (distance to the enumerated law " +
            fixed(report.total_variation, 3) + ", of as many independent draws " +
            fixed(report.expected_variation, 3) + ")";
  }
  return text + ".";
}

std::string saving(const ModelTexts& model) {
  const bool enumerated = model.plain.info().cost == Cost::exponential;
  const Index items = enumerated ? 8 : 24;
  const double automatic = autodiff_time(model, items), own = own_time(model, items);
  const std::string on = " on " + std::to_string(items) + " items.";
  if (model.plain.has_gradient())
    return "Speed: the gradient by hand takes " + duration(own) + ", autodiff " +
           duration(automatic) + ", " + fixed(automatic / own, 1) + " times as long," + on;
  return "Speed: with autodiff value and gradient take " + duration(automatic) +
         ", the value alone " + duration(own) + on +
         " A gradient by hand would take about twice the value: " +
         (automatic > 2 * own ? fixed(automatic / (2 * own), 1) + " times faster."
                              : std::string("no faster."));
}

}  // namespace

std::vector<std::string> in_words(const ModelTexts& model, const Sampler& sampler,
                                  const std::vector<GradientReport>& gradients,
                                  const std::vector<LawReport>& laws) {
  // Of what throws or leaves the numbers there is no more to say.
  if (const auto why = leaves_numbers(gradients, laws)) return {*why};
  std::vector<std::string> words = {
      "Numbers: values and derivatives are finite wherever it was asked, so potentials are "
      "positive."};
  for (std::string sentence : {order(laws), gradient(gradients), sums(laws)})
    words.push_back(std::move(sentence));
  words.push_back(normaliser(model, sampler));
  if (sampler.can_sample()) {
    if (model.plain.info().cost == Cost::exponential) {
      if (const LawReport* law = find(laws, "order"); law == nullptr || law->holds())
        words.push_back(form(sampler));
      words.push_back(estimates_in_words(sampler));
    } else {
      words.push_back(sums_by_estimate_in_words(model, sampler));
    }
    words.push_back(chains(model, sampler));
  }
  words.push_back(saving(model));
  return words;
}

}  // namespace fubini::check
