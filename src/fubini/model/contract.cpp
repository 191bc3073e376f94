// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/contract.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/names.hpp"

#include <array>
#include <cmath>

namespace fubini {

std::string in_words(Cost cost) {
  constexpr std::array words = {"", "n", "n log n", "n^2", "n^3", "2^n"};
  return words[static_cast<std::size_t>(cost)];
}

void check_arguments(std::string_view model, const std::vector<std::string>& tie_parameters,
                     const Ranking& ranking, std::span<const double> f,
                     std::span<const double> ties) {
  const auto fail = [&](const std::string& sentence) {
    throw ArgumentError(std::string(model) + ": " + sentence);
  };
  if (static_cast<Index>(f.size()) != ranking.num_items())
    fail(std::to_string(f.size()) + " scores for a ranking of " +
         std::to_string(ranking.num_items()) + " items; wanted one an item");
  if (ties.size() != tie_parameters.size())
    fail(std::to_string(ties.size()) + " tie parameters; wanted " +
         std::to_string(tie_parameters.size()) +
         (tie_parameters.empty() ? "" : " (" + listed(tie_parameters) + ")"));
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!std::isfinite(f[i]))
      fail("score " + std::to_string(i + 1) + " is " + std::to_string(f[i]) +
           "; wanted a finite number");
  for (std::size_t t = 0; t < ties.size(); ++t)
    if (!std::isfinite(ties[t]))
      fail("tie parameter " + tie_parameters[t] + " is " + std::to_string(ties[t]) +
           "; wanted a finite number");
}

bool impossible(const Ranking& ranking, Index largest_bucket) {
  if (largest_bucket == 0) return false;
  for (Index k = 0; k < ranking.num_buckets(); ++k)
    if (ranking.bucket_size(k) > largest_bucket) return true;
  return false;
}

void check_result(std::string_view model, Index largest_bucket, const Ranking& ranking,
                  double value, Gradient gradient) {
  const auto fail = [&](const std::string& what, double found) {
    throw NumericalError(std::string(model) + ": " + what + " is " + format_double(found) +
                         "; scores or tie parameters are too far out for double precision");
  };
  if (impossible(ranking, largest_bucket)) return;
  if (!std::isfinite(value)) fail("the log-likelihood", value);
  for (std::size_t i = 0; i < gradient.scores.size(); ++i)
    if (!std::isfinite(gradient.scores[i]))
      fail("the derivative with respect to score " + std::to_string(i + 1), gradient.scores[i]);
  for (std::size_t t = 0; t < gradient.ties.size(); ++t)
    if (!std::isfinite(gradient.ties[t]))
      fail("the derivative with respect to tie parameter " + std::to_string(t + 1),
           gradient.ties[t]);
}

}  // namespace fubini
