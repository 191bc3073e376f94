// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/mean_stages.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/vector_math.hpp"

#include <array>
#include <utility>

namespace fubini {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFlush = 1e10;      // a factor is below 1e291
constexpr double kNothing = 1e-290;  // below, ratios would leave the normal numbers

// Loops run over whole blocks: entries beyond those that count are zeros or never asked for.
constexpr Index kBlock = 8;
Index padded(Index count) { return (count + kBlock - 1) / kBlock * kBlock; }

// Elementary symmetric polynomials of one degree m over growing sets of items, from the last to the
// first. Adding y: a_j = r_j + y, g_j = r_j/a_j, h_j = y/a_j = 1 - g_j, then r_j <- a_j g_{j-1}.
// h_j is also the probability that the item is in a subset of j items of the set with it.
// Entry j stands at j - 1; g has one before it, g_0 = 1.
class Ratios {
 public:
  explicit Ratios(Index most)
      : r_(padded(most)), a_(padded(most)), g_(padded(most) + 1), step_(padded(most)) {
    g_[0] = 1;
  }

  // exp((f - top of its stage)/m), or 0 where that is nothing beside the top
  static void fill(Index m, std::span<const Index> ends, std::span<const double> f,
                   std::span<const double> top, std::span<double> y) {
    for (Index k = 0, i = 0; k < std::ssize(ends); ++k)
      for (; i < ends[k]; ++i) y[i] = (f[i] - top[k]) / static_cast<double>(m);
    vector_math::exp(y);
    for (double& one : y)
      if (one < kNothing) one = 0;
  }

  // Calls at_stage(k, log e_m(R_k) - top_k) for each stage with at least m items; or, with `rows`,
  // keeps h_1.. of item i at rows[i * padded(m)] instead.
  template <class AtStage>
  void run(Index m, std::span<const Index> ends, std::span<const double> y,
           std::span<const double> top, AtStage&& at_stage, double* rows) {
    std::fill(r_.begin(), r_.begin() + padded(m), 0.0);
    const Index stages = std::ssize(ends);
    Index added = 0;
    double log_e = 0;   // of e_m, once there are m items, less the top
    double growth = 1;  // of e_m since then
    for (Index k = stages; k-- > 0;) {
      if (k + 1 < stages && top[k + 1] < top[k]) {
        log_e += top[k + 1] - top[k];
        shrink(m, std::exp((top[k + 1] - top[k]) / static_cast<double>(m)));
      }
      for (Index i = ends[k]; i-- > (k == 0 ? 0 : ends[k - 1]);) {
        ++added;
        const double before = r_[m - 1];
        add(y[i], padded(std::min(added, m)),
            rows == nullptr ? step_.data() : rows + i * padded(m));
        if (added < m || rows != nullptr) continue;
        // e_m grows by the factor 1 + y/r_m; where that says nothing, from the ratios anew
        if (added > m && before > 0 && std::isfinite(log_e)) {
          const double factor = 1 + y[i] / before;
          if (growth * factor > kFlush) log_e += std::log(std::exchange(growth, 1));
          growth *= factor;
        } else {
          log_e = log_product(m);
          growth = 1;
        }
      }
      if (rows != nullptr) continue;
      log_e += std::log(std::exchange(growth, 1));
      if (added >= m) at_stage(k, log_e);
    }
  }

 private:
  void add(double y, Index count, double* kept) {
    double* __restrict r = r_.data();
    double* __restrict a = a_.data();
    double* __restrict g = g_.data() + 1;
    double* __restrict h = kept;
    for (Index j = 0; j < count; ++j) {
      const double sum = r[j] + y;
      const double inverse = sum > kNothing ? 1 / sum : 0;
      a[j] = sum;
      g[j] = r[j] * inverse;
      h[j] = y * inverse;
    }
    const double* before = g - 1;
    for (Index j = 0; j < count; ++j) r[j] = a[j] * before[j];
  }

  void shrink(Index m, double factor) {
    for (Index j = 0; j < m; ++j) r_[j] = r_[j] * factor < kNothing ? 0 : r_[j] * factor;
  }

  double log_product(Index m) const {
    double log_total = 0, product = 1;
    for (Index j = 0; j < m; ++j) {
      product *= r_[j];
      if (product == 0) return -kInfinity;
      if (product > 1e-150 && product < 1e150) continue;
      log_total += std::log(product);
      product = 1;
    }
    return log_total + std::log(product);
  }

  AlignedVector<double> r_, a_, g_, step_;
};

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == -kInfinity ? a : a + std::log1p(std::exp(b - a));
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

}  // namespace

double log_mean_choice(std::span<const Index> ends, std::span<const double> f, Index most,
                       const LogSizeWeight<double>& log_gamma, std::span<double> g,
                       std::span<double> sizes) {
  constexpr Index kSmall = 48;  // below, looking for what to leave out costs more than it saves
  const Index n = ends.back(), stages = std::ssize(ends);
  most = std::min(most, n);
  const std::vector<double> top = detail::stage_tops<double>(ends, f);
  double total = 0;
  for (Index k = 0, begin = 0; k < stages; begin = ends[k++]) {
    const Index size = ends[k] - begin;
    if (size > most) return -kInfinity;
    double sum = 0;
    for (Index i = begin; i < ends[k]; ++i) sum += f[i] - top[k];
    total += sum / static_cast<double>(size) + log_gamma(size, n - begin);
  }
  if (total == -kInfinity) return total;

  Ratios ratios(most);
  std::vector<Index> used;
  AlignedVector<double> ys;                              // of each size that is used
  std::vector<double> terms, log_z(stages, -kInfinity);  // log gamma_m e_m, less the top
  std::optional<Window> window;
  if (n > kSmall) window.emplace(ends, f, most, log_gamma);
  for (Index m = 1; m <= most; ++m) {
    if (window && !window->matters(m, top)) continue;
    used.push_back(m);
    ys.resize(used.size() * n);
    const std::span<double> y = std::span(ys).last(n);
    Ratios::fill(m, ends, f, top, y);
    terms.resize(used.size() * stages, -kInfinity);
    double* row = &terms[(used.size() - 1) * stages];
    const auto note = [&](Index k, double log_e) {
      row[k] = log_gamma(m, n - (k == 0 ? 0 : ends[k - 1])) + log_e;
      log_z[k] = log_add(log_z[k], row[k]);
    };
    ratios.run(m, ends, y, top, note, nullptr);
  }
  for (const double z : log_z) total -= z;

  for (Index k = 0, begin = 0; k < stages; begin = ends[k++]) {
    const Index size = ends[k] - begin;
    for (Index i = begin; i < ends[k]; ++i) g[i] += 1 / static_cast<double>(size);
    if (size <= std::ssize(sizes)) sizes[size - 1] += 1;
  }
  AlignedVector<double> rows(n * padded(most)), d(padded(most));
  std::vector<double> chance(stages);
  for (std::size_t u = 0; u < used.size(); ++u) {
    const Index m = used[u];
    double all = 0;
    for (Index k = 0; k < stages; ++k)
      all += chance[k] = std::exp(terms[u * stages + k] - log_z[k]);
    if (m <= std::ssize(sizes)) sizes[m - 1] -= all;
    if (all == 0) continue;
    ratios.run(
        m, ends, std::span(ys).subspan(u * n, n), top, [](Index, double) {}, rows.data());
    subtract_expected(m, ends, chance, rows.data(), d, g);
  }
  return total;
}

std::vector<Index> draw_mean_subset(std::span<const double> f, Index most,
                                    const LogSizeWeight<double>& log_gamma,
                                    const std::function<double()>& uniform) {
  const std::array<Index, 1> ends = {std::ssize(f)};
  most = std::min(most, ends[0]);
  const std::vector<double> top = detail::stage_tops<double>(ends, f);
  Ratios ratios(most);
  AlignedVector<double> y(ends[0]);
  std::vector<double> terms;
  for (Index m = 1; m <= most; ++m) {
    Ratios::fill(m, ends, f, top, y);
    const auto note = [&](Index, double log_e) { terms.push_back(log_gamma(m, ends[0]) + log_e); };
    ratios.run(m, ends, y, top, note, nullptr);
  }
  const double best = *std::ranges::max_element(terms);
  double total = 0;
  for (double& term : terms) total += term = std::exp(term - best);
  double left = uniform() * total;
  Index size = 1;
  while (size < most && left >= terms[size - 1]) left -= terms[size++ - 1];

  AlignedVector<double> rows(ends[0] * padded(size));
  Ratios::fill(size, ends, f, top, y);
  ratios.run(
      size, ends, y, top, [](Index, double) {}, rows.data());
  std::vector<Index> subset;
  for (Index i = 0, wanted = size; i < ends[0] && wanted > 0; ++i)
    if (uniform() < rows[i * padded(size) + wanted - 1]) {
      subset.push_back(i);
      --wanted;
    }
  return subset;
}

}  // namespace fubini
