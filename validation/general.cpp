// SPDX-License-Identifier: BSD-3-Clause
#include "general.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/fit/contrastive.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/geometric_mean.hpp"
#include "fubini/score/scorers/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace fubini::validation {
namespace {

using Clock = std::chrono::steady_clock;

template <class Work>
double seconds(const Work& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The fastest of several calls
template <class Work>
double fastest(const Work& work) {
  double best = 1e300, spent = 0;
  for (int calls = 0; calls < 3 || spent < 0.1; ++calls) {
    const double time = seconds(work);
    best = std::min(best, time);
    spent += time;
  }
  return best;
}

// Value and gradient of the first stage by going through all subsets of n items
double enumerate(std::span<const double> f) {
  const Stage stage{0, std::ssize(f)};
  const auto potential = of_subsets(geometric_mean{});
  std::vector<double> expected(f.size(), 0.0);
  double z = 0;
  for_each_subset<double>(f, [&](std::span<const double> scores, std::span<const Index> at) {
    const double phi = std::exp(potential.log_potential<double>({scores, stage}, {}));
    z += phi;
    const double share = phi / static_cast<double>(at.size());
    for (const Index i : at) expected[i] += share;
  });
  return std::log(z) + expected[0] / z;
}

double mean_time(Index n, check::Shape shape) {
  const check::Case one = check::make_case({.num_items = n, .shape = shape}, 1, 0);
  const Model model = built_in_models().make("pmop_mean");
  std::vector<double> g(one.scores.size());
  return fastest([&] {
    std::ranges::fill(g, 0.0);
    volatile double value = model.log_likelihood(one.ranking, one.scores, {}, Gradient{g, {}});
    static_cast<void>(value);
  });
}

// An update of Gibbs against one exponential and one random draw
double gibbs_ratio() {
  constexpr Index kItems = 1000;
  const check::Case one = check::make_case({.num_items = kItems}, 1, 0);
  Draws draws(1, 0), bare(1, 1);
  SubsetChain<geometric_mean> chain({}, one.scores, {0, kItems}, {}, std::vector<Index>{0});
  chain.gibbs_sweep(draws);
  double sum = 0;
  const double sweep = fastest([&] { chain.gibbs_sweep(draws); });
  const double loop = fastest([&] {
    for (const double f : one.scores) sum += bare.uniform() < std::exp(-std::abs(f)) ? 1 : 0;
  });
  return sum < 0 ? 0 : sweep / loop;
}

// Rankings of 10 items drawn from the model at scores linear in five features
Dataset simulate(Index queries, std::uint64_t seed) {
  const Sampler sampler = built_in_models().sampler("pmop_mean");
  const std::vector<double> truth = {1.5, -1, 0.5, 0, 0.25};
  Dataset data = Dataset::dense(std::ssize(truth));
  for (Index q = 0; q < queries; ++q) {
    Draws draws(seed, static_cast<std::uint64_t>(q));
    std::vector<float> rows;
    std::vector<double> f(10, 0.0), grades(10);
    for (double& score : f)
      for (const double w : truth) {
        rows.push_back(static_cast<float>(draws.between(-2, 2)));
        score += w * rows.back();
      }
    const Ranking drawn = sampler.draw(f, {}, seed + 1, static_cast<std::uint64_t>(q));
    for (Index p = 0; p < drawn.num_items(); ++p)
      grades[drawn.order()[p]] = static_cast<double>(-drawn.bucket_of(p));
    data.add_query(std::to_string(q), grades, rows);
  }
  return data;
}

}  // namespace

Section measure_exactness(bool full) {
  Section section;
  section.title = "The general case, exactly";
  section.text =
      "pmop_mean, which the paper calls intractable: value and gradient by symmetric polynomials "
      "against going through all subsets of one stage; its growth; and an update of Gibbs sampling "
      "for means against a bare loop of one exponential and one random draw. Times are this "
      "machine's.";
  section.table = {{"what", "measured", "wanted"}};
  const Index n = full ? 24 : 20;
  const check::Case one = check::make_case({.num_items = n}, 1, 0);
  double kept = 0;
  const double all = seconds([&] { kept = enumerate(one.scores); });
  const double exact = mean_time(n, check::Shape::five_buckets);
  section.table.push_back({fmt::format("n = {}: exact, of the time of enumerating", n),
                           fmt::format("1/{:.0f}{}", all / exact, kept == 0 ? "?" : ""),
                           n == 24 ? "1/10000" : "- (n = 24 at level full)"});
  section.table.push_back(
      {fmt::format("n = {}: value and gradient", n), fmt::format("{:.3g} us", exact * 1e6), "-"});
  double before = 0;
  for (const Index size : {100, 200, 400, 800}) {
    const double time = mean_time(size, check::Shape::five_buckets);
    const double exponent = before == 0 ? 0 : std::log2(time / before);
    section.table.push_back({fmt::format("n = {}: value and gradient", size),
                             fmt::format("{:.3g} ms", time * 1e3),
                             before == 0 ? "-" : fmt::format("- (n^{:.2f})", exponent)});
    before = time;
  }
  section.table.push_back(
      {"Gibbs update, times the bare loop", fmt::format("{:.2f}", gibbs_ratio()), "2.5"});
  return section;
}

Section compare_learning(bool full) {
  Section section;
  section.title = "Learning by sampling";
  section.text =
      "pmop_mean on rankings drawn from it: the exact fit by L-BFGS against contrastive divergence "
      "with fixed rate 0.1, chains of n = 1, 2, 3 steps from the observed buckets; log-likelihood "
      "of new data a query (exact), which must come within 1%.";
  section.table = {{"fit", "n", "iterations", "held out", "behind", "seconds", "verdict"}};
  const Dataset train = simulate(full ? 1000 : 300, 1), test = simulate(full ? 1000 : 300, 5);
  const linear scorer(train.num_features());
  const Likelihood likelihood = by_hand(built_in_models().make("pmop_mean"), scorer);
  const Objective training(train, likelihood), testing(test, likelihood);
  const auto queries = static_cast<double>(test.num_queries());
  FitSummary best;
  const double time = seconds([&] { best = maximise(training, training.start()); });
  const double wanted = testing.value(best.parameters);
  section.table.push_back({"exact", "-", std::to_string(best.iterations),
                           fmt::format("{:.4f}", wanted / queries), "-",
                           fmt::format("{:.2f}", time), "-"});
  const int iterations = full ? 1000 : 300;
  for (const SampleBy by : {SampleBy::gibbs, SampleBy::metropolis})
    for (const Index samples : {1, 2, 3}) {
      std::vector<double> found;
      const double spent = seconds([&] {
        const Objective sampled(train, by_contrast(built_in_models().sampler("pmop_mean"), scorer,
                                                   {.by = by, .exchanges = false}, samples, 1));
        found = maximise(sampled, sampled.start(), {.optimizer = sgd{}, .iterations = iterations})
                    .parameters;
      });
      const double value = testing.value(found), behind = (wanted - value) / std::abs(wanted);
      const bool near = behind <= 0.01;
      section.failures += near ? 0 : 1;
      section.table.push_back({by == SampleBy::gibbs ? "Gibbs" : "Metropolis-Hastings",
                               std::to_string(samples), std::to_string(iterations),
                               fmt::format("{:.4f}", value / queries),
                               fmt::format("{:.2f}%", 100 * behind), fmt::format("{:.2f}", spent),
                               near ? "ok" : "FAILED"});
    }
  return section;
}

}  // namespace fubini::validation
