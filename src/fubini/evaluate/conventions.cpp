// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/conventions.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>

namespace fubini {
namespace {

std::string in_words(TiedScores ties) {
  switch (ties) {
    case TiedScores::average:
      return "expectation over their orders";
    case TiedScores::row:
      return "in the order of rows";
    case TiedScores::worst:
      return "in the worst order";
    case TiedScores::best:
      return "in the best order";
  }
  return "";
}

}  // namespace

void check_conventions(const Conventions& conventions) {
  const auto fail = [](const std::string& what, double found, const std::string& wanted) {
    throw ArgumentError("Conventions: " + what + " is " + format_double(found) + "; wanted " +
                        wanted);
  };
  constexpr double kMost = 1000;  // 2^grade must be a number
  if (!(conventions.max_grade > 0 && conventions.max_grade <= kMost))
    fail("max_grade", conventions.max_grade, "a number above 0, at most 1000");
  if (!(conventions.relevant_above >= 0 && std::isfinite(conventions.relevant_above)))
    fail("relevant_above", conventions.relevant_above, "a finite number, 0 or more");
  if (conventions.empty && !(*conventions.empty >= 0 && *conventions.empty <= 1))
    fail("empty", *conventions.empty, "a value from 0 to 1, or none");
}

std::string describe(const Conventions& conventions, std::span<const Metric> metrics) {
  const auto any = [&](auto... measures) {
    return std::ranges::any_of(
        metrics, [&](const Metric& metric) { return ((metric.measure == measures) || ...); });
  };
  std::vector<std::string> first;
  if (any(Measure::ndcg, Measure::dcg))
    first.push_back(std::string("gain ") +
                    (conventions.gain == Gain::linear ? "grade" : "2^grade - 1") +
                    ", discount 1/log2(1 + position)");
  if (any(Measure::err))
    first.push_back("err: V = (2^grade - 1)/2^" + format_double(conventions.max_grade));
  if (any(Measure::map, Measure::mrr))
    first.push_back("relevant: grade > " + format_double(conventions.relevant_above));
  std::vector<std::string> second;
  const bool positions = std::ranges::any_of(metrics, by_position);
  const bool pairwise = any(Measure::pairwise);
  if (positions || pairwise)
    second.push_back("tied scores: " + (positions ? in_words(conventions.ties) : "count 1/2") +
                     (positions && pairwise ? " (pairwise: 1/2)" : ""));
  if (!metrics.empty())
    second.push_back(
        "queries without a relevant item or a pair: " +
        (conventions.empty ? "count " + format_double(*conventions.empty) : "skipped"));
  std::string text = join(first, "; ");
  if (!first.empty()) text += "\n";
  return text + join(second, "; ") + (second.empty() ? "" : "\n");
}

}  // namespace fubini
