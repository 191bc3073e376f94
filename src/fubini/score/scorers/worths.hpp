// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/score/contract.hpp"

#include <span>
#include <string>

namespace fubini {

// f(item) = w_item: one log-worth an item, for data without features.
class worths {
 public:
  static constexpr auto description = "a log-worth an item, for data without features";
  static constexpr bool by_number = true;

  explicit worths(Index num_items);  // at least 1

  Index num_weights() const { return num_items_; }
  std::string weight_name(Index j) const { return "item " + std::to_string(j + 1); }
  void check(const Dataset& data) const;

  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) f[i] = w[items.id(i)];
  }

  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory&) const {
    score<double>(items, w, f);
  }
  void backward(const Items& items, std::span<const double>, std::span<const double> df,
                std::span<double> dw, const ScorerMemory&) const {
    for (Index i = 0; i < items.size(); ++i) dw[items.id(i)] += df[i];
  }

 private:
  Index num_items_;
};

}  // namespace fubini
