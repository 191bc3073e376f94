// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/arithmetic/truth.hpp"

#include <string>
#include <vector>

// The functions of models/README.md with arguments to try them at, also near where they end.
namespace fubini::measured {

using Points = std::vector<std::vector<double>>;

struct Function {
  std::string name;
  Text text;
  Points points;
};

inline Points each(const std::vector<double>& numbers) {
  Points points;
  for (const double x : numbers) points.push_back({x});
  return points;
}
inline Points pairs(const std::vector<double>& numbers, const std::vector<double>& others) {
  Points points;
  for (const double x : numbers)
    for (const double y : others) points.push_back({x, y});
  return points;
}

inline std::vector<Function> functions() {
  using Numbers = std::vector<double>;
  const Numbers small = {0.3, -0.3, 1e-3, -1e-3, 1e-9, 1e-20, -1e-100, 1e-200};
  const Numbers ordinary = {0.75, -0.75, 1.3, -2.7, 5.1, 17.25, -17.25, 31.5, -31.5};
  const Numbers large = {123.4, -123.4, 600, -600, 1e4, -1e6, 1e12, 1e100, -1e140, 1e300};
  const auto with = [](Numbers a, const Numbers& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const auto sized = [](const Numbers& numbers, double low, double high) {
    Numbers kept;
    for (const double x : numbers)
      if (low <= x && x <= high) kept.push_back(x);
    return kept;
  };
  const Numbers any = with(with(small, ordinary), large);
  const Numbers smooth = with(any, {0.0});  // also at 0
  const Numbers positive = with(sized(any, 1e-300, 1e301), {1 - 1e-15, 1.0, 1 + 1e-15});
  const Numbers powers = sized(smooth, -700, 700);
  const Numbers within = {0.0, 0.3,  -0.3,   1e-9,     -1e-20,     1e-200,    0.5,
                          0.9, -0.9, 0.9999, 1 - 1e-9, -1 + 1e-12, 1 - 1e-15, 1 - 0x1p-53};
  const Numbers gammas = {1e-9, 0.3, 0.999, 1 + 1e-9, 1.3, 1.75, 2 - 1e-9, 2.5, 3.7, 10, 100, 170};
  const Numbers poles = {-0.5, -1.5, -2.001, -3.3, -10.7, -0.1};
  const Numbers mixed = {0.3137,  -0.7251, 1.2347e-3, -1.3317e-9, 1.3571,
                         -2.7131, 17.2517, 123.4567,  -12345.67,  1e12};
  const Numbers bases = {0.3, 1e-3, 1e-9, 0.75, 1.3, 2.7, 17.25, 40};

#define FUBINI_ONE(name, numbers) \
  {#name, text([](auto x) {       \
     using std::name;             \
     return name(x[0]);           \
   }),                            \
   each(numbers)}
#define FUBINI_TWO(name, numbers)         \
  {#name, text([](auto x) {               \
     using std::name;                     \
     return name(x[0], x[1]);             \
   }),                                    \
   pairs(numbers, with(numbers, {0.7}))}, \
      {#name, text([](auto x) {           \
         using std::name;                 \
         return name(x[0], 1.75);         \
       }),                                \
       each(numbers)},                    \
  {                                       \
#name, text([](auto x) {              \
      using std::name;                    \
      return name(1.75, x[0]);            \
    }),                                   \
        each(numbers)                     \
  }
  std::vector<Function> all = {
      FUBINI_ONE(abs, any),
      FUBINI_ONE(fabs, any),
      FUBINI_ONE(ceil, any),
      FUBINI_ONE(floor, any),
      FUBINI_ONE(round, any),
      FUBINI_ONE(trunc, any),
      FUBINI_ONE(exp, powers),
      FUBINI_ONE(exp2, powers),
      FUBINI_ONE(expm1, powers),
      FUBINI_ONE(log, positive),
      FUBINI_ONE(log2, positive),
      FUBINI_ONE(log10, positive),
      FUBINI_ONE(sqrt, positive),
      FUBINI_ONE(cbrt, any),
      FUBINI_ONE(sin, smooth),
      FUBINI_ONE(cos, smooth),
      FUBINI_ONE(tan, smooth),
      FUBINI_ONE(asin, within),
      FUBINI_ONE(acos, within),
      FUBINI_ONE(atan, smooth),
      FUBINI_ONE(sinh, powers),
      FUBINI_ONE(cosh, powers),
      FUBINI_ONE(tanh, smooth),
      FUBINI_ONE(asinh, smooth),
      FUBINI_ONE(atanh, within),
      FUBINI_ONE(erf, powers),
      FUBINI_ONE(tgamma, with(gammas, poles)),
      FUBINI_ONE(erfc, sized(smooth, -30, 26)),
      FUBINI_ONE(lgamma, with(with(gammas, poles), sized(any, 1e-300, 1e290))),
      FUBINI_ONE(log1p, with(sized(smooth, -0.9, 1e301), {-0.99, -1 + 1e-9, -1 + 0x1p-53})),
      FUBINI_ONE(acosh, with(sized(any, 1.1, 1e301), {1.001, 1 + 1e-9, 1 + 1e-15, 1 + 0x1p-52})),
      FUBINI_TWO(atan2, mixed),
      FUBINI_TWO(fdim, mixed),
      FUBINI_TWO(fmax, mixed),
      FUBINI_TWO(fmin, mixed),
      FUBINI_TWO(fmod, mixed),
      FUBINI_TWO(hypot, mixed),
      FUBINI_TWO(max, mixed),
      FUBINI_TWO(min, mixed),
      FUBINI_TWO(pow, bases),
      FUBINI_TWO(beta, sized(gammas, 0.1, 4))};
#undef FUBINI_ONE
#undef FUBINI_TWO
  for (const double p : {0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, 1e-9})
    all.push_back({"pow", text([p](auto x) {
                     using std::pow;
                     return pow(x[0], p);
                   }),
                   each(bases)});
  all.push_back({"pow", text([](auto x) {
                   using std::pow;
                   return pow(x[0], 3) + pow(x[0], -1) + pow(x[0], 2);
                 }),
                 each({-0.3, -2, -1e-3, 17})});
  all.push_back({"fma",
                 text([](auto x) {
                   using std::fma;
                   return fma(x[0], x[1], x[2]) + fma(2.0, x[1], x[2]) + fma(x[0], 2.0, x[2]) +
                          fma(x[0], x[1], 2.0) + fma(x[0], 2.0, 3.0) + fma(2.0, x[0], 3.0) +
                          fma(2.0, 3.0, x[0]);
                 }),
                 {{1.5, 2.5, 3.5}, {-1e-9, 3, 7}, {1e8, -2, 0}}});
  all.push_back({"ldexp", text([](auto x) {
                   using std::ldexp;
                   return ldexp(x[0], 3) + ldexp(x[0], -2);
                 }),
                 each(mixed)});
  return all;
}

}  // namespace fubini::measured
