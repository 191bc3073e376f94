// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_ratios.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/affine_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace fubini::detail {
namespace {

class ByRatios {
 public:
  ByRatios(const AffineStages& stages, std::span<const double> top, std::span<const Index> used,
           const AffineSlopes& slopes)
      : s_(stages),
        top_(top),
        used_(used),
        slopes_(slopes),
        tables_(stages.ends, top, stages.most, stages.times_mean),
        ys_(used.size() * stages.items()),
        terms_(used.size() * stages.counted, -kInfinity) {}

  double run() {
    const Index n = s_.items();
    for (std::size_t u = 0; u < used_.size(); u += Tables::kTogether) {
      const auto group = together(u);
      for (std::size_t s = 0; s < group.size(); ++s)
        fill_y(group[s], s_.mean(group[s]), s_.ends, s_.f, top_,
               std::span(ys_).subspan((u + s) * n, n));
      tables_.follow(group, &ys_[u * n], [&](Index s, Index k, double log_e) {
        if (k < s_.counted) chance(u + s, k) = s_.weight(k, group[s]) + log_e;
      });
    }
    const double total = divide();
    note_sizes();
    const Index width = padded(s_.most);
    AlignedVector<double> rows(Tables::kTogether * n * width), d(width);
    std::array<double*, Tables::kTogether> row{};
    for (Index s = 0; s < Tables::kTogether; ++s) row[s] = rows.data() + s * n * width;
    for (std::size_t u = 0; u < used_.size(); u += Tables::kTogether) {
      const auto group = together(u);
      tables_.keep(group, &ys_[u * n], row);
      for (std::size_t s = 0; s < group.size(); ++s) subtract_expected(u + s, row[s], d);
    }
    return total;
  }

 private:
  std::span<const Index> together(std::size_t u) const {
    return used_.subspan(u, std::min<std::size_t>(Tables::kTogether, used_.size() - u));
  }
  // log of exp(w) e_m of each size and stage, less the top; then the chance of the size
  double& chance(std::size_t u, Index k) { return terms_[u * s_.counted + k]; }

  // From logarithms to probabilities
  double divide() {
    double total = 0;
    for (Index k = 0; k < s_.counted; ++k) {
      double best = -kInfinity, sum = 0;
      for (std::size_t u = 0; u < used_.size(); ++u) best = std::max(best, chance(u, k));
      for (std::size_t u = 0; u < used_.size(); ++u)
        sum += chance(u, k) = std::exp(chance(u, k) - best);
      for (std::size_t u = 0; u < used_.size(); ++u) chance(u, k) /= sum;
      total -= best + std::log(sum);
    }
    return total;
  }

  void note_sizes() {
    for (std::size_t u = 0; u < used_.size(); ++u)
      for (Index k = 0; k < s_.counted; ++k) {
        const Index m = used_[u];
        if (!slopes_.log_weight.empty()) slopes_.log_weight[k * s_.most + m - 1] -= chance(u, k);
        if (!slopes_.times_mean.empty()) slopes_.times_mean[m - 1] -= chance(u, k) * top_[0];
      }
  }

  // Goes through the items from first to last and takes from each its share in the expected subsets:
  // d_j, at j - 1, is the probability that j items of the set from item i on are in the subset.
  void subtract_expected(std::size_t u, const double* rows, std::span<double> d) {
    const Index m = used_[u], width = padded(m);
    std::ranges::fill(d, 0.0);
    double mean = 0;
    for (Index k = 0; k < std::ssize(s_.ends); ++k) {
      stop_if_asked();
      if (k < s_.counted) d[m - 1] += chance(u, k);
      for (Index i = s_.begin(k); i < s_.ends[k]; ++i) {
        const double* h = rows + i * width;
        const Index count = padded(std::min(s_.items() - i, m));
        std::array<double, kBlock> in{};
        for (Index j = 0; j < count; j += kBlock)
          for (Index b = 0; b < kBlock; ++b) in[b] += d[j + b] * h[j + b];
        double sum = 0;
        for (const double part : in) sum += part;
        const double share = sum / static_cast<double>(m);
        slopes_.scores[i] -= s_.mean(m) * share;
        mean += share * (s_.f[i] - top_[0]);
        // d_j <- d_j (1 - h_j) + d_{j+1} h_{j+1}; the last has no next
        for (Index j = 0; j + 1 < count; ++j) d[j] = d[j] - d[j] * h[j] + d[j + 1] * h[j + 1];
        d[count - 1] -= d[count - 1] * h[count - 1];
      }
    }
    if (!slopes_.times_mean.empty()) slopes_.times_mean[m - 1] -= mean;
  }

  const AffineStages& s_;
  std::span<const double> top_;
  std::span<const Index> used_;
  const AffineSlopes& slopes_;
  Tables tables_;
  AlignedVector<double> ys_;
  std::vector<double> terms_;
};

}  // namespace

void check_tables(const char* what, Index items, Index numbers) {
  const double bytes = 8 * static_cast<double>(numbers);
  if (bytes < kLargeRequest) return;
  check_memory("the mean model",
               std::string(what) + " for a query of " + std::to_string(items) + " items", bytes,
               "smaller queries, a max_order, or a model of lower cost, as pmop_full");
}

double subtract_normalisers_by_ratios(const AffineStages& s, std::span<const double> top,
                                      std::span<const Index> used, const AffineSlopes& slopes) {
  const Index n = s.items();
  check_tables("its tables", n,
               std::ssize(used) * (n + s.counted) + Tables::kTogether * n * padded(s.most));
  return ByRatios(s, top, used, slopes).run();
}

}  // namespace fubini::detail
