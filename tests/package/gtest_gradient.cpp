// SPDX-License-Identifier: BSD-3-Clause
#include <fubini/check/function.hpp>
#include <fubini/check/gtest.hpp>

#include <vector>

struct saddle {
  template <class T>
  T operator()(std::span<const T> x) const {
    return x[0] * x[0] - x[1] * x[1];
  }
  void gradient(std::span<const double> x, std::span<double> g) const {
    g[0] = 2 * x[0];
    g[1] = -2 * x[1];
  }
};

TEST(Saddle, HasItsGradient) { EXPECT_GRADIENT(saddle{}, (std::vector{0.3, 0.7})); }
