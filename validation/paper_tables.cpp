// SPDX-License-Identifier: BSD-3-Clause
#include "paper_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fubini::validation {
namespace {

std::string with_error(double value, double error) {
  return std::isfinite(error) ? fmt::format("{:.4f} +- {:.4f}", value, error)
                              : fmt::format("{:.4f}", value);
}

// The mean of the differences b - a over queries that both have, and its standard error
Summary gain(const PaperFit& a, const PaperFit& b, std::size_t metric, const Dataset& test) {
  std::vector<std::optional<double>> differences;
  for (std::size_t q = 0; q < a.measured[metric].values.size(); ++q) {
    const auto& x = a.measured[metric].values[q];
    const auto& y = b.measured[metric].values[q];
    differences.push_back(x && y ? std::optional(*y - *x) : std::nullopt);
  }
  return summarize("gain", test, std::move(differences));
}

// Clearly there, or not to be told from chance
std::string judged(const Summary& by) {
  if (!std::isfinite(by.standard_error)) return "not known";
  if (std::abs(by.mean) <= 2 * by.standard_error) return "within noise";
  return by.mean > 0 ? "better" : "worse";
}

std::string gain_of_second_order(const std::vector<PaperFit>& fits, const Dataset& test) {
  const std::size_t half = fits.size() / 2, metric = paper_metrics().size() - 1;
  std::string text =
      "second order less first order, NDCG@5, the same queries (within noise: below two standard "
      "errors):\n";
  for (std::size_t k = 0; k < half; ++k) {
    const Summary by = gain(fits[k], fits[k + half], metric, test);
    text += fmt::format("  {:<12} {:+.4f} +- {:.4f}  {}\n", fits[k].method->name, by.mean,
                        by.standard_error, judged(by));
  }
  return text;
}

// Ranking hides what an ascent that does not settle does to the model: its likelihood shows it.
std::string likelihood_of_chains(const std::vector<PaperFit>& fits) {
  std::string text = "log-likelihood of the training data a query, PMOP with means:\n";
  for (const PaperFit& fit : fits) {
    if (fit.method->model != "pmop_mean") continue;
    text += fmt::format("  {:<12} {:<6} {:9.3f}", fit.method->name, fit.second ? "second" : "first",
                        fit.likelihood);
    if (fit.likelihood < fit.at_start && fit.method->inference != Inference::exact)
      text += fmt::format(
          "  below equal scores ({:.3f}): the ascent did not settle; a smaller --rate may",
          fit.at_start);
    text += "\n";
  }
  return text;
}

std::string about(const std::vector<PaperFit>& fits, const PaperData& data,
                  const PaperOptions& options) {
  std::string text = fmt::format(
      "The paper's Table 1 on other data ({}): {} queries with {} documents and {} features to "
      "learn from, {} queries to test on, so the paper's numbers (Yahoo!, 519 features, 18,000 "
      "queries) stand beside only for how methods compare. +- is the standard error over queries. "
      "Features are standardised; scores are linear in them. ",
      data.from, data.train.num_queries(), data.train.num_rows(), data.train.num_features(),
      data.test.num_queries());
  text += options.first_only
              ? "Second-order features were not run. "
              : fmt::format(
                    "All methods ran with both orders: second order adds {} products that "
                    "correlate with the grade by more than {}. ",
                    fits.back().products, options.threshold);
  return text +
         fmt::format(
             "L-BFGS until the relative improvement is below 1e-5, or {} iterations. PMOP-Gibbs "
             "and PMOP-MH: {} passes (paper: 1,000) at the fixed rate {} (paper: 0.1), a chain of "
             "one step from the observed buckets, one update a pass by the mean over queries; "
             "PMOP-Gibbs takes single flips alone; PMOP-MH accepts by the right Hastings ratio, "
             "since the paper's rule as printed has "
             "another law than the model. PMOP exact is the same model with its exact gradient, "
             "which the paper does not have. Seconds are those of the iterations, on this machine.",
             options.iterations, options.passes, options.rate);
}

// What the paper says of a method's cost, in documents of a query and features
std::string paper_cost(const Method& method) {
  if (method.pairwise) return "max(O(N^2), O(N F))";
  return method.first ? "O(N F)" : "-";
}

std::string our_cost(const PaperFit& fit) {
  if (fit.method->inference == Inference::exact) return in_words(fit.cost) + " + n F";
  // A step at each stage: as many updates as items are left, of constant cost for Gibbs; a proposal
  // of Metropolis is a new subset.
  return fit.method->inference == Inference::gibbs_as_printed ? "n buckets + n F"
                                                              : "n^2 buckets + n F";
}

}  // namespace

const std::vector<Method>& paper_methods() {
  using enum Inference;
  static const std::vector<Method> methods = {
      {"Rank Regress",
       "rank_regress",
       exact,
       true,
       {{0.4882, 0.6830, 0.6672}},
       {{0.4971, 0.7021, 0.6752}}},
      {"RankNet",
       "bradley_terry",
       exact,
       true,
       {{0.4919, 0.6903, 0.6698}},
       {{0.5049, 0.7183, 0.6836}}},
      {"Ranking SVM",
       "ranking_svm",
       exact,
       true,
       {{0.4868, 0.6797, 0.6662}},
       {{0.4970, 0.7009, 0.6733}}},
      {"ListMLE",
       "plackett_luce",
       exact,
       false,
       {{0.4955, 0.6993, 0.6705}},
       {{0.5030, 0.7172, 0.6810}}},
      {"PairTies-D",
       "davidson",
       exact,
       true,
       {{0.4941, 0.6944, 0.6725}},
       {{0.5013, 0.7131, 0.6786}}},
      {"PairTies-RK",
       "rao_kupper",
       exact,
       true,
       {{0.4946, 0.6970, 0.6716}},
       {{0.5030, 0.7136, 0.6793}}},
      {"PMOP-FD",
       "pmop_full",
       exact,
       false,
       {{0.5038, 0.7137, 0.6762}},
       {{0.5086, 0.7272, 0.6858}}},
      {"PMOP-Gibbs",
       "pmop_mean",
       gibbs_as_printed,
       false,
       {{0.5037, 0.7105, 0.6792}},
       {{0.5040, 0.7124, 0.6706}}},
      {"PMOP-MH",
       "pmop_mean",
       metropolis,
       false,
       {{0.5045, 0.7139, 0.6790}},
       {{0.5053, 0.7122, 0.6713}}},
      {"PMOP exact", "pmop_mean"},
  };
  return methods;
}

const std::vector<Metric>& paper_metrics() {
  static const std::vector<Metric> metrics = parse_metrics("err,ndcg@1,ndcg@5");
  return metrics;
}

Section paper_table_1(const std::vector<PaperFit>& fits, const PaperData& data,
                      const Conventions& conventions, const PaperOptions& options) {
  Section section;
  section.title = "The paper's experiment: how well methods rank";
  section.text = about(fits, data, options);
  section.table = {{"method", "features", "ERR", "paper", "NDCG@1", "paper", "NDCG@5", "paper",
                    "iterations", "seconds"}};
  for (const PaperFit& fit : fits) {
    const auto& paper = fit.second ? fit.method->second : fit.method->first;
    std::vector<std::string> row = {fit.method->name, fit.second ? "second" : "first"};
    for (std::size_t m = 0; m < fit.measured.size(); ++m) {
      row.push_back(with_error(fit.measured[m].mean, fit.measured[m].standard_error));
      row.push_back(paper ? fmt::format("{:.4f}", (*paper)[m]) : "-");
    }
    row.push_back(std::to_string(fit.iterations));
    row.push_back(fmt::format("{:.2f}", fit.seconds));
    section.table.push_back(std::move(row));
  }
  section.remarks = "conventions: " + describe(conventions, paper_metrics());
  section.remarks += fmt::format("queries with a value: {} of {}\n",
                                 fits.front().measured.front().counted, data.test.num_queries());
  if (!options.first_only) section.remarks += gain_of_second_order(fits, data.test);
  section.remarks += likelihood_of_chains(fits);
  return section;
}

Section paper_table_2(const std::vector<PaperFit>& fits, const PaperData& data) {
  Section section;
  section.title = "The paper's experiment: what learning costs";
  section.text = fmt::format(
      "The paper's Table 2: the cost of a pass over a query of n documents (N there) with F "
      "features, as our models declare it and as the paper has it; and the time an iteration "
      "(L-BFGS with its line search, or a pass of chains) in the fits above, over {} documents "
      "in queries of {:.0f} on average.",
      data.train.num_rows(),
      static_cast<double>(data.train.num_rows()) / static_cast<double>(data.train.num_queries()));
  section.table = {{"method", "model", "features", "ours", "paper", "ms an iteration"}};
  for (const PaperFit& fit : fits)
    section.table.push_back(
        {fit.method->name, fit.method->model, fit.second ? "second" : "first", our_cost(fit),
         paper_cost(*fit.method),
         fmt::format("{:.3g}", 1e3 * fit.seconds / std::max(1, fit.iterations))});
  return section;
}

}  // namespace fubini::validation
