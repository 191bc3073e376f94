// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/random.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fubini::check {

// A ranking with scores and tie parameters, to check a model on.
struct Case {
  Ranking ranking;
  std::vector<double> scores;  // in bucket order
  std::vector<double> ties;
};

enum class Shape { one_bucket, singletons, pairs_and_triples, five_buckets, any };
enum class Spread {
  ordinary,    // uniform on +-3
  equal,       // all the same, far from 0
  wide,        // uniform on +-700: exp() alone would overflow or underflow
  worst_last,  // wide, and sorted the wrong way round
  extreme,     // uniform on +-1e4
};

struct CaseOptions {
  Index num_items = 10;
  Shape shape = Shape::any;
  Spread spread = Spread::ordinary;
  std::size_t num_ties = 0;
  double tie_reach = 2;      // tie parameters are uniform on +- this
  Index largest_bucket = 0;  // larger ones are cut; 0: any
};

// The same (seed, index) gives the same case.
Case make_case(const CaseOptions& options, std::uint64_t seed, std::uint64_t index);

// A varied sequence: n from 1 to max_items (small ones more often), every shape, every spread but
// `extreme`, tie parameters up to +-2, +-10 or +-50, all drawn independently.
Case varied_case(Index max_items, std::size_t num_ties, std::uint64_t seed, std::uint64_t index);
CaseOptions varied_options(Index max_items, std::size_t num_ties, std::uint64_t seed,
                           std::uint64_t index);

// As `fubini likelihood` takes it.
std::string describe(const Case& one);

// How many items can be asked of a model whose cost is declared so: the checks differentiate its
// definition, in 50 digits too.
Index feasible_items(Cost cost, Index wanted);

}  // namespace fubini::check
