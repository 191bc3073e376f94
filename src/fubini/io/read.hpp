// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

struct ReadOptions {
  // What the data must go with, say a fitted model. A file with a larger feature number or an
  // unknown item is refused; without these the file decides.
  Index num_features = 0;
  std::vector<std::string> items = {};

  int threads = 0;  // at most, for parsing; 0: as many as there are. The result is the same.

  // Keep the parsed rows of learning-to-rank text in FILE.cache beside it and use them next time,
  // if they are of the same bytes and undamaged. That file is written if it can be; one of another
  // kind is left alone.
  bool cache = false;

  // Sees how many bytes (unpacked) are parsed; called by one thread at a time, done never falls.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct ReadData {
  Dataset data;
  std::vector<std::string> items = {};  // names, for data without features
  std::string fingerprint = {};         // of the file's bytes: see file.hpp
};

// A dataset from a text file, plain or packed by gzip or zstd, in one of three formats, told by the
// first line:
//
//   learning to rank (SVMlight with qid)   2 qid:10 1:0.5 3:-2  # comment
//       grade, query, then features by increasing number from 1; what is missing is 0
//   paired comparisons                     item_i,item_j,wins_i,wins_j,ties
//       counts; each outcome becomes a query with its count as weight
//   rankings with ties                     weight,apple,pear,...
//       a ranking a line: 1 is best, equal numbers tie, 0 is not ranked
//
// Lines may end with CRLF; empty ones are passed over; names may stand in quotes ("a, b"). Throws
// FileError with file, line and column (in bytes, from 1): "data.txt:7:12: ...", and always for the
// first error in the file.
ReadData read_dataset(const std::string& path, const ReadOptions& options = {});
// The same from unpacked text, without cache; `name` stands for the file in errors.
ReadData parse_dataset(std::string_view text, const std::string& name,
                       const ReadOptions& options = {});

}  // namespace fubini
