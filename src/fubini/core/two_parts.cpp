// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/two_parts.hpp"

#include "fubini/core/numerics.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <limits>

namespace fubini {

TwoParts exp_in_parts(double x) {
  using Exact = boost::multiprecision::cpp_bin_float_50;
  constexpr double kSmall = 7;
  thread_local double last = 0;  // one threshold serves all queries of a pass
  thread_local TwoParts kept = {1, 0};
  const double high = std::exp(x);
  if (x < kSmall || high > std::numeric_limits<double>::max()) return {high, 0};
  if (x != last) {
    kept = {high, static_cast<double>(exp(Exact(x)) - high)};
    last = x;
  }
  return kept;
}

TwoParts softplus_in_parts(double x) {
  const double high = softplus(x);
  if (x < 1) return {high, 0};
  return {high, (x - high) + std::log1p(std::exp(-x))};
}

}  // namespace fubini
