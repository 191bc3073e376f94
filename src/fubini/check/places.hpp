// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/budget.hpp"
#include "fubini/check/cases.hpp"

#include <string>
#include <vector>

namespace fubini::check {

// Where faults hide that cases drawn at random meet never: where fits start, where a kernel takes
// another way, and at the ends of ranges.
struct Place {
  std::string what;  // "start: all scores 0", "buckets 3, 4", "beta = 70"
  CaseOptions options;
  bool truth = true;  // in 50 digits; else by autodiff: reverse mode, or along directions
};

struct PlaceOptions {
  bool scorer = false;        // what a scorer may trip over: fewer sizes, no buckets, no ties
  Index most_items = 4096;    // sizes around the powers of two up to here
  Index largest_pair = 70;    // two buckets of 1 to so many items each
  double operations = 1.7e7;  // of one evaluation, by the cost that is declared; 4096^2
};

// The names of the tie parameters are for their places. What costs too much is left out by name.
std::vector<Place> places(const ModelInfo& model, const std::vector<std::string>& ties,
                          const PlaceOptions& options, std::vector<LeftOut>& left_out);

// How many steps an evaluation of n items takes, about, at this cost; an unknown one counts as n^2,
// and slow.
double operations(Cost cost, Index n);

}  // namespace fubini::check
