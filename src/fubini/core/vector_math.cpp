// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/vector_math.hpp"

#include "fubini/core/normal.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace fubini::vector_math {
namespace {

constexpr std::size_t kPack = 8;  // one 512-bit register; two or four smaller ones
using Pack = Eigen::Array<double, kPack, 1>;
using In = Eigen::Map<const Pack>;
using Out = Eigen::Map<Pack>;

// Calls f(in, outs...) for every pack of x. The last one is copied and padded with 1, so that every
// element goes through the same code and its bits do not depend on its place.
template <class F, class... Y>
void for_each_pack(std::span<const double> x, F&& f, Y... y) {
  std::size_t i = 0;
  for (; i + kPack <= x.size(); i += kPack) f(In(x.data() + i), Out(y.data() + i)...);
  if (i == x.size()) return;
  const std::size_t rest = x.size() - i;
  Pack in = Pack::Ones();
  std::copy_n(x.data() + i, rest, in.data());
  std::array<Pack, sizeof...(Y)> out;
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    f(In(in.data()), Out(out[k].data())...);
    (std::copy_n(out[k].data(), rest, y.data() + i), ...);
  }
  (std::index_sequence_for<Y...>());
}

// y = exp(x) where Eigen's stops falling, at exp(-709.8): times the largest number, exp(-infinity)
// would be about 1.
template <class Y>
void drop_to_zero(const Pack& x, Y& y) {
  for (std::size_t k = 0; k < kPack; ++k) y[k] = x[k] < -707 ? 0.0 : y[k];
}

Pack exp_or_zero(const Pack& x) {
  Pack y = x.exp();
  drop_to_zero(x, y);
  return y;
}

}  // namespace

void exp(std::span<double> x) {
  for_each_pack(
      x,
      [](const In& p, Out y) {
        const Pack value = p;
        y = p.exp();
        drop_to_zero(value, y);
      },
      x);
}

void log(std::span<double> x) {
  for_each_pack(
      x, [](const In& p, Out y) { y = p.log(); }, x);
}

void softplus(std::span<const double> x, std::span<double> y, std::span<double> s) {
  const auto kernel = [](const In& p, Out plus, Out slope) {
    const Pack value = p;
    const Pack e = exp_or_zero(-value.abs());
    const Pack one_plus = 1 + e;
    const Pack inverse = 1 / one_plus;
    // log1p(e): the second term is what rounding took from 1 + e.
    plus = value.max(0.0) + (one_plus.log() + (e - (one_plus - 1)) * inverse);
    for (std::size_t k = 0; k < kPack; ++k) slope[k] = inverse[k] * (value[k] > 0 ? 1.0 : e[k]);
  };
  for_each_pack(x, kernel, y, s);
}

// Near 0 by the eighth convergent of x/(1 + x^2/(3 + x^2/(5 + ...))), within 1e-17; else
// 1 - 2/(exp(2|x|) + 1).
void tanh(std::span<double> x) {
  const auto kernel = [](const In& p, Out y) {
    constexpr double kNear = 0.625, kOne = 20;  // above, the nearest number is 1
    const Pack value = p;
    const Pack a = value.abs(), u = value * value;
    const Pack above = 2027025 + u * (270270 + u * (6930 + u * 36));
    const Pack below = 2027025 + u * (945945 + u * (51975 + u * (630 + u)));
    const Pack near = value * above / below;
    const Pack far = 1 - 2 / ((2 * a.min(kOne)).exp() + 1);
    for (std::size_t k = 0; k < kPack; ++k)
      y[k] = a[k] < kNear ? near[k] : (value[k] < 0 ? -far[k] : far[k]);
  };
  for_each_pack(x, kernel, x);
}

void mills_ratio(std::span<const double> x, std::span<double> y) {
  for_each_pack(
      x, [](const In& p, Out r) { r = mills_ratio_series<Pack>(p); }, y);
}

}  // namespace fubini::vector_math
