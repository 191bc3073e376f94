// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <span>
#include <string>

// Datasets as text in the three formats of read.hpp; write_file (file.hpp) puts it on the disk, all
// or nothing. Numbers have the fewest digits that read back as the same. What a format cannot hold
// is refused with ArgumentError.
namespace fubini {

// Learning to rank: rows in the order in which they came, zeros left out. Reading gives the same
// dataset, if the last feature is not 0 everywhere or the reader is told their number. Weights must
// be 1, ids without spaces and each its own. threads: 0 for as many as TBB may use; any number
// gives the same text.
std::string letor_text(const Dataset& data, int threads = 0);

// Paired comparisons of items with these names: queries of two items with grades 1 and 0, or equal;
// a line for each run of outcomes of the same pair. Reading gives the same queries; items are
// numbered as they occur unless the reader is told their names.
std::string pairs_text(const Dataset& data, std::span<const std::string> names);

// Rankings: a column an item, a line a query. Reading gives the same rankings, with grades -1, -2,
// ... and items in the order of columns.
std::string rankings_text(const Dataset& data, std::span<const std::string> names);

}  // namespace fubini
