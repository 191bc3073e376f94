// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <span>
#include <string>

// The arguments that a potential may take (see potential.hpp).
namespace fubini {

// Where in the ranking a bucket is chosen.
struct Stage {
  Index number = 0;     // from 0
  Index remaining = 0;  // items that it is chosen from
};

template <class T>
struct Subset {
  std::span<const T> scores;  // in any order: a potential must not depend on it
  Stage stage;

  Index size() const { return static_cast<Index>(scores.size()); }
};

struct SizeOf {
  Index size = 1;
  Stage stage = {};
};

// log Phi = log_weight + times_mean times the mean score. The mean, so that the geometric mean has
// exactly 1 here, and the product exactly the size.
template <class T>
struct Affine {
  T log_weight;
  T times_mean;
};

// Size, largest and smallest score; and without one of them, or with one alone: the less there is,
// the fewer subsets differ, and the sooner they are summed.
template <class T>
struct Extremes {
  Index size;
  T maximum, minimum;
  Stage stage;
};
template <class T>
struct SizedMaximum {
  Index size;
  T maximum;
  Stage stage;
};
template <class T>
struct SizedMinimum {
  Index size;
  T minimum;
  Stage stage;
};
template <class T>
struct Maximum {
  T maximum;
};
template <class T>
struct Minimum {
  T minimum;
};

// Families of potentials: what the sum over all subsets takes.
enum class Family {
  any_subset,  // all of them
  affine,      // elementary symmetric polynomials
  additive,    // one sum over the items
  extremes     // pairs of items
};

// "affine in the mean score for each size"
std::string in_words(Family family);

}  // namespace fubini
