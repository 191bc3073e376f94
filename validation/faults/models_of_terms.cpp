// SPDX-License-Identifier: BSD-3-Clause
#include "models_of_terms.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

namespace fubini::faults {

std::vector<double> ramp(std::size_t n, std::vector<double> ties) {
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(static_cast<double>(i * 7 % n) / static_cast<double>(n) - 0.5);
  x.insert(x.end(), ties.begin(), ties.end());
  return x;
}

std::function<Model::Call<Gradient>(const Model&)> spoilt_by(const Deed& deed) {
  return [deed](const Model& right) -> Model::Call<Gradient> {
    return [deed, right](const Ranking& ranking, In f, In ties, Gradient g) {
      std::vector<double> all(f.size() + ties.size());
      const Gradient fresh{std::span(all).first(f.size()), std::span(all).subspan(f.size())};
      const double value = right.log_likelihood(ranking, f, ties, fresh);
      deed(ranking, f, ties, fresh);
      for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] += fresh.scores[i];
      for (std::size_t i = 0; i < ties.size(); ++i) g.ties[i] += fresh.ties[i];
      return value;
    };
  };
}

namespace {

Deed one_off_by(double relative) {
  return [relative](const Ranking&, In, In, Gradient g) { g.scores[0] *= 1 + relative; };
}

double norm(Gradient g) {
  double square = 0;
  for (const double one : g.scores) square += one * one;
  for (const double one : g.ties) square += one * one;
  return std::sqrt(square);
}

std::vector<SpoiltModel> of_terms() {
  return {
      {"tied_pairs_twice",
       "factor",
       "the slope of a tied pair is not halved",
       "davidson",
       kFiveAndTie,
       {kFiveAndTie},
       spoilt_by([](const Ranking& r, In f, In ties, Gradient g) {
         for (Index i = 0; i < r.num_items(); ++i)
           for (Index j = i + 1; j < r.num_items() && r.tied(i, j); ++j) {
             const double a = std::exp((f[i] - f[j]) / 2),
                          slope = (1 / a - a) / (a + 1 / a + std::exp(ties[0])) / 2;
             g.scores[i] += slope, g.scores[j] -= slope;
           }
       })},
      {"threshold_sign",
       "sign",
       "the slope of alpha has the wrong sign",
       "rao_kupper",
       kFiveAndTie,
       {kFiveAndTie},
       spoilt_by([](const Ranking&, In, In, Gradient g) { g.ties[0] = -g.ties[0]; })},
      {"stage_off_by_one",
       "off by one",
       "the last stage is left out of the slopes of its items",
       "plackett_luce",
       kFive,
       {{{1, 1, 1}, {0.5, -0.2, 0.3}}},
       spoilt_by([](const Ranking& r, In f, In, Gradient g) {
         const Index n = r.num_items();
         if (n < 2) return;
         const double p = 1 / (1 + std::exp(f[n - 2] - f[n - 1]));
         g.scores[n - 2] -= p, g.scores[n - 1] += p;
       })},
      {"mean_not_of_all",
       "dropped term",
       "the last item of a bucket of three gets no share",
       "pmop_mean",
       kFive,
       {{{3, 1}, {0.5, -0.2, 0.3, 0.1}}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         for (Index k = 0; k < r.num_buckets(); ++k)
           if (r.bucket_size(k) == 3) g.scores[r.end(k) - 1] -= 1.0 / 3;
       })},
      {"order_in_bucket",
       "order",
       "the first item of a bucket gets 1e-6 more, the last as much less",
       "pmop_full",
       kFive,
       {kFive},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         for (Index k = 0; k < r.num_buckets(); ++k)
           g.scores[r.begin(k)] += 1e-6, g.scores[r.end(k) - 1] -= 1e-6;
       })},
  };
}

std::vector<SpoiltModel> of_digits() {
  return {
      {"davidson_1e-9",
       "digits",
       "one entry off by 1e-9 of itself",
       "davidson",
       kFiveAndTie,
       {kFiveAndTie},
       spoilt_by(one_off_by(1e-9))},
      {"davidson_1e-12",
       "digits",
       "one entry off by 1e-12 of itself",
       "davidson",
       kFiveAndTie,
       {kFiveAndTie},
       spoilt_by(one_off_by(1e-12))},
      {"power_1e-7",
       "digits",
       "the slope of log_power off by 1e-7 of itself",
       "pmop_power",
       kFiveAndTie,
       {kFiveAndTie},
       spoilt_by([](const Ranking&, In, In, Gradient g) { g.ties[0] *= 1 + 1e-7; })},
      {"tiny_entries_twice",
       "tiny entry",
       "entries below 1e-12 of the norm are doubled",
       "davidson",
       kFiveAndTie,
       {{{1, 1, 1}, {70, 0, 0.1, 0.3}}},
       spoilt_by([](const Ranking&, In, In, Gradient g) {
         const double least = 1e-12 * norm(g);
         for (double& one : g.scores) one *= std::abs(one) < least ? 2 : 1;
       })},
  };
}

std::vector<SpoiltModel> of_state() {
  return {
      {"longer_before",
       "stale state",
       "after a longer ranking, the last item's slope keeps a part of it",
       "plackett_luce",
       kFive,
       {{{1, 1, 1, 1, 1, 1}, ramp(6)}, kFive},
       [](const Model& right) -> Model::Call<Gradient> {
         return spoilt_by([last = std::make_shared<std::atomic<Index>>(0)](const Ranking& r, In, In,
                                                                           Gradient g) {
           if (last->exchange(r.num_items()) > r.num_items()) g.scores.back() += 0.01;
         })(right);
       }},
      {"overwrites",
       "stale state",
       "a gradient that overwrites what stands there, and should add",
       "pmop_minimum",
       kFive,
       {},
       [](const Model& right) -> Model::Call<Gradient> {
         return [right](const Ranking& r, In f, In ties, Gradient g) {
           std::fill(g.scores.begin(), g.scores.end(), 0.0);
           return right.log_likelihood(r, f, ties, g);
         };
       }},
      {"shared_by_threads",
       "race",
       "scores in a buffer that threads share",
       "pmop_full",
       kFive,
       {},
       [](const Model& right) -> Model::Call<Gradient> {
         const auto shared = std::make_shared<std::vector<std::atomic<double>>>(512);
         return [right, shared](const Ranking& r, In f, In ties, Gradient g) {
           std::vector<double> own(f.begin(), f.end());
           for (std::size_t i = 0; i < f.size(); ++i) (*shared)[i % 512] = f[i];
           std::this_thread::yield();
           for (std::size_t i = 0; i < f.size() && f.size() <= 512; ++i) own[i] = (*shared)[i];
           return right.log_likelihood(r, own, ties, g);
         };
       }},
  };
}

}  // namespace

std::vector<SpoiltModel> models_of_terms() {
  std::vector<SpoiltModel> all = of_terms();
  for (SpoiltModel& one : of_digits()) all.push_back(std::move(one));
  for (SpoiltModel& one : of_state()) all.push_back(std::move(one));
  return all;
}

std::vector<SpoiltModel> right_models() {
  const auto right = [](const Model& model) { return model.parts().gradient; };
  const std::vector<Index> two_hundred(200, 1);
  return {
      {"davidson_far",
       "right",
       "scores of +-300",
       "davidson",
       {{1, 2, 1}, {-300, 300, 250, 0, 5}},
       {},
       right},
      {"davidson_start",
       "right",
       "all scores 0, beta 0",
       "davidson",
       {{1, 2, 1}, {0, 0, 0, 0, 0}},
       {},
       right},
      {"glenn_david_tail",
       "right",
       "differences of 30 deviations",
       "glenn_david",
       {{1, 1, 1}, {-15, 15, 0, 0.5}},
       {},
       right},
      {"rao_kupper_wide",
       "right",
       "a threshold of 40",
       "rao_kupper",
       {{1, 2, 1}, {0.5, -0.2, 0.3, 0.1, 40}},
       {},
       right},
      {"plackett_luce_long",
       "right",
       "200 items",
       "plackett_luce",
       {two_hundred, ramp(200)},
       {},
       right},
      {"pmop_full_tied", "right", "one bucket of 40", "pmop_full", {{40, 2}, ramp(42)}, {}, right},
      {"pmop_mean_equal",
       "right",
       "equal scores",
       "pmop_mean",
       {{2, 1, 3}, {1, 1, 1, 1, 1, 1}},
       {},
       right},
      {"pmop_power_small",
       "right",
       "a small power",
       "pmop_power",
       {{2, 1, 1}, {0.5, -0.2, 0.3, 0.1, -9}},
       {},
       right},
  };
}

}  // namespace fubini::faults
