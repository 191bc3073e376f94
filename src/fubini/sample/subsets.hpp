// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/any_subset.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fubini {

// Many subsets of the same items, as bits: subset t has those of words() words from t words() on.
struct Subsets {
  Index num_items = 0;
  std::vector<Index> sizes = {};  // how many items each has
  std::vector<std::uint64_t> bits = {};

  Index count() const { return std::ssize(sizes); }
  Index words() const { return (num_items + 63) / 64; }
  template <class Visit>
  void for_each_member(Index t, const Visit& visit) const {  // in increasing order
    for (Index w = 0; w < words(); ++w)
      for (std::uint64_t left = bits[t * words() + w]; left != 0; left &= left - 1)
        visit(w * 64 + std::countr_zero(left));
  }
};

// Any potential, as a value that is asked for many subsets at a time. f are the scores of all items.
class AnyPotential {
 public:
  template <class P>
  requires(!std::same_as<P, AnyPotential>) explicit AnyPotential(P potential)
      : calls_(std::make_shared<const Of<of_subsets_t<P>>>(of_subsets(std::move(potential)))) {}

  // values[t] = log Phi of subset t: by running statistics where the potential has them
  void log_potentials(const Subsets& subsets, std::span<const double> f, const Stage& stage,
                      std::span<const double> ties, std::span<double> values) const {
    calls_->log_potentials(subsets, f, stage, ties, values);
  }
  double log_potential(const Subset<double>& subset, std::span<const double> ties) const {
    return calls_->log_potential(subset, ties);
  }

  // Adds the sum over t of weights[t] d log Phi.
  bool has_slopes() const { return calls_->has_slopes(); }
  void add_slopes(const Subsets& subsets, std::span<const double> f, const Stage& stage,
                  std::span<const double> ties, std::span<const double> weights, Gradient g) const {
    calls_->add_slopes(subsets, f, stage, ties, weights, g);
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  Gradient g) const {
    calls_->add_slopes(subset, ties, weight, g);
  }

 private:
  using Numbers = std::span<const double>;
  struct Calls {
    virtual ~Calls() = default;
    virtual void log_potentials(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
                                std::span<double> values) const = 0;
    virtual double log_potential(const Subset<double>& subset, Numbers ties) const = 0;
    virtual bool has_slopes() const = 0;
    virtual void add_slopes(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
                            Numbers weights, Gradient g) const = 0;
    virtual void add_slopes(const Subset<double>& subset, Numbers ties, double weight,
                            Gradient g) const = 0;
  };

  template <class P>
  struct Of final : Calls {
    explicit Of(P given) : potential(std::move(given)) {}

    void log_potentials(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
                        std::span<double> values) const override {
      if constexpr (RunningPotential<P>)
        run(subsets, f, stage, ties, values);
      else
        ask(subsets, f, stage, ties, values);
    }
    double log_potential(const Subset<double>& subset, Numbers ties) const override {
      return potential.template log_potential<double>(subset, ties);
    }
    bool has_slopes() const override { return SlopedPotential<P>; }
    void add_slopes(const Subset<double>& subset, Numbers ties, double weight,
                    Gradient g) const override {
      if constexpr (SlopedPotential<P>)
        potential.add_slopes(subset, ties, weight, g.scores, g.ties);
    }
    void add_slopes(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
                    Numbers weights, Gradient g) const override {
      thread_local std::vector<double> scores, slopes;
      thread_local std::vector<Index> positions;
      scores.resize(f.size());
      slopes.resize(f.size());
      positions.resize(f.size());
      for (Index t = 0; t < subsets.count(); ++t) {
        if (weights[t] == 0) continue;
        Index* end = positions.data();
        subsets.for_each_member(t, [&](Index i) { *end++ = i; });
        const Index size = end - positions.data();
        for (Index j = 0; j < size; ++j) {
          scores[j] = f[positions[j]];
          slopes[j] = 0;
        }
        add_slopes({std::span<const double>(scores).first(size), stage}, ties, weights[t],
                   {std::span(slopes).first(size), g.ties});
        for (Index j = 0; j < size; ++j) g.scores[positions[j]] += slopes[j];
      }
    }

   private:
    static constexpr Index kSide = 8;

    static Numbers members(const Subsets& subsets, Index t, Numbers f, std::vector<double>& kept) {
      double* end = kept.data();
      subsets.for_each_member(t, [&](Index i) { *end++ = f[i]; });
      return {kept.data(), end};
    }
    void ask(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
             std::span<double> values) const {
      thread_local std::vector<double> scores;
      scores.resize(f.size());
      for (Index t = 0; t < subsets.count(); ++t)
        values[t] = log_potential({members(subsets, t, f, scores), stage}, ties);
    }
    // Eight of one size side by side, so that none waits for the sums of another
    void run(const Subsets& subsets, Numbers f, const Stage& stage, Numbers ties,
             std::span<double> values) const {
      thread_local std::vector<double> scores;
      scores.resize(f.size() * kSide);
      const auto start = [&]<std::size_t... l>(std::index_sequence<l...>) {
        return std::array{((void)l, potential.running(stage))...};
      };
      for (Index t = 0, end = 0; t < subsets.count(); t = end) {
        const Index size = subsets.sizes[t];
        for (end = t; end < subsets.count() && end - t < kSide && subsets.sizes[end] == size;
             ++end) {
          double* to = scores.data() + (end - t);
          subsets.for_each_member(end, [&](Index i) { *std::exchange(to, to + kSide) = f[i]; });
        }
        auto side = start(std::make_index_sequence<kSide>{});
        for (Index j = 0; j < size; ++j)
          for (Index l = 0; l < kSide; ++l) side[l].add(scores[j * kSide + l]);
        for (Index l = 0; l < end - t; ++l)
          values[t + l] = side[l].log_potential(size, stage, ties);
      }
    }

    P potential;
  };

  std::shared_ptr<const Calls> calls_;
};

}  // namespace fubini
