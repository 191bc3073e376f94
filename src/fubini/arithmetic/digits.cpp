// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/digits.hpp"

namespace fubini {

PreciseGradient in_fifty_digits(const Definition<Digits>& model, const Ranking& ranking,
                                std::span<const double> f, std::span<const double> ties,
                                bool wide) {
  std::vector<double> x(f.begin(), f.end());
  x.insert(x.end(), ties.begin(), ties.end());
  return in_fifty_digits(function_of(model, ranking), x, wide);
}

}  // namespace fubini
