// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/refusals.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <cmath>
#include <string>

namespace fubini {
namespace {

std::string in_words(std::span<const double> scores) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < scores.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + format_double(scores[i], 6);
  if (scores.size() > kShown) text += ", ... (" + std::to_string(scores.size()) + " items)";
  return text;
}

}  // namespace

void refuse_log_potential(double value, std::span<const double> scores) {
  throw NumericalError("the log potential of the subset with scores " + in_words(scores) + " is " +
                       (std::isnan(value) ? "nan" : std::to_string(value)) +  // whatever its sign
                       "; wanted a number, or -infinity where the subset is impossible");
}

void refuse_order(double value, double other, std::span<const double> scores) {
  throw NumericalError("the log potential of the subset with scores " + in_words(scores) + " is " +
                       format_double(other) + ", and " + format_double(value) +
                       " with the same scores in another order or by running statistics; wanted "
                       "a potential that does not depend on the order");
}

void refuse_zeros(double tried, std::ptrdiff_t items, std::span<const double> scores) {
  throw NumericalError("the potential is zero on all of " + format_double(tried) +
                       " subsets of every size out of " + std::to_string(items) +
                       " items, so no bucket can be chosen; the first has scores " +
                       in_words(scores));
}

}  // namespace fubini
