// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/cases.hpp"

#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace fubini::check {

namespace {

Index bucket_size(Shape shape, Index num_items, Index remaining, Draws& draws) {
  switch (shape) {
    case Shape::one_bucket: return num_items;
    case Shape::singletons: return 1;
    case Shape::pairs_and_triples: return std::min(remaining, 2 + draws.below(2));
    case Shape::five_buckets: return std::min(remaining, (num_items + 4) / 5);
    case Shape::any: break;
  }
  return 1 + draws.below(remaining);
}

Ranking make_ranking(const CaseOptions& options, Draws& draws) {
  const Index most = options.largest_bucket > 0 ? options.largest_bucket : options.num_items;
  std::vector<Index> sizes;
  for (Index remaining = options.num_items; remaining > 0; remaining -= sizes.back())
    sizes.push_back(std::min(
        {bucket_size(options.shape, options.num_items, remaining, draws), remaining, most}));
  return Ranking(sizes);
}

std::vector<double> make_scores(Spread spread, Index num_items, Draws& draws) {
  const double reach = spread == Spread::ordinary ? 3 : spread == Spread::extreme ? 1e4 : 700;
  std::vector<double> scores;
  for (Index i = 0; i < num_items; ++i)
    scores.push_back(spread == Spread::equal && i > 0 ? scores[0] : draws.between(-reach, reach));
  if (spread == Spread::worst_last) std::ranges::sort(scores);
  return scores;
}

}  // namespace

Case make_case(const CaseOptions& options, std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed, index);
  Case result{
      make_ranking(options, draws), make_scores(options.spread, options.num_items, draws), {}};
  const double reach = options.tie_reach;
  while (result.ties.size() < options.num_ties) result.ties.push_back(draws.between(-reach, reach));
  return result;
}

Case varied_case(Index max_items, std::size_t num_ties, std::uint64_t seed, std::uint64_t index) {
  return make_case(varied_options(max_items, num_ties, seed, index), seed, index);
}

CaseOptions varied_options(Index max_items, std::size_t num_ties, std::uint64_t seed,
                           std::uint64_t index) {
  constexpr std::array shapes = {Shape::any, Shape::one_bucket, Shape::singletons,
                                 Shape::pairs_and_triples, Shape::five_buckets};
  constexpr std::array spreads = {Spread::ordinary, Spread::wide, Spread::equal,
                                  Spread::worst_last};
  constexpr std::array reaches = {2.0, 2.0, 10.0, 50.0};
  Draws draws(seed, ~index);
  const auto pick = [&](const auto& from) { return from[draws.below(std::ssize(from))]; };
  // n = max^u spreads sizes evenly on a log scale.
  const double u = draws.between(0, 1);
  const auto n = static_cast<Index>(std::pow(static_cast<double>(max_items) + 0.999, u));
  return {.num_items = n,
          .shape = pick(shapes),
          .spread = pick(spreads),
          .num_ties = num_ties,
          .tie_reach = pick(reaches)};
}

std::string describe(const Case& one) {
  std::vector<std::string> sizes, scores, ties;
  for (Index k = 0; k < one.ranking.num_buckets(); ++k)
    sizes.push_back(std::to_string(one.ranking.bucket_size(k)));
  for (const double f : one.scores) scores.push_back(format_double(f));
  for (const double t : one.ties) ties.push_back(format_double(t));
  return "--buckets " + join(sizes, ",") + " --scores=" + join(scores, ",") +
         (ties.empty() ? "" : " --ties=" + join(ties, ","));
}

Index feasible_items(Cost cost, Index wanted) {
  if (cost == Cost::n_cubed) return std::min<Index>(wanted, 60);
  if (cost == Cost::exponential) return std::min<Index>(wanted, 8);
  return wanted;
}

}  // namespace fubini::check
