// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/losses_of_size.hpp"

#include "fubini/core/numerics.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/affine_stages.hpp"

#include <algorithm>
#include <cmath>

namespace fubini::detail {

LossesOfSize::LossesOfSize(std::span<const double> x, Index m)
    : in_(x.size(), 0.0), out_(x.size(), 1.0) {
  constexpr double kNothing = 800;  // exp of minus this is 0
  while (x[first_] > kNothing) ++first_;
  last_ = std::ssize(x);
  while (x[last_ - 1] < -kNothing) --last_;
  std::fill_n(in_.begin(), first_, 1.0);
  std::fill_n(out_.begin(), first_, 0.0);
  if (last_ - first_ == m - first_) {  // no choice is left
    std::fill_n(in_.begin() + first_, m - first_, 1.0);
    std::fill_n(out_.begin() + first_, m - first_, 0.0);
    return;
  }
  set_weights(x, m);
  count(m - first_);
}

// Weights of being in and out, the larger one 1: then the total is at most 2^n. Of more items than
// that allows, chances, of which m are expected to be in.
void LossesOfSize::set_weights(std::span<const double> x, Index m) {
  constexpr Index kMany = 900;
  if (last_ - first_ <= kMany) {
    for (Index i = first_; i < last_; ++i) {
      in_[i] = std::exp(std::min(x[i], 0.0));
      out_[i] = std::exp(-std::max(x[i], 0.0));
    }
    return;
  }
  double low = -1000, high = 1000;
  const auto wanted = static_cast<double>(m - first_);
  for (int halved = 0; halved < 60; ++halved) {
    const double middle = (low + high) / 2;
    double expected = 0;
    for (Index i = first_; i < last_; ++i) expected += logistic(x[i] + middle);
    (expected < wanted ? low : high) = middle;
  }
  for (Index i = first_; i < last_; ++i) {
    in_[i] = logistic(x[i] + low);
    out_[i] = logistic(-x[i] - low);
    log_total_ += softplus(i < m ? -x[i] - low : x[i] + low);
  }
}

void LossesOfSize::count(Index m) {
  const Index n = last_ - first_, width = m + 1;
  check_tables("its tables", n, (n + 1) * width);
  // first[i * width + j]: weight of j out of the first i
  std::vector<double> first((n + 1) * width, 0.0), rest(width + 1, 0.0);
  first[0] = 1;
  for (Index i = 0; i < n; ++i) {
    if (i % 64 == 0) stop_if_asked();
    const double in = in_[first_ + i], out = out_[first_ + i];
    const double* from = &first[i * width];
    double* to = &first[(i + 1) * width];
    to[0] = from[0] * out;
    for (Index j = 1; j <= std::min(m, i + 1); ++j) to[j] = from[j] * out + from[j - 1] * in;
  }
  const double total = first[n * width + m];
  log_total_ += std::log(total);
  rest[0] = 1;  // rest[j]: weight of j out of the items behind
  for (Index i = n; i-- > 0;) {
    double& in = in_[first_ + i];
    double& out = out_[first_ + i];
    const double* before = &first[i * width];
    double with = 0, without = 0;
    for (Index j = std::max<Index>(0, m - (n - i)); j <= std::min(i, m); ++j) {
      if (m - 1 - j >= 0) with += before[j] * rest[m - 1 - j];
      without += before[j] * rest[m - j];
    }
    for (Index j = std::min(m, n - i); j > 0; --j) rest[j] = rest[j] * out + rest[j - 1] * in;
    rest[0] *= out;
    in *= with / total;
    out *= without / total;
  }
}

}  // namespace fubini::detail
