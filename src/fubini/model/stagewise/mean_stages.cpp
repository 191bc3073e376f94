// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/mean_stages.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/mean_lanes.hpp"
#include "fubini/model/stagewise/detail/mean_tables.hpp"

#include <array>
#include <string>
#include <utility>

namespace fubini {
namespace {

using namespace detail;

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == -kInfinity ? a : a + std::log1p(std::exp(b - a));
}

void check_tables(const char* what, Index items, Index numbers) {
  const double bytes = 8 * static_cast<double>(numbers);
  if (bytes < kLargeRequest) return;
  check_memory("the mean model",
               std::string(what) + " for a query of " + std::to_string(items) + " items", bytes,
               "smaller queries, a max_order, or a model of lower cost, as pmop_full");
}

// Sizes that cannot matter are left out. By Maclaurin, e_m(y) <= C(n, m) (mean y)^m, and Z is at
// least its term of size 1, and at least the largest gamma_m C(n, m) times exp(mean f).
class Window {
 public:
  Window(std::span<const Index> ends, std::span<const double> f, Index most,
         const LogSizeWeight<double>& log_gamma)
      : ends_(ends), f_(f), log_gamma_(log_gamma), log_factorial_(ends.back() + 1, 0.0) {
    for (Index k = 1; k <= ends.back(); ++k)
      log_factorial_[k] = log_factorial_[k - 1] + std::log(static_cast<double>(k));
    double sum = 0, log_sum = -kInfinity;
    least_.resize(ends.size());
    for (Index k = std::ssize(ends); k-- > 0;) {
      for (Index i = begin(k); i < ends[k]; ++i) {
        sum += f[i];
        log_sum = log_add(log_sum, f[i]);
      }
      const Index n = ends.back() - begin(k);
      double best = -kInfinity;
      for (Index m = 1; m <= std::min(most, n); ++m)
        best = std::max(best, log_gamma(m, n) + log_choose(n, m));
      least_[k] = std::max(best + sum / static_cast<double>(n), log_gamma(1, n) + log_sum) +
                  std::log(std::numeric_limits<double>::epsilon() / static_cast<double>(n));
    }
  }

  bool matters(Index m, std::span<const double> top) {
    stop_if_asked();
    double sum = 0;  // of exp((f - top of the stage)/m) over R_k
    const auto degree = static_cast<double>(m);
    for (Index k = std::ssize(ends_); k-- > 0;) {
      if (k + 1 < std::ssize(ends_)) sum *= std::exp((top[k + 1] - top[k]) / degree);
      for (Index i = begin(k); i < ends_[k]; ++i) sum += std::exp((f_[i] - top[k]) / degree);
      const Index n = ends_.back() - begin(k);
      if (n >= m && log_gamma_(m, n) + log_choose(n, m) +
                            degree * std::log(sum / static_cast<double>(n)) + top[k] >=
                        least_[k])
        return true;
    }
    return false;
  }

 private:
  Index begin(Index k) const { return k == 0 ? 0 : ends_[k - 1]; }
  double log_choose(Index n, Index m) const {
    return log_factorial_[n] - log_factorial_[m] - log_factorial_[n - m];
  }

  std::span<const Index> ends_;
  std::span<const double> f_;
  const LogSizeWeight<double>& log_gamma_;
  std::vector<double> log_factorial_, least_;
};

// Goes through the items from first to last and takes from each its share in the expected subsets:
// d_j, at j - 1, is the probability that j items of the set from item i on are in the subset.
void subtract_expected(Index m, std::span<const Index> ends, std::span<const double> chance,
                       const double* rows, std::span<double> d, std::span<double> g) {
  std::ranges::fill(d, 0.0);
  const double share = 1 / static_cast<double>(m);
  const Index width = padded(m);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    stop_if_asked();
    d[m - 1] += chance[k];
    for (Index i = k == 0 ? 0 : ends[k - 1]; i < ends[k]; ++i) {
      const double* h = rows + i * width;
      const Index count = padded(std::min(ends.back() - i, m));
      std::array<double, kBlock> in{};
      for (Index j = 0; j < count; j += kBlock)
        for (Index b = 0; b < kBlock; ++b) in[b] += d[j + b] * h[j + b];
      double sum = 0;
      for (const double part : in) sum += part;
      g[i] -= share * sum;
      // d_j <- d_j (1 - h_j) + d_{j+1} h_{j+1}; the last has no next
      for (Index j = 0; j + 1 < count; ++j) d[j] = d[j] - d[j] * h[j] + d[j + 1] * h[j + 1];
      d[count - 1] -= d[count - 1] * h[count - 1];
    }
  }
}

// The same by ratios, which neither overflow nor cancel at any n and any spread of the scores
double subtract_normalisers_by_ratios(std::span<const Index> ends, std::span<const double> f,
                                      std::span<const double> top, Index most,
                                      std::span<const double> weights, std::span<const Index> used,
                                      std::span<double> g, std::span<double> sizes) {
  const Index n = ends.back(), stages = std::ssize(ends);
  check_tables("its tables", n,
               std::ssize(used) * (n + stages) + Tables::kTogether * n * padded(most));
  Tables tables(ends, top, most);
  AlignedVector<double> ys(used.size() * n);
  // log gamma_m e_m of each size and stage, less the top; then the chance of the size
  std::vector<double> terms(used.size() * stages, -kInfinity);
  const auto together = [&](std::size_t u) {
    return used.subspan(u, std::min<std::size_t>(Tables::kTogether, used.size() - u));
  };
  for (std::size_t u = 0; u < used.size(); u += Tables::kTogether) {
    const auto group = together(u);
    for (std::size_t s = 0; s < group.size(); ++s)
      fill_y(group[s], ends, f, top, std::span(ys).subspan((u + s) * n, n));
    tables.follow(group, &ys[u * n], [&](Index s, Index k, double log_e) {
      terms[(u + s) * stages + k] = weights[k * most + group[s] - 1] + log_e;
    });
  }
  // From logarithms to probabilities
  double total = 0;
  for (Index k = 0; k < stages; ++k) {
    double best = -kInfinity, sum = 0;
    for (std::size_t u = 0; u < used.size(); ++u) best = std::max(best, terms[u * stages + k]);
    for (std::size_t u = 0; u < used.size(); ++u) {
      double& term = terms[u * stages + k];
      sum += term = std::exp(term - best);
    }
    for (std::size_t u = 0; u < used.size(); ++u) terms[u * stages + k] /= sum;
    total -= best + std::log(sum);
  }

  AlignedVector<double> rows(Tables::kTogether * n * padded(most)), d(padded(most));
  std::array<double*, Tables::kTogether> row{};
  for (Index s = 0; s < Tables::kTogether; ++s) row[s] = rows.data() + s * n * padded(most);
  for (std::size_t u = 0; u < used.size(); u += Tables::kTogether) {
    const auto group = together(u);
    tables.keep(group, &ys[u * n], row);
    for (std::size_t s = 0; s < group.size(); ++s) {
      const Index m = group[s];
      const std::span<const double> chance = std::span(terms).subspan((u + s) * stages, stages);
      double all = 0;
      for (const double p : chance) all += p;
      if (m <= std::ssize(sizes)) sizes[m - 1] -= all;
      if (all > 0) subtract_expected(m, ends, chance, row[s], d, g);
    }
  }
  return total;
}

}  // namespace

double log_mean_choice(std::span<const Index> ends, std::span<const double> f, Index most,
                       const LogSizeWeight<double>& log_gamma, std::span<double> g,
                       std::span<double> sizes) {
  constexpr Index kSmall = 200;  // below, looking for what to leave out costs more than it saves
  const Index n = ends.back(), stages = std::ssize(ends);
  most = std::min(most, n);
  check_tables("its weights of sizes", n, stages * most);
  thread_local std::vector<double> weights;
  weights.assign(stages * most, -kInfinity);
  const std::vector<double> top = detail::stage_tops<double>(ends, f);
  double total = 0;
  for (Index k = 0, begin = 0; k < stages; begin = ends[k++]) {
    stop_if_asked();
    const Index size = ends[k] - begin;
    if (size > most) return -kInfinity;
    for (Index m = 1; m <= std::min(most, n - begin); ++m)
      weights[k * most + m - 1] = log_gamma(m, n - begin);
    double sum = 0;
    for (Index i = begin; i < ends[k]; ++i) sum += f[i] - top[k];
    total += sum / static_cast<double>(size) + weights[k * most + size - 1];
  }
  if (total == -kInfinity) return total;
  for (Index k = 0, begin = 0; k < stages; begin = ends[k++]) {
    const Index size = ends[k] - begin;
    const double share = size == 1 ? 1 : 1 / static_cast<double>(size);
    for (Index i = begin; i < ends[k]; ++i) g[i] += share;
    if (size <= std::ssize(sizes)) sizes[size - 1] += 1;
  }

  thread_local std::vector<Index> used;
  used.clear();
  std::optional<Window> window;
  if (n > kSmall) window.emplace(ends, f, most, log_gamma);
  for (Index m = 1; m <= most; ++m)
    if (!window || window->matters(m, top)) used.push_back(m);
  const auto normalise = plain_tables_suffice(ends, f, most, weights)
                             ? subtract_normalisers
                             : subtract_normalisers_by_ratios;
  return total + normalise(ends, f, top, most, weights, used, g, sizes);
}

std::vector<Index> draw_mean_subset(std::span<const double> f, Index most,
                                    const LogSizeWeight<double>& log_gamma,
                                    const std::function<double()>& uniform) {
  const std::array<Index, 1> ends = {std::ssize(f)};
  most = std::min(most, ends[0]);
  const std::vector<double> top = detail::stage_tops<double>(ends, f);
  Tables tables(ends, top, most);
  AlignedVector<double> y(ends[0]);
  std::vector<double> terms;
  for (Index m = 1; m <= most; ++m) {
    fill_y(m, ends, f, top, y);
    tables.follow({&m, 1}, y.data(), [&](Index, Index, double log_e) {
      terms.push_back(log_gamma(m, ends[0]) + log_e);
    });
  }
  const double best = *std::ranges::max_element(terms);
  double total = 0;
  for (double& term : terms) total += term = std::exp(term - best);
  double left = uniform() * total;
  Index size = 1;
  while (size < most && left >= terms[size - 1]) left -= terms[size++ - 1];

  AlignedVector<double> rows(ends[0] * padded(size));
  fill_y(size, ends, f, top, y);
  tables.keep({&size, 1}, y.data(), std::array{rows.data()});
  std::vector<Index> subset;
  for (Index i = 0, wanted = size; i < ends[0] && wanted > 0; ++i)
    if (uniform() < rows[i * padded(size) + wanted - 1]) {
      subset.push_back(i);
      --wanted;
    }
  return subset;
}

}  // namespace fubini
