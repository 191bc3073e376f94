// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <string>

// The data of the benchmarks, made from one simulated collection.
namespace fubini::bench {

Dataset simulated(Index rows, Index features);

Dataset first_queries(const Dataset& data, Index queries);

// The same rows, ranked anew in buckets of one and two, for models that allow no larger ties
Dataset with_few_ties(const Dataset& data);

// The same rows in sparse form; of the values `share` are kept
Dataset as_sparse(const Dataset& data, double share);

// For other programs: rows.f32 (row by row, padded to the stride), queries.i64 and buckets.i64
// (where each begins, as row numbers; the end), weights.f64, network.f64 (of an mlp:64,32).
void write_arrays(const Dataset& data, const std::string& folder);

}  // namespace fubini::bench
