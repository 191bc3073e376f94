// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/potential.hpp"
#include "fubini/model/stagewise/refusals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

// The sum of any potential over all non-empty subsets of a few items: exact, 2^n terms. Subsets are
// bits, bit i for item i, and are walked in increasing order: from the last item to the first, only
// ever adding to running statistics, where the potential has them; the first five items as an array
// that doubles with each, so that a subset costs one addition of an item.
//
// They are cut into parts of 2^14, whose sums and slopes are added up in order: in parallel, with
// the same bits for any number of threads. Memory is what the parts' results take.
namespace fubini {

inline constexpr Index kMostEnumerated = 24;  // items: 16 million subsets

// exp(top) times sum
struct SubsetSum {
  double top = -std::numeric_limits<double>::infinity(), sum = 0;
  double log() const { return top + std::log(sum); }
};

namespace detail {

// work(k) for each k below `count`, on as many threads as the calling one may use
void for_each_part(Index count, const std::function<void(Index)>& work);

// What stands for running statistics where a potential has none: the scores themselves.
template <class P>
struct Gathered {
  const P* potential;
  std::array<double, kMostEnumerated> scores = {};
  Index count = 0;

  void add(double f) { scores[count++] = f; }
  double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
    return potential->template log_potential<double>({std::span(scores.data(), size), stage}, ties);
  }
};

}  // namespace detail

template <Potential P>
class Enumeration {
 public:
  // Items with scores f, from 1 to kMostEnumerated. All arguments must outlive this.
  Enumeration(const P& potential, std::span<const double> f, const Stage& stage,
              std::span<const double> ties)
      : potential_(potential), f_(f), stage_(stage), ties_(ties) {}

  // Throw NumericalError where a potential is NaN or +infinity, zero on all subsets, or not that of
  // its running statistics.
  SubsetSum sum() const { return collected(parts<false>()); }

  // The same, and adds weight times the derivatives of its logarithm to g.
  SubsetSum sum(double weight, Gradient g) const requires SlopedPotential<P> {
    const std::vector<Part> found = parts<true>();
    const SubsetSum all = collected(found);
    for (const Part& part : found) {
      const double share = weight * std::exp(part.total.top - all.top) / all.sum;
      if (share == 0) continue;
      for (std::size_t i = 0; i < f_.size(); ++i) g.scores[i] += share * part.scores[i];
      for (std::size_t t = 0; t < ties_.size(); ++t) g.ties[t] += share * part.ties[t];
    }
    return all;
  }

  // The subset at which the law, summed up in order, passes u in (0, 1)
  std::uint32_t at(double u) const {
    const std::vector<Part> found = parts<false>();
    const SubsetSum all = collected(found);
    double left = u * all.sum;
    Index k = 0;
    const auto share = [&](Index part) {
      return found[part].total.sum * std::exp(found[part].total.top - all.top);
    };
    while (k + 1 < std::ssize(found) && left >= share(k)) left -= share(k++);
    std::uint32_t last = 0;
    for_each_chunk(k, [&](std::uint32_t bits, std::span<double> terms) {
      for (double& term : terms) term = std::exp(term - all.top);
      for (std::size_t j = 0; j < terms.size(); ++j) {
        if (left < 0 || terms[j] == 0) continue;
        last = bits + static_cast<std::uint32_t>(j);
        left -= terms[j];
      }
    });
    return last;
  }

 private:
  static constexpr Index kSideBits = 5, kChunkBits = 12, kPartBits = 14;

  struct Part {
    SubsetSum total;
    std::vector<double> scores = {}, ties = {};  // the sum of exp(log Phi - top) d log Phi
  };
  Index num_items() const { return std::ssize(f_); }
  Index chunk_bits() const { return std::min(num_items(), kChunkBits); }
  Index part_bits() const { return std::min(num_items(), kPartBits); }
  static double minus_infinity() { return -std::numeric_limits<double>::infinity(); }

  // What subsets grow from
  static auto empty_state(const P& potential, [[maybe_unused]] const Stage& stage) {
    if constexpr (RunningPotential<P>)
      return potential.running(stage);
    else
      return detail::Gathered<P>{&potential};
  }
  using State = decltype(empty_state(std::declval<const P&>(), Stage{}));

  std::vector<double> members(std::uint32_t bits) const {
    std::vector<double> scores;
    for (; bits != 0; bits &= bits - 1) scores.push_back(f_[std::countr_zero(bits)]);
    return scores;
  }

  // The log potentials of all ways to take of the first `level` items, beside those in `state`
  void walk(Index level, const State& state, Index size, std::span<State> side, double* out) const {
    if (level <= kSideBits) return fill(level, state, size, side, out);
    walk(level - 1, state, size, side, out);
    State with = state;
    with.add(f_[level - 1]);
    walk(level - 1, with, size + 1, side, out + (Index{1} << (level - 1)));
  }
  void fill(Index level, const State& state, Index size, std::span<State> side, double* out) const {
    if constexpr (RunningPotential<P>) {
      side[0] = state;
      for (Index l = 0; l < level; ++l)
        for (Index j = 0, half = Index{1} << l; j < half; ++j) {
          side[half + j] = side[j];
          side[half + j].add(f_[l]);
        }
    }
    for (std::uint32_t j = 0; j < std::uint32_t{1} << level; ++j) {
      const Index count = size + std::popcount(j);
      if (count == 0)
        out[j] = minus_infinity();
      else if constexpr (RunningPotential<P>)
        out[j] = side[j].log_potential(count, stage_, ties_);
      else
        out[j] = asked(state, j, count, side[0]);
    }
  }
  // Only what is added is written: copies of all scores would cost more than most potentials.
  double asked(const State& state, std::uint32_t more, Index count, State& kept) const {
    if (more <= 1) kept = state;
    kept.count = state.count;
    for (; more != 0; more &= more - 1) kept.add(f_[std::countr_zero(more)]);
    return kept.log_potential(count, stage_, ties_);
  }

  // Calls visit(bits of the first, log potentials) for every chunk of a part.
  template <class Visit>
  void for_each_chunk(Index part, const Visit& visit) const {
    const State empty = empty_state(potential_, stage_);
    std::vector<State> side(std::size_t{1} << kSideBits, empty);
    std::vector<double> terms(std::size_t{1} << chunk_bits());
    for (Index c = 0; c < Index{1} << (part_bits() - chunk_bits()); ++c) {
      stop_if_asked();
      const auto bits = static_cast<std::uint32_t>((part << part_bits()) + (c << chunk_bits()));
      State state = empty;
      for (Index i = num_items(); i-- > chunk_bits();)
        if (bits >> i & 1) state.add(f_[i]);
      walk(chunk_bits(), state, std::popcount(bits), side, terms.data());
      bool fine = true;
      for (const double term : terms) fine &= is_log_potential(term);
      if (!fine) refuse_one_of(bits, terms);
      visit(bits, std::span<double>(terms));
    }
  }
  [[noreturn]] void refuse_one_of(std::uint32_t bits, std::span<const double> terms) const {
    const auto bad = std::ranges::find_if_not(terms, is_log_potential);
    refuse_log_potential(*bad, members(bits + static_cast<std::uint32_t>(bad - terms.begin())));
  }

  template <bool with_slopes>
  std::vector<Part> parts() const {
    check_statistics();
    std::vector<Part> found(std::size_t{1} << (num_items() - part_bits()));
    detail::for_each_part(std::ssize(found), [&](Index k) {
      Part& part = found[k];
      if (with_slopes) part.scores.assign(f_.size(), 0.0);
      if (with_slopes) part.ties.assign(ties_.size(), 0.0);
      for_each_chunk(k, [&](std::uint32_t bits, std::span<double> terms) {
        const double top = *std::ranges::max_element(terms);
        if (top == minus_infinity()) return;
        for (double& term : terms) term -= top;
        vector_math::exp(terms);
        const double scale = raise(part, top);
        double sum = 0;
        for (const double term : terms) sum += term;
        part.total.sum += scale * sum;
        if constexpr (with_slopes) add_slopes(bits, terms, scale, part);
      });
    });
    return found;
  }
  // So that the part's top is at least `top`; returns the factor of what is relative to `top`.
  static double raise(Part& part, double top) {
    if (top <= part.total.top) return std::exp(top - part.total.top);
    const double shrink = std::exp(part.total.top - top);
    part.total.top = top;
    part.total.sum *= shrink;
    for (double& slope : part.scores) slope *= shrink;
    for (double& slope : part.ties) slope *= shrink;
    return 1;
  }
  // Subsets whose share is nothing to all digits are left out.
  void add_slopes(std::uint32_t first, std::span<const double> terms, double scale,
                  Part& part) const {
    constexpr double kNothing = 1e-40;  // times 2^24 subsets
    std::array<double, kMostEnumerated> scores{}, slopes{};
    for (std::size_t j = 0; j < terms.size(); ++j) {
      const double weight = scale * terms[j];
      if (!(weight > kNothing)) continue;
      const std::uint32_t bits = first + static_cast<std::uint32_t>(j);
      std::size_t size = 0;
      for (std::uint32_t left = bits; left != 0; left &= left - 1) {
        slopes[size] = 0;
        scores[size++] = f_[std::countr_zero(left)];
      }
      potential_.add_slopes({std::span<const double>(scores).first(size), stage_}, ties_, weight,
                            std::span(slopes).first(size), std::span<double>(part.ties));
      const double* slope = slopes.data();
      for (std::uint32_t left = bits; left != 0; left &= left - 1)
        part.scores[std::countr_zero(left)] += *slope++;
    }
  }

  SubsetSum collected(const std::vector<Part>& found) const {
    SubsetSum all;
    for (const Part& part : found) all.top = std::max(all.top, part.total.top);
    if (all.top == minus_infinity())
      refuse_zeros(std::ldexp(1.0, static_cast<int>(num_items())) - 1, num_items(), members(1));
    for (const Part& part : found) all.sum += part.total.sum * std::exp(part.total.top - all.top);
    return all;
  }

  // Running statistics that are not those of the definition would be summed without a word.
  void check_statistics() const {
    if constexpr (RunningPotential<P>) {
      constexpr double kRounding = 1e-8;
      State all = empty_state(potential_, stage_);
      for (Index i = num_items(); i-- > 0;) all.add(f_[i]);
      const double value = all.log_potential(num_items(), stage_, ties_);
      const double other = potential_.template log_potential<double>({f_, stage_}, ties_);
      const bool close =
          other == value || std::abs(other - value) <= kRounding * (1 + std::abs(value));
      if (!close && is_log_potential(value) && is_log_potential(other))
        refuse_order(value, other, f_);
    }
  }

  const P& potential_;
  std::span<const double> f_;
  Stage stage_;
  std::span<const double> ties_;
};

}  // namespace fubini
