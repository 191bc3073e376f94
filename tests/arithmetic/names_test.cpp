// SPDX-License-Identifier: BSD-3-Clause
// Which names of <cmath> every arithmetic knows: those of the table in models/functions.md, no other.
#include "fubini/arithmetic/any_scalar_functions.hpp"
#include "fubini/arithmetic/every.hpp"
#include "tests/arithmetic/functions.hpp"
#include "tests/support/paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <set>

namespace fubini::names_test {

using namespace measured;

namespace {

using any_scalar::NotADouble;
using any_scalar::ValueOfNotADouble;
using Names = std::set<std::string>;

// Every function of <cmath>, and two of <algorithm>
// clang-format off
#define FUBINI_NAMES \
  X(abs) X(fabs) X(fmod) X(remainder) X(remquo) X(fma) X(fmax) X(fmin) X(fdim) X(exp) X(exp2) \
  X(expm1) X(log) X(log10) X(log2) X(log1p) X(pow) X(sqrt) X(cbrt) X(hypot) X(sin) X(cos) \
  X(tan) X(asin) X(acos) X(atan) X(atan2) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) \
  X(erf) X(erfc) X(tgamma) X(lgamma) X(ceil) X(floor) X(trunc) X(round) X(lround) X(llround) \
  X(nearbyint) X(rint) X(lrint) X(llrint) X(frexp) X(ldexp) X(modf) X(scalbn) X(scalbln) \
  X(ilogb) X(logb) X(nextafter) X(nexttoward) X(copysign) X(lerp) X(assoc_laguerre) \
  X(assoc_legendre) X(beta) X(comp_ellint_1) X(comp_ellint_2) X(comp_ellint_3) X(cyl_bessel_i) \
  X(cyl_bessel_j) X(cyl_bessel_k) X(cyl_neumann) X(ellint_1) X(ellint_2) X(ellint_3) X(expint) \
  X(hermite) X(laguerre) X(legendre) X(riemann_zeta) X(sph_bessel) X(sph_legendre) \
  X(sph_neumann) X(max) X(min)
// clang-format on

template <class A, class T>
concept Is = std::same_as<std::remove_cvref_t<A>, T>;

// Whether it is found after `using std::name;` and gives a T, beside plain numbers too
namespace lookup {

#define X(name)                                                                               \
  namespace of_##name {                                                                       \
    using std::name;                                                                          \
    template <class T, class... A>                                                            \
    concept Gives = requires(const A&... arguments) {                                         \
      { name(arguments...) } -> Is<T>;                                                        \
    };                                                                                        \
    template <class T>                                                                        \
    concept Known =                                                                           \
        Gives<T, T> ||                                                                        \
        (Gives<T, T, T> && Gives<T, T, double> && Gives<T, double, T> && Gives<T, T, int>) || \
        Gives<T, T, T, T> || (Gives<T, T, int> && std::string_view(#name) == "ldexp");        \
  }
FUBINI_NAMES
#undef X

}  // namespace lookup

template <class T>
Names known() {
  Names names;
#define X(name) \
  if (lookup::of_##name::Known<T>) names.insert(#name);
  FUBINI_NAMES
#undef X
  return names;
}

Names in_the_manual() {
  std::ifstream file(source_path("models/functions.md"));
  Names names;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string cell = line.substr(0, line.find('|', 1));
    const std::regex quoted("`([a-z0-9]+)`");
    for (std::sregex_iterator name(cell.begin(), cell.end(), quoted), end; name != end; ++name)
      names.insert((*name)[1]);
  }
  return names;
}

TEST(Functions, OfTheManualAreKnownToEveryArithmeticAndNoOthers) {
  const Names manual = in_the_manual();
  EXPECT_EQ(known<NotADouble>(), manual);
  EXPECT_EQ(known<var>(), manual);
  EXPECT_EQ(known<fvar<double>>(), manual);
  EXPECT_EQ(known<fvar<var>>(), manual);
  EXPECT_EQ(known<Traced>(), manual);
  EXPECT_EQ(known<ValueOfNotADouble>(), manual) << "values are numbers too";
  EXPECT_EQ(known<Real>(), manual);
}

TEST(Functions, OfTheManualAreAllMeasured) {
  Names measured;
  for (const Function& function : functions()) measured.insert(function.name);
  EXPECT_EQ(measured, in_the_manual());
}

template <class T, class U>
concept Compares = requires(const T& x, const U& y) {
  { x < y } -> std::same_as<bool>;
  { x <= y } -> std::same_as<bool>;
  { x > y } -> std::same_as<bool>;
  { x >= y } -> std::same_as<bool>;
  { x == y } -> std::same_as<bool>;
  { x != y } -> std::same_as<bool>;
};

template <class T, class U>
concept Calculates = requires(const T& x, const U& y, T& sum) {
  {T(x + y)};
  {T(x - y)};
  {T(x * y)};
  {T(x / y)};
  sum += y;
  sum -= y;
  sum *= y;
  sum /= y;
};

template <class T>
concept Ordinary = Compares<T, T> && Compares<T, double> && Compares<double, T> &&
    Compares<T, int> && Calculates<T, T> && Calculates<T, double> && Calculates<T, int> &&
    Calculates<T, std::size_t> && Calculates<T, Index> && requires(const T& x, bool first) {
  {T(-x)};
  {T(+x)};
  { first ? x : 0.0 } -> Is<T>;
  { first ? x : 0 } -> Is<T>;
  { value_of(x) } -> Is<constant_t<T>>;
  requires Compares<constant_t<T>, constant_t<T>> && Compares < constant_t<T>,
  double > ;
};

TEST(Scalars, CompareAndCalculateAlikeInEveryArithmetic) {
  EXPECT_TRUE(Ordinary<double>);
  EXPECT_TRUE(Ordinary<NotADouble>);
  EXPECT_TRUE(Ordinary<var>);
  EXPECT_TRUE(Ordinary<fvar<double>>);
  EXPECT_TRUE(Ordinary<fvar<var>>);
  EXPECT_TRUE(Ordinary<Traced>);
}

// Kinks and steps have slopes that every arithmetic agrees on.
TEST(Functions, HaveTheSameSlopesAtKinksInEveryArithmetic) {
  const auto agree = [](const std::string& name, const Text& f, std::vector<double> x) {
    std::vector<double> slopes(x.size(), 0.0);
    const double value = reverse_gradient(f.reverse, x, slopes);
    const Reals wanted = value_and_slopes(f, Reals(x.begin(), x.end()));
    EXPECT_EQ(value, static_cast<double>(wanted[0])) << name;
    EXPECT_EQ(f.plain(x), value) << name;
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::vector<double> direction(x.size(), 0.0), second(x.size(), 0.0);
      direction[i] = 1;
      EXPECT_EQ(slopes[i], static_cast<double>(wanted[1 + i])) << name << " " << i;
      EXPECT_EQ(derivative_along(f.forward, x, direction), slopes[i]) << name << " " << i;
      add_hessian_times(f.nested, x, direction, second);
      for (const double entry : second) EXPECT_EQ(entry, 0) << name << " " << i;
    }
  };
#define FUBINI_AT_ZERO(name)     \
  agree(#name, text([](auto x) { \
          using std::name;       \
          return name(x[0]);     \
        }),                      \
        {0.0});
#define FUBINI_AT_EQUALS(name)     \
  agree(#name, text([](auto x) {   \
          using std::name;         \
          return name(x[0], x[1]); \
        }),                        \
        {1.5, 1.5});               \
  agree(#name, text([](auto x) {   \
          using std::name;         \
          return name(x[0], 1.5);  \
        }),                        \
        {1.5});                    \
  agree(#name, text([](auto x) {   \
          using std::name;         \
          return name(1.5, x[0]);  \
        }),                        \
        {1.5});
  FUBINI_AT_ZERO(abs)
  FUBINI_AT_ZERO(fabs)
  FUBINI_AT_ZERO(ceil)
  FUBINI_AT_ZERO(floor)
  FUBINI_AT_ZERO(round)
  FUBINI_AT_ZERO(trunc)
  FUBINI_AT_EQUALS(fdim)
  FUBINI_AT_EQUALS(fmax)
  FUBINI_AT_EQUALS(fmin)
  FUBINI_AT_EQUALS(max)
  FUBINI_AT_EQUALS(min)
#undef FUBINI_AT_ZERO
#undef FUBINI_AT_EQUALS
}

}  // namespace
}  // namespace fubini::names_test
