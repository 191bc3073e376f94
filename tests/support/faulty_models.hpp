// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/every.hpp"
#include "tests/support/known.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/core/error.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

// Models that are wrong in every way that the checker must see, and right ones.
namespace fubini {

using check::Way;

// Bradley-Terry without a gradient by hand
struct plain_pairs {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return sum_win_pairs(ranking, f, [](const T& better, const T& worse) {
      return T(-softplus(T(worse - better)));
    });
  }
};

// A definition that loses a derivative, with a gradient by hand that loses it too: autodiff and 50
// digits agree with it, only differences do not.
struct forgetful {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    T total = 0;
    for (Index i = 0; i < ranking.num_items(); ++i) total -= f[i] * value_of(f[i]);
    return total;
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= f[i];  // half of it
    return log_likelihood<double>(ranking, f, ties);
  }
};

// The gradient of -sum f^2, right but for what a test puts in
struct squares {
  double value_slip = 0;
  double definition_slip = 0;

  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    T total = definition_slip;
    for (Index i = 0; i < ranking.num_items(); ++i) total -= f[i] * f[i];
    return total;
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= 2 * f[i];
    return log_likelihood<double>(ranking, f, ties) + value_slip;
  }
};

// Right the first time, another last bit every second time
struct unsteady : squares {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    thread_local bool odd = false;
    odd = !odd;
    squares::log_likelihood(ranking, f, ties, g);
    if (odd) g.scores[0] *= 1 + 0x1p-52;
    return squares::log_likelihood<double>(ranking, f, ties);
  }
  using squares::log_likelihood;
};

struct throwing : squares {
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T>, std::span<const T>) const {
    throw std::runtime_error("out of ideas");
  }
};

struct nan_valued : squares {
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return f[0] * std::numeric_limits<double>::quiet_NaN() +
           static_cast<double>(ranking.num_items());
  }
};

// A model that documents a bound of its own
struct rough : squares {
  static constexpr Accuracy accuracy{1e-8, "it is rough on purpose"};
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= 2 * f[i] * (1 + 1e-9);
    return squares::log_likelihood<double>(ranking, f, ties);
  }
  using squares::log_likelihood;
};

// A zero whose sign changes with every call
struct blinking : squares {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    thread_local double zero = 0.0;
    zero = -zero;
    squares::log_likelihood(ranking, f, ties, g);
    return zero;
  }
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T> f, std::span<const T>) const {
    return 0 * f[0];
  }
};

struct odd : squares {
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T>, std::span<const T>) const {
    throw 42;
  }
};

// A scorer of one's own, by its generic call alone
struct affine {
  Index num_weights() const { return 2; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) f[i] = w[0] * items.feature(i, 0) + w[1];
  }
};

inline check::ScorerUnderTest affine_scorer() {
  return {"affine", [](const Dataset&) { return in_every_arithmetic(affine{}); }};
}

inline constexpr check::GradientOptions kFew{.cases = 40, .seed = 3, .max_items = 10};

inline std::vector<Way> failed(const check::GradientReport& report) {
  std::vector<Way> ways;
  for (std::size_t way = 0; way < check::kWays; ++way)
    if (report.ways[way].failures > 0) ways.push_back(static_cast<Way>(way));
  return ways;
}

template <class M>
check::GradientReport by_worths(M model, check::GradientOptions options = kFew) {
  return check::gradients(in_every_arithmetic(model), scorer_under_test("worths"), options);
}

}  // namespace fubini
