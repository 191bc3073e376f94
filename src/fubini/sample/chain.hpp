// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace fubini {

// How Metropolis-Hastings accepts a proposal S against the present X. Proposals have a size uniform
// on 1..n, then items uniformly, so q(S) = 1/(n C(n, |S|)).
enum class Acceptance {
  hastings,   // Phi(S) C(n, |S|) / (Phi(X) C(n, |X|)): the law is Phi
  as_printed  // Phi(S) / Phi(X), as the paper prints it: the law is Phi(S) / C(n, |S|)
};

// A Markov chain over the non-empty subsets of n items whose law is proportional to a potential.
// O(1) an update where the potential has running statistics. The scores must outlive the chain.
template <Potential P>
class SubsetChain {
 public:
  // Begins at the positions given; at least one.
  SubsetChain(const P& potential, std::span<const double> f, Stage stage,
              std::span<const double> ties, std::span<const Index> start)
      : potential_(potential), f_(f), stage_(stage), ties_(ties), in_(f.size(), 0) {
    for (const Index i : start) in_[i] = 1;
    rebuild();
  }
  SubsetChain(const SubsetChain&) = delete;  // running statistics may point into the potential
  SubsetChain& operator=(const SubsetChain&) = delete;

  // Visits every item once: in with probability Phi(S + x) / (Phi(S + x) + Phi(S - x)). The last
  // member stays: the empty set has probability 0.
  void gibbs_sweep(Draws& draws) {
    constexpr std::int64_t kRefresh = 16;  // running statistics drift
    stop_if_asked();
    if (++sweeps_ % kRefresh == 0) rebuild();
    for (std::size_t i = 0; i < f_.size(); ++i) {
      const bool member = in_[i] != 0;
      if (member && size_ == 1) continue;
      const State other = member ? without(i) : with(i);
      const double log_odds = member ? state_.log_potential - other.log_potential
                                     : other.log_potential - state_.log_potential;
      const bool stays_in = draws.uniform() * (1 + std::exp(-log_odds)) < 1;
      if (stays_in == member) continue;
      in_[i] = stays_in ? 1 : 0;
      size_ += stays_in ? 1 : -1;
      state_ = other;
    }
  }

  void metropolis_step(Draws& draws, Acceptance acceptance) {
    stop_if_asked();
    const auto n = static_cast<Index>(f_.size());
    const Index size = 1 + draws.below(n);
    std::vector<char> proposal(f_.size(), 0);
    for (Index i = 0, wanted = size; i < n; ++i)  // each subset of the size alike
      if (draws.uniform() * static_cast<double>(n - i) < static_cast<double>(wanted)) {
        proposal[i] = 1;
        --wanted;
      }
    const double log_potential = evaluate(proposal);
    double log_ratio = log_potential - state_.log_potential;
    if (acceptance == Acceptance::hastings)
      log_ratio += log_choose<double>(n, size) - log_choose<double>(n, size_);
    ++proposed_;
    if (!(std::log(draws.uniform()) < log_ratio)) return;
    ++accepted_;
    in_ = std::move(proposal);
    rebuild();
  }

  Index size() const { return size_; }
  double log_potential() const { return state_.log_potential; }
  double acceptance_rate() const {
    return proposed_ == 0 ? 1 : static_cast<double>(accepted_) / static_cast<double>(proposed_);
  }
  std::vector<Index> positions() const {
    std::vector<Index> result;
    for (std::size_t i = 0; i < in_.size(); ++i)
      if (in_[i] != 0) result.push_back(static_cast<Index>(i));
    return result;
  }

 private:
  static constexpr bool kRuns = RunningPotential<P>;
  struct Nothing {};
  static auto start_running(const P& potential, [[maybe_unused]] const Stage& stage) {
    if constexpr (kRuns)
      return potential.running(stage);
    else
      return Nothing{};
  }
  struct State {
    decltype(start_running(std::declval<const P&>(), Stage{})) running;
    double log_potential = 0;
  };

  double evaluate(const std::vector<char>& in) {
    scores_.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i] != 0) scores_.push_back(f_[i]);
    return potential_.template log_potential<double>({scores_, stage_}, ties_);
  }

  State built(const std::vector<char>& in) {
    State state{start_running(potential_, stage_), 0};
    if constexpr (kRuns) {
      Index size = 0;
      for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i] != 0) {
          state.running.add(f_[i]);
          ++size;
        }
      state.log_potential = state.running.log_potential(size, stage_, ties_);
    } else {
      state.log_potential = evaluate(in);
    }
    return state;
  }
  void rebuild() {
    size_ = 0;
    for (const char member : in_) size_ += member;
    state_ = built(in_);
  }
  State changed(std::size_t i) {
    in_[i] ^= 1;
    State state = built(in_);
    in_[i] ^= 1;
    return state;
  }
  State with(std::size_t i) {
    if constexpr (kRuns) {
      State state = state_;
      state.running.add(f_[i]);
      state.log_potential = state.running.log_potential(size_ + 1, stage_, ties_);
      return state;
    } else {
      return changed(i);
    }
  }
  State without(std::size_t i) {
    if constexpr (kRuns) {
      State state = state_;
      if (!state.running.remove(f_[i])) return changed(i);
      state.log_potential = state.running.log_potential(size_ - 1, stage_, ties_);
      return state;
    } else {
      return changed(i);
    }
  }

  P potential_;
  std::span<const double> f_;
  Stage stage_;
  std::span<const double> ties_;
  std::vector<char> in_;
  std::vector<double> scores_;
  State state_{start_running(potential_, stage_), 0};
  Index size_ = 0;
  std::int64_t sweeps_ = 0, proposed_ = 0, accepted_ = 0;
};

}  // namespace fubini
