// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/score/contract.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace fubini {

enum class Activation { tanh, relu, softplus };

// A feed-forward network with hidden layers h_1, ..., h_L:
//   a_0 = x,   a_l = s(W_l a_{l-1} + b_l),   f(x) = v . a_L
// No output bias: a constant added to all scores changes no ranking.
// Weights: W_1, b_1, ..., W_L, b_L, v; each W_l column by column (the weights of one input stand
// together, so that a sparse row touches whole columns).
class mlp {
 public:
  static constexpr auto description = "a feed-forward network; sizes of its hidden layers";
  static constexpr auto usage = "mlp:64,32[:tanh|relu|softplus]";
  static constexpr auto example = "8,4";

  // At least one hidden layer; every size at least 1.
  mlp(Index num_features, std::vector<Index> hidden, Activation activation = Activation::tanh);

  // "64,32" or "64,32:relu"
  static mlp parse(std::string_view arguments, Index num_features);
  std::string arguments() const;

  Index num_weights() const { return num_weights_; }
  Index output_weights() const { return hidden_.back(); }
  std::string weight_name(Index j) const;  // "layer 1, from 3 to 2", "layer 1, bias 2", "output 4"
  void check(const Dataset& data) const;

  // Biases 0; weights uniform on +-sqrt(6 / (inputs + outputs)) (Glorot), for relu
  // +-sqrt(6 / inputs) (He). The same seed gives the same weights.
  std::vector<double> initial_weights(std::uint64_t seed) const;

  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const;

  Index rows_at_once() const { return 192; }  // enough for matrix products
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const;
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const;

  // Only the first layer sees features.
  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const;
  void pull_back(const Standardisation& by, std::span<const double> dw, std::span<double> du) const;

 private:
  template <class T>
  T activate(const T& z) const;

  Index num_features_;
  std::vector<Index> hidden_;
  Activation activation_;
  Index num_weights_;
};

template <class T>
T mlp::activate(const T& z) const {
  using std::tanh;
  switch (activation_) {
    case Activation::tanh: return tanh(z);
    case Activation::relu: return value_of(z) > 0 ? z : T(0);
    case Activation::softplus: break;
  }
  return softplus(z);
}

template <class T>
void mlp::score(const Items& items, std::span<const T> w, std::span<T> f) const {
  for (Index i = 0; i < items.size(); ++i) {
    Index at = 0;  // where the current layer's weights begin
    std::vector<T> a;
    for (std::size_t l = 0; l < hidden_.size(); ++l) {
      const Index inputs = l == 0 ? num_features_ : hidden_[l - 1], outputs = hidden_[l];
      const auto bias = w.subspan(at + inputs * outputs, outputs);
      std::vector<T> z(bias.begin(), bias.end());
      const auto add_input = [&](Index j, const auto& x) {
        for (Index h = 0; h < outputs; ++h) z[h] += w[at + j * outputs + h] * x;
      };
      if (l == 0)
        items.for_each_feature(i, add_input);
      else
        for (Index j = 0; j < inputs; ++j) add_input(j, a[j]);
      for (T& entry : z) entry = activate(entry);
      a = std::move(z);
      at += (inputs + 1) * outputs;
    }
    T total = 0;
    for (Index h = 0; h < hidden_.back(); ++h) {
      total += w[at + h] * a[h];
      // Stored at each step, doubles are fused one after the other at -O3 too: the same bits.
      if constexpr (std::is_same_v<T, double>) f[i] = total;
    }
    f[i] = total;
  }
}

}  // namespace fubini
