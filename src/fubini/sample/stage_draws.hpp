// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/subsets.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Weighted draws of subsets at one stage, for importance sampling (importance.hpp).
namespace fubini {

struct ImportanceOptions {
  Index draws = 1000;  // of a stage, about; a stage with fewer subsets is enumerated
  Index pilot = 32;    // draws of every size, while tilts are adapted
  int pilots = 3;      // as often; more where weights vary much
  // Sizes beside each other share a law where that makes the logarithms of their weights vary by so
  // much at most, about: it takes less time. 0: none does
  double merge = 0;
};

// Draws of one stage, made for the scores and tie parameters that they were adapted to. Other ones
// reweight them.
struct StageDraws {
  struct Group {  // draws `begin` to `end` - 1 have one size; `all`: they are all its subsets
    Index begin = 0, end = 0;
    bool all = false;
  };
  Subsets subsets = {};
  std::vector<Group> groups = {};
  std::vector<double> log_copies = {};  // log of how many copies of the subset were to be expected
  double left_out = 0;  // share of Z, by the pilots, of sizes that have no draws here
};

// Which random numbers: every (seed, stream, stage number) has its own.
struct DrawNumbers {
  std::uint64_t seed = 1, stream = 0;
};

// Adapts to f and draws. Sizes whose share of Z is below `negligible` are left out; with 0 none is.
// Throws NumericalError where a potential is NaN or +infinity, is zero on every subset drawn, or
// depends on the order of the scores.
StageDraws draw_stage(const AnyPotential& potential, std::span<const double> f, const Stage& stage,
                      std::span<const double> ties, const DrawNumbers& numbers,
                      const ImportanceOptions& options = {}, double negligible = 0);

// What pilots have taught of one stage. Kept, it serves draws of the same items at scores and tie
// parameters that have moved, without pilots.
class StagePilots {
 public:
  // As draw_stage: by new pilots, which are kept.
  StageDraws draw(const AnyPotential& potential, std::span<const double> f, const Stage& stage,
                  std::span<const double> ties, const DrawNumbers& numbers,
                  const ImportanceOptions& options = {}, double negligible = 0);
  // By what is kept; nothing where there is none, or scores are too different.
  std::optional<StageDraws> draw_again(const AnyPotential& potential, std::span<const double> f,
                                       const Stage& stage, std::span<const double> ties,
                                       const DrawNumbers& numbers,
                                       const ImportanceOptions& options = {},
                                       double negligible = 0);
  // Takes note of what draws say, each one's share of Z, and their log Z; corrects their left_out. False if what is kept no
  // longer serves: a size without draws may matter by now, or weights vary by far more than they did.
  bool follow(StageDraws& draws, std::span<const double> shares, double log_z);

 private:
  struct Known;
  std::shared_ptr<Known> known_;
};

}  // namespace fubini
