// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/two_parts.hpp"
#include "fubini/model/contract.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <vector>

// Sums over the unordered pairs of a ranking, which the pairwise models share. Items stand in
// bucket order, so of i < j item i is never the worse one: it wins or ties.
namespace fubini {

// The definition: the sum of win(f_i, f_j) over the pairs with different grades.
template <class T, class Win>
T sum_win_pairs(const Ranking& ranking, std::span<const T> f, Win&& win) {
  T total = 0;
  for (Index i = 0; i < ranking.num_items(); ++i) {
    stop_if_asked();
    T row = 0;
    for (Index j = ranking.end(ranking.bucket_of(i)); j < ranking.num_items(); ++j)
      row += win(f[i], f[j]);
    total += row;
  }
  return total;
}

// The definition with ties: win(d, ties) or tie(d, ties) for every pair, d = f_i - f_j. Each row of
// pairs has tie parameters of its own, so that in reverse mode, too, derivatives are summed row by
// row: one sum over all n^2 pairs would lose digits in proportion to n^2.
template <class T, class Win, class Tie>
T sum_pairs(const Ranking& ranking, std::span<const T> f, std::span<const T> ties, Win&& win,
            Tie&& tie) {
  T total = 0;
  for (Index i = 0; i < ranking.num_items(); ++i) {
    stop_if_asked();
    std::vector<T> copied;
    for (const T& t : ties) copied.push_back(-(-t));  // t + 0 may be t itself
    const std::span<const T> own(copied);
    T row = 0;
    for (Index j = i + 1; j < ranking.num_items(); ++j) {
      const T d = f[i] - f[j];
      row += ranking.tied(i, j) ? tie(d, own) : win(d, own);
    }
    total += row;
  }
  return total;
}

inline constexpr std::size_t kPairBlock = 256;

// Room for one number a pair of a block.
using PairBuffer = std::array<double, kPairBlock>;

// Gathers pairs of one outcome into blocks, so that a kernel works on long arrays however short
// the query. kernel(d, slope) gets d = f_i - f_j of up to kPairBlock pairs, fills slope with the
// derivative of each pair's value with respect to d, and returns the sum of the values. A model
// that compares d with a threshold takes kernel(d, lost, slope): d + lost is f_i - f_j without
// rounding.
template <class Kernel>
class PairBlocks {
 public:
  PairBlocks(std::span<const double> f, std::span<double> g, Kernel kernel)
      : f_(f), g_(g), kernel_(kernel) {}

  // the pairs of i with every j in [begin, end)
  void add(Index i, Index begin, Index end) {
    while (begin < end) {
      const Index count = std::min<Index>(end - begin, kPairBlock - size_);
      for (Index k = 0; k < count; ++k) {
        const TwoParts exact = difference(f_[i], f_[begin + k]);
        d_[size_ + k] = exact.high;
        if constexpr (kWithLost) lost_[size_ + k] = exact.low;
      }
      runs_[num_runs_++] = {i, begin, count};
      size_ += count;
      begin += count;
      if (size_ == kPairBlock) flush();
    }
  }

  double finish() {
    if (size_ > 0) flush();
    return total_;
  }

 private:
  static constexpr bool kWithLost =
      std::invocable<Kernel&, std::span<const double>, std::span<const double>, std::span<double>>;

  struct Run {
    Index i, begin, count;
  };

  void flush() {
    stop_if_asked();
    const auto size = static_cast<std::size_t>(size_);
    const auto d = std::span<const double>(d_).first(size);
    const auto slopes = std::span(slope_).first(size);
    if constexpr (kWithLost)
      total_ += kernel_(d, std::span<const double>(lost_).first(size), slopes);
    else
      total_ += kernel_(d, slopes);
    const double* slope = slope_.data();
    for (Index r = 0; r < num_runs_; ++r) {
      const auto [i, begin, count] = runs_[r];
      double sum = 0;
      for (Index k = 0; k < count; ++k) {
        sum += slope[k];
        g_[begin + k] -= slope[k];
      }
      g_[i] += sum;
      slope += count;
    }
    size_ = num_runs_ = 0;
  }

  std::span<const double> f_;
  std::span<double> g_;
  Kernel kernel_;
  double total_ = 0;
  Index size_ = 0, num_runs_ = 0;
  PairBuffer d_, lost_, slope_;
  std::array<Run, kPairBlock> runs_;
};

// sum over the pairs with different grades
template <class Kernel>
double sum_wins(const Ranking& ranking, std::span<const double> f, std::span<double> g,
                Kernel kernel) {
  PairBlocks<Kernel> blocks(f, g, kernel);
  for (Index i = 0; i < ranking.num_items(); ++i)
    blocks.add(i, ranking.end(ranking.bucket_of(i)), ranking.num_items());
  return blocks.finish();
}

// sum over the tied pairs
template <class Kernel>
double sum_ties(const Ranking& ranking, std::span<const double> f, std::span<double> g,
                Kernel kernel) {
  PairBlocks<Kernel> blocks(f, g, kernel);
  for (Index i = 0; i < ranking.num_items(); ++i)
    blocks.add(i, i + 1, ranking.end(ranking.bucket_of(i)));
  return blocks.finish();
}

}  // namespace fubini
