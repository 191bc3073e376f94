// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/linear.hpp"

#include "fubini/score/checks.hpp"

#include <Eigen/Core>

namespace fubini {
namespace {

auto dense_row(const Items& items, Index i) {
  return Eigen::Map<const Eigen::VectorXf>(items.row(i), items.num_features()).cast<double>();
}

}  // namespace

linear::linear(Index num_features) : num_features_(num_features) {
  check_size("linear", "num_features", num_features);
}

void linear::check(const Dataset& data) const { check_features("linear", num_features_, data); }

void linear::forward(const Items& items, std::span<const double> w, std::span<double> f,
                     ScorerMemory&) const {
  if (items.kind() != Items::Kind::dense) return score<double>(items, w, f);
  const Eigen::Map<const Eigen::VectorXd> weights(w.data(), num_features_);
  for (Index i = 0; i < items.size(); ++i) f[i] = dense_row(items, i).dot(weights);
}

void linear::backward(const Items& items, std::span<const double>, std::span<const double> df,
                      std::span<double> dw, const ScorerMemory&) const {
  if (items.kind() == Items::Kind::dense) {
    Eigen::Map<Eigen::VectorXd> gradient(dw.data(), num_features_);
    for (Index i = 0; i < items.size(); ++i) gradient += df[i] * dense_row(items, i);
  } else {
    for (Index i = 0; i < items.size(); ++i)
      items.for_each_feature(i, [&](Index j, double x) { dw[j] += df[i] * x; });
  }
}

}  // namespace fubini
