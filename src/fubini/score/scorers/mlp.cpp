// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorers/mlp.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/score/detail/dense_layer.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <string>

namespace fubini {
namespace {

constexpr double kMostWeights = 1e15;  // that can be counted; memory ends before
constexpr std::array<std::string_view, 3> kActivations = {"tanh", "relu", "softplus"};

using Matrix = Eigen::MatrixXd;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;
using VectorView = Eigen::Map<Eigen::VectorXd>;
using ConstVectorView = Eigen::Map<const Eigen::VectorXd>;

// z += W x for the input layer
void add_inputs(const Items& items, const ConstMatrixView& weights, MatrixView z) {
  if (items.kind() == Items::Kind::dense) {
    dense_layer::add_outputs(items, weights.data(), weights.rows(), z.data());
  } else {
    for (Index i = 0; i < items.size(); ++i)
      items.for_each_feature(i, [&](Index j, double x) { z.col(i) += x * weights.col(j); });
  }
}

// to += left * right. Eigen computes small products entry by entry, in an order that depends on
// where `to` lies; so those take a way round by memory that is always aligned alike.
template <class Left, class Right>
void add_product(const Left& left, const Right& right, MatrixView to) {
  constexpr Index kSmall = 32;  // Eigen's own limit is 20
  if (left.rows() + left.cols() + right.cols() < kSmall) {
    const Matrix product = left * right;
    to += product;
  } else {
    to.noalias() += left * right;
  }
}

// dW += dz x' for the input layer
void add_input_gradient(const Items& items, const Matrix& dz, MatrixView dw) {
  if (items.kind() == Items::Kind::dense) {
    dense_layer::add_gradient(items, dz.data(), dz.rows(), dw.data());
  } else {
    for (Index i = 0; i < items.size(); ++i)
      items.for_each_feature(i, [&](Index j, double x) { dw.col(j) += x * dz.col(i); });
  }
}

// ds/dz from the activation's value a = s(z): enough for all three, so z need not be kept.
void multiply_by_slope(Activation activation, const ConstMatrixView& a, Matrix& dz) {
  switch (activation) {
    case Activation::tanh: dz.array() *= 1 - a.array().square(); return;
    case Activation::relu: dz.array() *= (a.array() > 0).cast<double>(); return;
    case Activation::softplus:
      // a = log(1 + e^z), so s'(z) = 1 - e^-a
      dz.array() *= a.array().unaryExpr([](double x) { return -std::expm1(-x); });
      return;
  }
}

}  // namespace

mlp mlp::parse(std::string_view arguments, Index num_features) {
  constexpr long kMost = 1'000'000;
  const auto colon = arguments.find(':');
  std::vector<Index> hidden;
  for (const std::string_view part : split(arguments.substr(0, colon), ',')) {
    const auto size = parse_integer(part);
    if (!size || *size < 1 || *size > kMost)
      throw ArgumentError("scorer mlp: " + shown(part) +
                          " is not a size of a layer; wanted whole numbers from 1 to " +
                          std::to_string(kMost) + ", separated by commas, as in mlp:64,32");
    hidden.push_back(*size);
  }
  if (hidden.empty())
    throw ArgumentError("scorer mlp: no layers; wanted their sizes, as in mlp:64,32");
  if (colon == std::string_view::npos) return mlp(num_features, hidden);
  const std::string_view name = arguments.substr(colon + 1);
  const auto found = std::ranges::find(kActivations, name);
  if (found == kActivations.end())
    throw UnknownName(unknown_name("activation", name, {kActivations.begin(), kActivations.end()}));
  return mlp(num_features, hidden, static_cast<Activation>(found - kActivations.begin()));
}

std::string mlp::arguments() const {
  std::vector<std::string> sizes;
  for (const Index size : hidden_) sizes.push_back(std::to_string(size));
  std::string all = join(sizes, ",");
  if (activation_ == Activation::tanh) return all;
  return all + ":" + std::string(kActivations[static_cast<std::size_t>(activation_)]);
}

mlp::mlp(Index num_features, std::vector<Index> hidden, Activation activation)
    : num_features_(num_features), hidden_(std::move(hidden)), activation_(activation) {
  check_at_least("mlp", "num_features", num_features_, 1);
  if (hidden_.empty())
    throw ArgumentError("mlp: no hidden layer; wanted at least one, or the scorer linear");
  num_weights_ = hidden_.back();
  Index inputs = num_features_;
  for (const Index outputs : hidden_) {
    check_at_least("mlp", "a hidden layer's size", outputs, 1);
    const double weights = static_cast<double>(num_weights_) +
                           static_cast<double>(inputs + 1) * static_cast<double>(outputs);
    if (weights > kMostWeights)
      refuse("mlp", "the number of weights", format_double(weights), "smaller layers");
    num_weights_ += (inputs + 1) * outputs;
    inputs = outputs;
  }
}

std::string mlp::weight_name(Index j) const {
  Index inputs = num_features_;
  for (std::size_t l = 0; l < hidden_.size(); ++l) {
    const Index outputs = hidden_[l], matrix = inputs * outputs;
    const std::string layer = "layer " + std::to_string(l + 1);
    if (j < matrix)
      return layer + ", from " + std::to_string(j / outputs + 1) + " to " +
             std::to_string(j % outputs + 1);
    if (j < matrix + outputs) return layer + ", bias " + std::to_string(j - matrix + 1);
    j -= matrix + outputs;
    inputs = outputs;
  }
  return "output " + std::to_string(j + 1);
}

void mlp::check(const Dataset& data) const { check_features("mlp", num_features_, data); }

std::vector<double> mlp::initial_weights(std::uint64_t seed) const {
  std::vector<double> w(num_weights_, 0.0);
  Index at = 0;
  const auto fill = [&](std::uint64_t layer, Index inputs, Index outputs) {
    const auto fan =
        static_cast<double>(activation_ == Activation::relu ? inputs : inputs + outputs);
    const double reach = std::sqrt(6 / fan);
    for (Index k = 0; k < inputs * outputs; ++k)
      w[at + k] = reach * (2 * uniform(seed, layer, static_cast<std::uint64_t>(k)) - 1);
  };
  Index inputs = num_features_;
  for (std::size_t l = 0; l < hidden_.size(); ++l) {
    fill(l, inputs, hidden_[l]);
    at += (inputs + 1) * hidden_[l];
    inputs = hidden_[l];
  }
  fill(hidden_.size(), inputs, 1);
  return w;
}

void mlp::forward(const Items& items, std::span<const double> w, std::span<double> f,
                  ScorerMemory& kept) const {
  const Index n = items.size();
  Index total = 0;
  for (const Index h : hidden_) total += h * n;
  constexpr double kWays = 2;  // back, slopes take as much
  check_memory("scorer mlp", "what its layers give for the items of a query",
               kWays * 8 * static_cast<double>(total), "smaller layers, or smaller queries");
  kept.resize(total);  // a_1, ..., a_L, items in columns

  const double* weights = w.data();
  double* a = kept.data();
  const double* previous = nullptr;
  Index inputs = num_features_;
  for (const Index outputs : hidden_) {
    MatrixView z(a, outputs, n);
    const ConstMatrixView matrix(weights, outputs, inputs);
    z.colwise() = ConstVectorView(weights + inputs * outputs, outputs);
    if (previous == nullptr)
      add_inputs(items, matrix, z);
    else
      z.noalias() += matrix * ConstMatrixView(previous, inputs, n);
    if (activation_ == Activation::tanh)
      vector_math::tanh({a, static_cast<std::size_t>(outputs * n)});
    else
      z = z.unaryExpr([this](double x) { return activate(x); });
    weights += (inputs + 1) * outputs;
    previous = a;
    a += outputs * n;
    inputs = outputs;
  }
  VectorView(f.data(), n).noalias() =
      ConstMatrixView(previous, inputs, n).transpose() * ConstVectorView(weights, inputs);
}

void mlp::backward(const Items& items, std::span<const double> w, std::span<const double> df,
                   std::span<double> dw, const ScorerMemory& kept) const {
  const Index n = items.size();
  const ConstVectorView slope(df.data(), n);
  Index at = num_weights_ - hidden_.back();
  const double* a = kept.data() + kept.size() - hidden_.back() * n;

  VectorView(dw.data() + at, hidden_.back()).noalias() +=
      ConstMatrixView(a, hidden_.back(), n) * slope;
  Matrix dz = ConstVectorView(w.data() + at, hidden_.back()) * slope.transpose();
  for (std::size_t l = hidden_.size(); l-- > 0;) {
    const Index outputs = hidden_[l], inputs = l == 0 ? num_features_ : hidden_[l - 1];
    multiply_by_slope(activation_, ConstMatrixView(a, outputs, n), dz);
    at -= (inputs + 1) * outputs;
    // Column by column: a rowwise sum takes an order that depends on where dw lies.
    for (Index i = 0; i < n; ++i)
      VectorView(dw.data() + at + inputs * outputs, outputs) += dz.col(i);
    const MatrixView gradient(dw.data() + at, outputs, inputs);
    if (l == 0) return add_input_gradient(items, dz, gradient);
    a -= inputs * n;
    add_product(dz, ConstMatrixView(a, inputs, n).transpose(), gradient);
    dz = ConstMatrixView(w.data() + at, outputs, inputs).transpose() * dz;
  }
}

// W (x - m)/s + b = (W/s) x + (b - W m/s)
void mlp::fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const {
  std::ranges::copy(u, w.begin());
  const Index outputs = hidden_[0], bias = num_features_ * outputs;
  for (Index j = 0; j < num_features_; ++j)
    for (Index h = 0; h < outputs; ++h) {
      double& weight = w[j * outputs + h];
      weight /= by.scale[j];
      w[bias + h] -= weight * by.mean[j];
    }
}

void mlp::pull_back(const Standardisation& by, std::span<const double> dw,
                    std::span<double> du) const {
  std::ranges::copy(dw, du.begin());
  const Index outputs = hidden_[0], bias = num_features_ * outputs;
  for (Index j = 0; j < num_features_; ++j)
    for (Index h = 0; h < outputs; ++h)
      du[j * outputs + h] = (dw[j * outputs + h] - by.mean[j] * dw[bias + h]) / by.scale[j];
}

}  // namespace fubini
