// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

constexpr Index kMostFeatures = 100'000'000;

struct LetorOptions {
  Index num_features = 0;  // how many there may be; 0: as many as occur
  int threads = 0;         // at most; 0: as many as there are
  std::function<void(std::size_t done, std::size_t total)> progress = {};
  // The text is parsed in pieces of at least this size, which end where a line ends. The result
  // does not depend on it.
  std::size_t piece_bytes = std::size_t{1} << 20;
};

// Lines of a file, in its order. Zeros are not kept.
struct LetorPiece {
  std::vector<double> grades;         // one a row
  std::vector<std::uint32_t> counts;  // of a row's features
  std::vector<std::uint32_t> columns;
  std::vector<float> values;
};

struct LetorRows {
  struct Query {
    std::string id;
    Index rows;
  };
  std::vector<Query> queries;
  std::vector<LetorPiece> pieces;  // a query may begin in one and end in another
  Index largest_feature = 1;       // that stands in the file, from 1
};

// See read.hpp. The first error in the order of the file is thrown, as a FileError.
LetorRows parse_letor(std::string_view text, const std::string& name,
                      const LetorOptions& options = {});

// Dense in memory if more than a third of the features are not 0, else sparse. Pieces are freed as
// they are used. num_features: 0: as many as occur.
Dataset to_dataset(LetorRows rows, Index num_features = 0);

}  // namespace fubini
