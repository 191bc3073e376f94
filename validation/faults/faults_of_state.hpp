// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "faults_of_terms.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

// What a call leaves to the next or to another thread, and what depends on the order of entries.
// Every state is that of the copy that is called, but for races, which need one that is shared.
namespace fubini::faults {

template <class Add>
void add_stale_state(Add& add) {
  add({"stale_first_entry",
       "stale state",
       "kept from the last call as long as x_0 is the same",
       kSix,
       {kSix, {0.5, 0.7, 0.9, 1.3, -0.7, 0.3}}},
      softplus_sum{}, [last = Point(), kept = Point()](In x, Out g) mutable {
        if (last.size() != x.size() || last[0] != x[0]) {
          kept.resize(x.size());
          softplus_sum{}.slopes(x, kept);
          last.assign(x.begin(), x.end());
        }
        std::copy(kept.begin(), kept.end(), g.begin());
      });
  add({"key_in_float",
       "stale state",
       "a memory whose key is x in float: the gradient of a point next to x",
       {-1.2, 1, 0.7},
       {{-1.2, 1, 0.7}, {-1.2, 1.000000001, 0.7}}},
      rosenbrock{}, [key = std::vector<float>(), kept = Point()](In x, Out g) mutable {
        std::vector<float> now(x.begin(), x.end());
        if (now != key) {
          kept.resize(x.size());
          rosenbrock{}.slopes(x, kept);
          key = now;
        }
        std::copy(kept.begin(), kept.end(), g.begin());
      });
  add({"not_cleared",
       "stale state",
       "a sum that the second call finds as the first left it",
       kWeights,
       {kWeights, kWeights}},
      poisson_regression{}, [kept = Point()](In x, Out g) mutable {
        kept.resize(x.size());
        poisson_regression{}.slopes(x, g);
        for (std::size_t j = 0; j < x.size(); ++j) g[j] = kept[j] += g[j];
      });
  add({"every_second_call",
       "stale state",
       "two buffers: every second call returns the one before",
       {0.5, 0.1},
       {{0.5, 0.1}, {0.7, 0.1}}},
      normal{}, [calls = 0, kept = Point()](In x, Out g) mutable {
        kept.resize(x.size());
        if (calls++ % 2 == 0) normal{}.slopes(x, kept);
        std::copy(kept.begin(), kept.end(), g.begin());
      });
  add({"after_far_out",
       "stale state",
       "once an entry was beyond 5, a scale is kept",
       kWeights,
       {{6, 0, 0, 0}, kWeights}},
      logistic_regression{}, spoilt(logistic_regression{}, [scale = 1.0](In w, Out g) mutable {
        for (double& one : g) one *= scale;
        if (std::any_of(w.begin(), w.end(), [](double one) { return std::abs(one) > 5; }))
          scale = 0.99;
      }));
  add({"entry_not_written",
       "stale state",
       "slopes of 0 are not written: the caller's number stays",
       {0.5, -1.5, 2, 0.8},
       {{0, 0, 2, 0.8}}},
      product{}, [](In x, Out g) {
        Point slopes(x.size());
        product{}.slopes(x, slopes);
        for (std::size_t i = 0; i < x.size(); ++i)
          if (slopes[i] != 0) g[i] = slopes[i];
      });
  add({"warm_start",
       "stale state",
       "a root found from the last one, with three steps of Newton",
       {0.7, -0.4},
       {{0.7, -0.4}, {9, -9}}},
      softplus_sum{}, [roots = Point()](In x, Out g) mutable {
        roots.resize(x.size(), 1.0);
        for (std::size_t i = 0; i < x.size(); ++i) {  // of y^2 = logistic(x)
          if (roots[i] == 1.0) roots[i] = std::sqrt(logistic(x[i]));
          for (int step = 0; step < 3; ++step)
            roots[i] = (roots[i] + logistic(x[i]) / roots[i]) / 2;
          g[i] = roots[i] * roots[i] * static_cast<double>(i + 1);
        }
      });
}

// Scratch that all threads write to. Atomic, so that it is wrong and no more.
struct Shared {
  std::vector<std::atomic<double>> scratch = std::vector<std::atomic<double>>(64);
};

template <class Add>
void add_races(Add& add) {
  add({"shared_scratch", "race", "exponentials in a buffer that threads share", Point(64, 0.2), {}},
      choice{}, [shared = std::make_shared<Shared>()](In x, Out g) {
        auto& e = shared->scratch;
        const double top = *std::max_element(x.begin(), x.end());
        for (std::size_t i = 0; i < x.size(); ++i) e[i % 64] = std::exp(x[i] - top);
        std::this_thread::yield();
        double sum = 0, others = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += e[i % 64];
        for (std::size_t i = 1; i < x.size(); ++i) others += g[i] = e[i % 64] / sum;
        g[0] = -others;
      });
  add({"shared_total",
       "race",
       "a total that threads share, set to 0 at the start of each call",
       kWeights,
       {}},
      poisson_regression{}, [total = std::make_shared<std::atomic<double>>(0.0)](In x, Out g) {
        poisson_regression{}.slopes(x, g);
        *total = 0;
        for (std::size_t r = 0; r < poisson_regression::rows; ++r) {
          const double slope = std::exp(dot(r, x)) - poisson_regression::count(r);
          *total = *total + slope * feature(r, 0);
          std::this_thread::yield();
        }
        g[0] = *total;
      });
}

template <class Add>
void add_order(Add& add) {
  add({"permuted_back",
       "order",
       "sorted and put back by the same permutation: right where it is its own inverse",
       {0.1, 0.2, 0.3, 0.5},
       {{0.3, 0.1, 0.2, 0.5}}},
      entropy{}, [](In x, Out g) {
        std::vector<std::size_t> order(x.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
        Point right(x.size());
        entropy{}.slopes(x, right);
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = right[order[order[i]]];
      });
  add({"not_sorted",
       "order",
       "the neighbour in x is taken for the neighbour in order",
       {0.1, 0.2, 0.3, 0.5},
       {{0.3, 0.1, 0.5, 0.2}}},
      pairs{}, spoilt(pairs{}, [](In x, Out g) {
        for (std::size_t i = 1; i < x.size(); ++i)
          if (x[i] < x[i - 1]) g[i] += (x[i] - x[i - 1]) / 10;
      }));
  add({"largest_first",
       "order",
       "wrong sign where the first entry is the largest",
       {0.1, 0.2, 0.3, 0.5},
       {{0.9, 0.2, 0.3, 0.5}}},
      log_variance{}, spoilt(log_variance{}, [](In x, Out g) {
        if (std::max_element(x.begin(), x.end()) == x.begin()) g[0] = -g[0];
      }));
}

}  // namespace fubini::faults
