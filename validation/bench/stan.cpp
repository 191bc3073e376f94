// SPDX-License-Identifier: BSD-3-Clause
#include "stan.hpp"

#include <stan/math/rev/core.hpp>
#if __has_include(<stan/math/rev/mat/fun/multiply.hpp>)
#include <stan/math/rev/scal/fun/value_of_rec.hpp>
#include <stan/math/rev/mat/fun/log_sum_exp.hpp>
#include <stan/math/rev/mat/fun/multiply.hpp>
#include <stan/math/rev/scal/fun/log_sum_exp.hpp>
#else
#include <stan/math/rev/fun/value_of_rec.hpp>
#include <stan/math/rev/fun/log_sum_exp.hpp>
#include <stan/math/rev/fun/multiply.hpp>
#endif

#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"

#include <algorithm>
#include <vector>

namespace fubini::bench {
namespace {

using stan::math::var;
using Vars = Eigen::Matrix<var, Eigen::Dynamic, 1>;

var log_likelihood(const Vars& f, std::span<const Index> ends) {
  const auto bucket = [&](std::size_t k) -> var {
    const Index begin = k == 0 ? 0 : ends[k - 1], size = ends[k] - begin;
    if (size == 1) return f[begin];
    const Vars scores = f.segment(begin, size);
    return stan::math::log_sum_exp(scores);
  };
  var rest = bucket(ends.size() - 1), total = 0;
  for (std::size_t k = ends.size() - 1; k-- > 0;) {
    const var chosen = bucket(k);
    rest = stan::math::log_sum_exp(rest, chosen);
    total += chosen - rest;
  }
  return total;
}

}  // namespace

struct StanProgram::Rows {
  std::vector<Eigen::MatrixXd> of_query;
};

StanProgram::StanProgram(const std::string& model, const Dataset& data)
    : data_(data), singletons_(model == "plackett_luce"), rows_(std::make_unique<Rows>()) {
  if (!singletons_ && model != "pmop_full")
    throw ArgumentError("Stan Math: model " + model + "; wanted pmop_full or plackett_luce");
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Items items = data.query(q).items;
    Eigen::MatrixXd& x = rows_->of_query.emplace_back(items.size(), items.num_features());
    for (Index i = 0; i < items.size(); ++i)
      items.for_each_feature(i, [&](Index j, double value) { x(i, j) = value; });
  }
}

StanProgram::~StanProgram() = default;

double StanProgram::value_and_gradient(std::span<const double> w, std::span<double> gradient,
                                       int threads) const {
  constexpr Index kTasks = 256;
  std::vector<double> values(kTasks, 0.0);
  std::vector<std::vector<double>> parts(kTasks, std::vector<double>(w.size(), 0.0));
  const Index per_task = (data_.num_queries() + kTasks - 1) / kTasks;
  for_each_in_parallel(kTasks, threads, [&](Index k) {
    thread_local stan::math::ChainableStack tape;
    stan::math::start_nested();
    Vars weights(static_cast<Index>(w.size()));
    for (Index j = 0; j < weights.size(); ++j) weights[j] = w[j];
    var total = 0;
    for (Index q = k * per_task; q < std::min(data_.num_queries(), (k + 1) * per_task); ++q) {
      const Vars f = stan::math::multiply(rows_->of_query[q], weights);
      std::vector<Index> ends(data_.ranking(q).bucket_ends().begin(),
                              data_.ranking(q).bucket_ends().end());
      if (singletons_) {
        ends.resize(f.size());
        for (Index i = 0; i < f.size(); ++i) ends[i] = i + 1;
      }
      total += log_likelihood(f, ends);
    }
    stan::math::grad(total.vi_);
    values[k] = total.val();
    for (std::size_t j = 0; j < w.size(); ++j) parts[k][j] = weights[static_cast<Index>(j)].adj();
    stan::math::recover_memory_nested();
  });
  double value = 0;
  std::ranges::fill(gradient, 0.0);
  for (Index k = 0; k < kTasks; ++k) {
    value += values[k];
    for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] += parts[k][j];
  }
  return value;
}

}  // namespace fubini::bench
