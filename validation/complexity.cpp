// SPDX-License-Identifier: BSD-3-Clause
#include "complexity.hpp"

#include "plot.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/catalogue/models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace fubini::validation {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

// The fastest of several calls: at least three unless they take long, and until 30 ms have gone by
double fastest(const Model& model, Index n) {
  const check::Case one = check::make_case({.num_items = n,
                                            .shape = check::Shape::five_buckets,
                                            .num_ties = model.tie_parameters().size(),
                                            .largest_bucket = model.info().largest_bucket},
                                           1, 0);
  std::vector<double> scores(one.scores.size()), ties(one.ties.size());
  double best = 1e300, spent = 0;
  for (int calls = 0; (calls < 3 && spent < 0.3) || (spent < 0.03 && calls < 10'000); ++calls) {
    std::ranges::fill(scores, 0);
    std::ranges::fill(ties, 0);
    const auto start = Clock::now();
    volatile double value = model.log_likelihood(one.ranking, one.scores, one.ties, {scores, ties});
    static_cast<void>(value);
    const double time = seconds(start);
    best = std::min(best, time);
    spent += time;
  }
  return best;
}

// Least squares on logarithms, from n = 1000 on: smaller queries show the cost of a call.
double exponent(const std::vector<std::pair<double, double>>& points) {
  double count = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [n, time] : points) {
    if (n < 1000) continue;
    const double u = std::log(n), v = std::log(time);
    ++count;
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

// What the paper's Table 2 says; "-" for models that it does not have
const char* paper(const std::string& name) {
  if (name == "pmop_full" || name == "plackett_luce") return "N";
  for (const char* paired :
       {"bradley_terry", "davidson", "rao_kupper", "ranking_svm", "rank_regress"})
    if (name == paired) return "N^2";
  return "-";
}

std::string human(double time) {
  if (time < 1e-3) return fmt::format("{:.3g} us", time * 1e6);
  if (time < 1) return fmt::format("{:.3g} ms", time * 1e3);
  return fmt::format("{:.3g} s", time);
}

}  // namespace

Section measure_growth(const std::vector<std::string>& models, bool full) {
  Section section;
  section.title = "Growth with the size of a query";
  section.text =
      "Value and gradient by hand of one query of n items in five buckets, scores given; the "
      "fastest of several calls. The exponent is that of n, by least squares from n = 1000 to the "
      "largest. Times are this machine's, beside whatever else ran; the paper's Table 2 has the "
      "orders in the last column. Quadratic models stop where they would take too long.";
  section.table = {{"model", "declared", "largest n", "time there", "exponent", "paper"}};
  std::vector<Curve> curves;
  for (const std::string& name : models) {
    const Model model = built_in_models().make(name);
    const bool fast = model.info().cost == Cost::n || model.info().cost == Cost::n_log_n;
    std::vector<double> sizes = {1e2, 1e3, 1e4, 1e5, 1e6};
    if (!fast) sizes = {1e2, 3e2, 1e3, 3e3, full ? 3e4 : 1e4};
    Curve curve{name, {}};
    for (const double n : sizes) curve.points.emplace_back(n, fastest(model, std::lround(n)));
    const double slope = exponent(curve.points);
    section.table.push_back({name, in_words(model.info().cost), fmt::format("{:.0f}", sizes.back()),
                             human(curve.points.back().second), fmt::format("{:.2f}", slope),
                             paper(name)});
    curve.name += fmt::format(" n^{:.2f}", slope);
    curves.push_back(std::move(curve));
  }
  section.plots.push_back(growth_plot("items in the query", "seconds", curves));
  return section;
}

}  // namespace fubini::validation
