// SPDX-License-Identifier: BSD-3-Clause
// Plain central differences at the start: step 6e-6 max(1, |x_i|), an entry may be off by 1e-6 max(1, |entry|).
#include "checker.hpp"

#include <algorithm>
#include <cmath>

namespace fubini::faults {
namespace {

Finding differences(const Subject& subject) {
  Point x = subject.start, g(x.size(), 0.0);
  Slopes(subject.slopes)(x, g);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = x[i], step = 6e-6 * std::max(1.0, std::abs(at));
    x[i] = at + step;
    const double above = subject.value(x);
    x[i] = at - step;
    const double below = subject.value(x);
    x[i] = at;
    const double slope = (above - below) / (2 * step);
    const double bound = 1e-6 * std::max({1.0, std::abs(slope), std::abs(g[i])});
    if (!(std::abs(slope - g[i]) <= bound))
      return {"wrong", "entry " + std::to_string(i) + ": " + std::to_string(g[i]) +
                           ", differences " + std::to_string(slope)};
  }
  return {"ok", ""};
}

}  // namespace
}  // namespace fubini::faults

int main(int argc, char** argv) {
  return fubini::faults::run_checker(fubini::faults::differences, argc, argv);
}
