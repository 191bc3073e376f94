// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sweep/cases.hpp"

#include "fubini/core/names.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fubini::sweep {
namespace {

constexpr double kMost = 1e300;
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

class Numbers {
 public:
  Numbers(Draws& draws, double largest) : draws_(draws), highest_(std::log10(largest)) {}

  double sign() { return draws_.below(2) == 0 ? 1 : -1; }
  // 10^u: of ordinary size, or of any
  double size() {
    const double lowest = draws_.below(8) == 0 ? -323 : -3;
    return std::pow(10, draws_.between(lowest, highest_));
  }
  double any() { return sign() * size(); }
  double special() {
    constexpr std::array all = {0.0,  -0.0,  kLeast, -kLeast, std::numeric_limits<double>::min(),
                                1.0,  -1.0,  0.5,    1e-16,   1e4,
                                -1e4, kMost, -kMost};
    const double x = all[draws_.below(std::ssize(all))];
    return std::abs(x) <= std::pow(10, highest_) ? x : sign();
  }

 private:
  Draws& draws_;
  double highest_;
};

std::vector<double> scores(Index n, Draws& draws, Numbers& numbers) {
  const Index kind = draws.below(8);
  const double offset = numbers.any();
  const double size = std::min(std::abs(offset), std::pow(10, draws.between(-3, 3)));
  std::vector<double> f(n);
  for (double& x : f) switch (kind) {
      case 0: x = numbers.any(); break;
      case 1: x = offset * draws.between(-1, 1); break;
      case 2: x = offset + size * draws.between(-1, 1); break;
      case 3: x = offset * static_cast<double>(1 + draws.below(2)); break;
      case 4: x = offset * (1 + 1e-16 * static_cast<double>(draws.below(9))); break;
      case 5: x = std::round(std::fmod(offset, 1e15) * draws.between(-1, 1)); break;
      case 6: x = numbers.special(); break;
      default: x = draws.between(-30, 30);
    }
  if (kind == 0 || kind == 6)  // pairs of equal ones at several sizes
    for (Index i = 1; i < n; ++i)
      if (draws.below(3) == 0) f[i] = f[draws.below(i)];
  return f;
}

double tie_parameter(std::span<const double> f, Draws& draws, Numbers& numbers) {
  const double d = std::abs(f[draws.below(std::ssize(f))] - f[draws.below(std::ssize(f))]);
  const double near = draws.below(2) == 0 ? 0 : draws.between(-5, 5);
  switch (draws.below(7)) {
    case 0: return numbers.any();
    case 1: return numbers.special();
    case 2: return d / 2 + near;
    case 3: return d + near;
    case 4: return d > 0 ? std::log(d) + near / 50 : near;
    case 5: return draws.between(-50, 50);
    default: return draws.between(-3, 3);
  }
}

Ranking ranking(Index n, Index most, Draws& draws) {
  std::vector<Index> sizes;
  for (Index left = n; left > 0; left -= sizes.back())
    sizes.push_back(std::min(1 + draws.below(std::min<Index>(left, 4)), most > 0 ? most : n));
  return Ranking(sizes);
}

std::string list(std::span<const double> numbers) {
  std::vector<std::string> parts;
  for (const double x : numbers) parts.push_back(format_double(x));
  return join(parts, ",");
}

}  // namespace

std::string describe(const Case& one) {
  std::vector<std::string> sizes;
  for (Index k = 0; k < one.ranking.num_buckets(); ++k)
    sizes.push_back(std::to_string(one.ranking.bucket_size(k)));
  return "--buckets " + join(sizes, ",") + " --scores=" + list(one.scores) +
         (one.ties.empty() ? "" : " --ties=" + list(one.ties));
}

Case far_case(const Model& model, std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed, index);
  constexpr std::array largest = {1e4, 1e4, kMost, 1e20};
  Numbers numbers(draws, largest[draws.below(std::ssize(largest))]);
  const Index n = draws.below(16) == 0 ? 1 + draws.below(12) : 1 + draws.below(5);
  Case one{ranking(n, model.info().largest_bucket, draws), scores(n, draws, numbers), {}};
  while (one.ties.size() < model.tie_parameters().size())
    one.ties.push_back(std::clamp(tie_parameter(one.scores, draws, numbers), -kMost, kMost));
  for (double& x : one.scores) x = std::clamp(x, -kMost, kMost);
  return one;
}

}  // namespace fubini::sweep
