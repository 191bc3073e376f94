// SPDX-License-Identifier: BSD-3-Clause
// Values and gradients by hand against 50 digits (more where arguments are large), far from what is
// usual: each is right to 1e-11 of max(1, size) (pmop_power to 1e-9), or refused by a typed error.
//
//   fubini_sweep [CASES [SEED [MODEL...]]]        exit code 1 if a number is wrong
#include "tests/sweep/cases.hpp"

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace fubini;

// Of max(1, |value|), and of max(1, the largest slope); see models/README.md
double bound_of(const std::string& model) { return model.starts_with("pmop_power") ? 1e-9 : 1e-11; }

struct Found {
  Index cases = 0, refused = 0, needlessly = 0, wrong = 0;
  double worst = 0;
  std::string where = {}, refusal = {};
};

bool finite(const PreciseGradient& truth) {
  bool all = std::isfinite(truth.value.high);
  for (const Precise& slope : truth.slopes) all = all && std::isfinite(slope.high);
  return all;
}

// Of the value and of the gradient, the larger; infinity where the truth is no double, or there is
// none.
double error(const ValueAndGradient& found, const PreciseGradient& truth) {
  if (!finite(truth)) return std::numeric_limits<double>::infinity();
  const auto n = found.scores.size();
  double largest = 1, slopes = 0;
  for (std::size_t j = 0; j < truth.slopes.size(); ++j) {
    const double slope = j < n ? found.scores[j] : found.ties[j - n];
    largest = std::max(largest, std::abs(truth.slopes[j].high));
    slopes = std::max(slopes, std::abs(slope - truth.slopes[j].high));
  }
  const double value = truth.value.high;
  return std::max(std::abs(found.value - value) / std::max(1.0, std::abs(value)), slopes / largest);
}

std::optional<ValueAndGradient> answer(const Model& model, const sweep::Case& one) {
  try {
    return log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  } catch (const NumericalError&) {
    return std::nullopt;
  }
}

Found swept(const ModelEntry& entry, const std::string& options, Index cases, std::uint64_t seed) {
  const Model model = entry.make(options);
  const Definition<Digits> text = entry.digits(options);
  const double bound = bound_of(entry.name);
  Found all{.cases = cases};
  std::mutex mutex;
  for_each_in_parallel(cases, 0, [&](Index k) {
    const sweep::Case one = sweep::far_case(model, seed, static_cast<std::uint64_t>(k));
    const PreciseGradient truth = in_fifty_digits(text, one.ranking, one.scores, one.ties, true);
    const auto found = answer(model, one);
    const double wrong = found ? error(*found, truth) : 0;
    const std::scoped_lock lock(mutex);
    if (!found) {
      ++all.refused;
      if (finite(truth) && ++all.needlessly == 1) all.refusal = sweep::describe(one);
    }
    if (!(wrong <= bound)) ++all.wrong;
    if (!(wrong <= all.worst)) {
      all.worst = wrong;
      all.where = sweep::describe(one);
    }
  });
  return all;
}

// Where the last digit of m^(1 - p) decides (models/README.md)
bool may_refuse(const std::string& name) { return name.starts_with("pmop_power"); }

bool report(const std::string& name, const Found& found) {
  std::printf("%-34s %8td %8td %8td %8td  %8.2g\n", name.c_str(), found.cases, found.refused,
              found.needlessly, found.wrong, found.worst);
  if (found.wrong > 0) std::printf("  wrong: --model %s %s\n", name.c_str(), found.where.c_str());
  if (found.needlessly > 0)
    std::printf("  refused: --model %s %s\n", name.c_str(), found.refusal.c_str());
  std::fflush(stdout);
  return found.wrong == 0 && (found.needlessly == 0 || may_refuse(name));
}

std::vector<std::string> every_model() {
  std::vector<std::string> names = built_in_models().names();
  for (const char* with : {"davidson_luce:max_order=4", "pmop_full:stage_weights=0.7,-1.3,2e5",
                           "pmop_mean:uniform_sizes=yes", "pmop_mean:size_weights=0,-700,800"})
    names.push_back(with);
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  const Index cases = argc > 1 ? parse_integer(argv[1]).value_or(0) : 200'000;
  const auto seed = argc > 2 ? parse_integer(argv[2]).value_or(-1) : 1;
  if (cases < 1 || seed < 0) {
    std::fprintf(stderr, "usage: fubini_sweep [CASES [SEED [MODEL...]]]; wanted whole numbers\n");
    return 2;
  }
  std::vector<std::string> names(argv + std::min(argc, 3), argv + argc);
  if (names.empty()) names = every_model();
  std::printf("%-34s %8s %8s %8s %8s  %8s\n", "model", "cases", "refused", "but true", "wrong",
              "worst");
  bool good = true;
  const ModelCatalogue catalogue = built_in_models();
  try {
    for (const std::string& name : names) {
      const Specification asked(name);
      const ModelEntry& entry = catalogue.find(asked.name);
      good = report(name, swept(entry, std::string(asked.arguments), cases,
                                static_cast<std::uint64_t>(seed))) &&
             good;
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "fubini_sweep: %s\n", error.what());
    return 2;
  }
  return good ? 0 : 1;
}
