// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/any_subset.hpp"
#include "fubini/sample/uniform_subsets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
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
      : potential_(of_subsets(potential)), f_(f), stage_(stage), ties_(ties), in_(f.size(), 0) {
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
      ++moves_;
    }
  }

  // Takes a member out, any, and one in for it: item j with probability proportional to
  // Phi(S - i + j). Where all subsets beside S are impossible, a single flip moves nowhere.
  void exchange(Draws& draws) {
    stop_if_asked();
    if (size_ == std::ssize(f_)) return;
    const std::size_t out = member(draws.below(size_));
    in_[out] = 0;
    const auto rest = base_without(out);
    weights_.assign(f_.size(), 0.0);
    double top = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t j = 0; j < f_.size(); ++j)
      if (in_[j] == 0) top = std::max(top, weights_[j] = exchanged(rest, j).log_potential);
    if (top == -std::numeric_limits<double>::infinity()) {  // nor was it possible before
      in_[out] = 1;
      return;
    }
    for (std::size_t j = 0; j < f_.size(); ++j)
      if (in_[j] == 0) total += weights_[j] = std::exp(weights_[j] - top);
    double left = draws.uniform() * total;
    std::size_t chosen = out;
    for (std::size_t j = 0; j < f_.size(); ++j)
      if (in_[j] == 0 && weights_[j] > 0) {
        chosen = j;
        if ((left -= weights_[j]) < 0) break;
      }
    state_ = exchanged(rest, chosen);
    in_[chosen] = 1;
    moves_ += chosen == out ? 0 : 1;
  }

  // So many proposals. They do not depend on where the chain is, so nothing is kept of one that is
  // not taken.
  void metropolis_steps(Index proposals, Draws& draws, Acceptance acceptance) {
    stop_if_asked();
    if (!proposed_) prepare_proposals(draws);
    const std::int64_t before = accepted_;
    for (Index k = 0; k < proposals; ++k) {
      if (side_ == UniformSubsets::kSide) draw_proposals();
      const Index l = side_++, size = proposed_->size(l);
      double log_ratio = log_potentials_[l] - state_.log_potential;
      if (acceptance == Acceptance::hastings) log_ratio += log_choose_[size] - log_choose_[size_];
      ++proposals_;
      if (!(log_ratio >= 0 || is_below(proposed_->number(l), log_ratio))) continue;
      ++accepted_;
      ++moves_;
      proposed_->copy(l, in_);
      size_ = size;
      state_.log_potential = log_potentials_[l];
    }
    if (accepted_ != before) rebuild();  // the running statistics
  }

  Index size() const { return size_; }
  double log_potential() const { return state_.log_potential; }
  std::int64_t moves() const { return moves_; }
  double acceptance_rate() const {
    return proposals_ == 0 ? 1 : static_cast<double>(accepted_) / static_cast<double>(proposals_);
  }
  std::vector<Index> positions() const {
    std::vector<Index> result;
    for (std::size_t i = 0; i < in_.size(); ++i)
      if (in_[i] != 0) result.push_back(static_cast<Index>(i));
    return result;
  }

 private:
  using Any = of_subsets_t<P>;
  static constexpr bool kRuns = RunningPotential<Any>;
  static constexpr bool kSums = requires {  // affine: what runs is the sum of the scores
    requires std::same_as<typename Any::Running, typename Any::OfSums>;
  };
  struct Nothing {};
  static auto start_running(const Any& potential, [[maybe_unused]] const Stage& stage) {
    if constexpr (kRuns)
      return potential.running(stage);
    else
      return Nothing{};
  }
  struct State {
    decltype(start_running(std::declval<const Any&>(), Stage{})) running;
    double log_potential = 0;
  };

  // log(u) < x; mostly its bounds 1 - 1/u <= log(u) <= u - 1 tell already
  static bool is_below(double u, double x) {
    if (u - 1 < x) return true;
    return u - 1 < u * x && std::log(u) < x;
  }

  void prepare_proposals(Draws& draws) {
    const auto n = static_cast<Index>(f_.size());
    proposed_.emplace(n, static_cast<std::uint64_t>(std::ldexp(draws.uniform(), 53)));
    thread_local std::vector<double> logs = {0};  // of whole numbers
    while (std::ssize(logs) <= n) logs.push_back(std::log(static_cast<double>(logs.size())));
    log_choose_.assign(n + 1, 0.0);
    for (Index m = 1; m <= n; ++m) log_choose_[m] = log_choose_[m - 1] + logs[n - m + 1] - logs[m];
  }

  std::size_t member(Index number) const {
    for (std::size_t i = 0;; ++i)
      if (in_[i] != 0 && number-- == 0) return i;
  }

  void draw_proposals() {
    proposed_->draw();
    side_ = 0;
    if constexpr (kSums) {
      const auto sums = proposed_->sums(f_);
      for (Index l = 0; l < UniformSubsets::kSide; ++l) {
        State state = {start_running(potential_, stage_)};
        state.running.sum = sums[l];
        log_potentials_[l] = state.running.log_potential(proposed_->size(l), stage_, ties_);
      }
    } else {
      for (Index l = 0; l < UniformSubsets::kSide; ++l) log_potentials_[l] = evaluate_proposal(l);
    }
  }
  double evaluate_proposal(Index l) {
    scores_.resize(f_.size() + 1);
    double* end = scores_.data();  // what is not in is written over
    for (std::size_t i = 0; i < f_.size(); ++i) {
      *end = f_[i];
      end += proposed_->has(l, static_cast<Index>(i)) ? 1 : 0;
    }
    const std::span<const double> scores(scores_.data(), end);
    if constexpr (kRuns) {
      auto running = potential_.running(stage_);
      for (const double f : scores) running.add(f);
      return running.log_potential(std::ssize(scores), stage_, ties_);
    } else {
      return potential_.template log_potential<double>({scores, stage_}, ties_);
    }
  }

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
  // Statistics of the set, from which item i was taken; of none, if it was the only one
  auto base_without(std::size_t i) {
    if constexpr (kRuns) {
      auto running = state_.running;
      if (running.remove(f_[i])) return running;
      running = start_running(potential_, stage_);
      for (std::size_t j = 0; j < in_.size(); ++j)
        if (in_[j] != 0) running.add(f_[j]);
      return running;
    } else {
      return Nothing{};
    }
  }
  template <class Base>
  State exchanged(const Base& base, std::size_t j) {
    if constexpr (kRuns) {
      State state{base, 0};
      state.running.add(f_[j]);
      state.log_potential = state.running.log_potential(size_, stage_, ties_);
      return state;
    } else {
      return changed(j);
    }
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

  Any potential_;
  std::span<const double> f_;
  Stage stage_;
  std::span<const double> ties_;
  std::vector<char> in_;
  std::vector<double> scores_, weights_, log_choose_;
  std::optional<UniformSubsets> proposed_;  // those from side_ on are still to be looked at
  std::array<double, UniformSubsets::kSide> log_potentials_{};
  Index side_ = UniformSubsets::kSide;
  State state_{start_running(potential_, stage_), 0};
  Index size_ = 0;
  std::int64_t sweeps_ = 0, proposals_ = 0, accepted_ = 0, moves_ = 0;
};

}  // namespace fubini
