// SPDX-License-Identifier: BSD-3-Clause
#include "cli/templates.hpp"

#include <string_view>

namespace fubini::cli {
namespace {

// NAME stands for the name.
constexpr std::string_view kPotential = R"(#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <string>
#include <vector>

namespace fubini {

// In one sentence: what makes a subset good as the next bucket?
//
//   log Phi(S) = mean of f over S - exp(log_penalty) (|S| - 1)      <- your formula here
//
// f are the scores of the subset's items, in any order. A shift of all scores, tie parameters that
// are learned, the size of the subset and the stage may all play a part.
struct NAME {
  static constexpr auto description = "one line for `fubini models`";

  std::vector<std::string> tie_parameters() const { return {"log_penalty"}; }

  template <class T>  // any scalar: write `using std::exp;` and call exp(x); no double in between
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    using std::exp;
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    const auto size = static_cast<double>(subset.size());
    return sum / size - exp(ties[0]) * (size - 1);
  }
};

}  // namespace fubini
)";

constexpr std::string_view kModel = R"(#pragma once

#include <fubini/model/contract.hpp>
#include <fubini/model/pairwise/pairs.hpp>

#include <string>
#include <vector>

namespace fubini {

// In one sentence: how do rankings come about?
//
//   P(i > j) = exp(d/2)/Z,  P(i ~ j) = exp(beta - d^2)/Z,  d = f_i - f_j     <- your formula here
//
// f are the scores of the items in bucket order, best bucket first.
struct NAME {
  static constexpr auto description = "one line for `fubini models`";
  static constexpr auto cost = Cost::n_squared;

  // What it promises; `fubini check` measures it. Here: probabilities of the outcomes of a pair.
  Laws laws() const { return {.sums_to_one = Over::ordered_partitions, .most_items = 2}; }

  std::vector<std::string> tie_parameters() const { return {"beta"}; }

  template <class T>  // any scalar: write `using std::exp;` and call exp(x); no double in between
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    const auto log_z = [](const T& d, const T& tie) {
      return log_sum_exp(T(d / 2), T(-d / 2), tie);
    };
    const auto win = [&](const T& d, std::span<const T> t) {
      return T(d / 2 - log_z(d, t[0] - d * d));
    };
    const auto tie = [&](const T& d, std::span<const T> t) {
      return T(t[0] - d * d - log_z(d, t[0] - d * d));
    };
    return sum_pairs(ranking, f, ties, win, tie);
  }
};

}  // namespace fubini
)";

constexpr std::string_view kScorer = R"(#pragma once

#include <fubini/score/contract.hpp>

#include <span>
#include <string>

namespace fubini {

// In one sentence: what makes an item good?
//
//   f(x) = sum over j of w_j x_j + v x_1 x_2                             <- your formula here
class NAME {
 public:
  static constexpr auto description = "one line for `fubini models`";

  explicit NAME(Index num_features) : num_features_(num_features) {}

  Index num_weights() const { return num_features_ + 1; }

  template <class T>  // any scalar for the weights; features are plain numbers
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) {
      T total = 0;
      if (num_features_ > 1) total += w[num_features_] * (items.feature(i, 0) * items.feature(i, 1));
      items.for_each_feature(i, [&](Index j, double x) { total += w[j] * x; });
      f[i] = total;
    }
  }

 private:
  Index num_features_;
};

}  // namespace fubini
)";

constexpr std::string_view kBuild = R"(cmake_minimum_required(VERSION 3.25)
project(NAME CXX)
find_package(fubini REQUIRED COMPONENTS program)
fubini_add_models(KIND NAME.hpp)
)";

std::string filled_in(std::string_view text, const std::string& name) {
  constexpr std::string_view kMark = "NAME";
  std::string result;
  for (std::size_t at; (at = text.find(kMark)) != std::string_view::npos;) {
    result += text.substr(0, at);
    result += name;
    text.remove_prefix(at + kMark.size());
  }
  return result += text;
}

}  // namespace

std::vector<Template> templates(const std::string& kind, const std::string& name) {
  const std::string_view text = kind == "scorer" ? kScorer : kind == "model" ? kModel : kPotential;
  std::string build = filled_in(kBuild, name);
  build.replace(build.find("KIND"), 4, kind == "scorer" ? "SCORERS" : "MODELS");
  return {{name + ".hpp", filled_in(text, name)}, {"CMakeLists.txt", build}};
}

}  // namespace fubini::cli
