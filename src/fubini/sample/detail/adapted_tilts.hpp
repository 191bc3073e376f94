// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/detail/tilted_draws.hpp"

#include <span>
#include <vector>

namespace fubini::detail {

// What pilots have taught of the subsets of one size.
struct SizeKnown {
  Tilt tilt = {};
  double log_z = 0;       // of the sum of Phi over its subsets
  double spread = 0;      // of its weights by the tilt: their standard deviation over their mean
  int impossible = 0;     // pilots that found none of its subsets possible
  bool hopeless = false;  // nothing beside the others
};

// What draws say of one size
struct SizeShare {
  Index size = 1;
  bool all = false;
  double share = 0;           // of Z
  double squared_spread = 0;  // of weights: their variance over their mean's square
  double draws = 0;
};

// Tilts of all sizes of a stage, bettered by pilots. The basis is the score, its square (both
// centred and scaled), and a number an item that is learned.
class AdaptedTilts {
 public:
  AdaptedTilts() = default;  // of nothing
  explicit AdaptedTilts(std::span<const double> f);

  // For other scores of the same items: a tilt is so much a unit of the score. False where they
  // are too different for what was learned to be of use.
  bool move_to(std::span<const double> f);

  Index num_items() const { return std::ssize(basis_[0]); }
  const Basis& basis() const { return basis_; }

  std::vector<SizePlan> all_subsets() const;
  // Half of each size by its tilt, half by the first one: what a tilt never draws it cannot learn.
  std::vector<SizePlan> pilot(Index count) const;
  // Regresses log Phi on the sums of the basis, size by size. Scores of zero have no part in it.
  void learn(const TiltedDraws& draws, std::span<const double> log_phi);
  // The number an item: how much its presence explains of what the regression left, in all sizes.
  void learn_items(const TiltedDraws& draws, std::span<const double> log_phi);

  // The standard deviation of log Z by one draw shared out as plan() does
  double deviation() const;
  // Draws in proportion to what each size adds to the deviation, at least `fewest` a size; sizes whose
  // share of Z is below `negligible` have none. A size that varies and has at most `most_enumerated`
  // subsets has all of them: few items are far from a sum.
  std::vector<SizePlan> plan(Index draws, Index fewest, Index most_enumerated, double negligible,
                             double merge) const;
  double share(Index size) const { return shares_[size - 1]; }
  // A draw of each size that such a plan leaves out
  std::vector<SizePlan> scouts(const std::vector<SizePlan>& plan) const;
  // What draws by plan() say. False if weights vary by far more than pilots said.
  bool follow(const std::vector<SizeShare>& found);

 private:
  Tilt first_tilt(Index size) const { return {scale_ / static_cast<double>(size), 0, 0}; }  // means
  void borrow_tilts(const std::vector<bool>& found_any);
  void share_out();
  void fill_basis(std::span<const double> f);

  Basis basis_;
  double scale_ = 1;
  bool equal_scores_ = false;
  std::vector<SizeKnown> sizes_;  // 1, 2, ...
  std::vector<double> shares_;
};

}  // namespace fubini::detail
