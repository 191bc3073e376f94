// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// Where a fitted model came from.
struct Provenance {
  std::string command = {};      // the command line
  std::string data = {};         // the training file
  std::string fingerprint = {};  // of its bytes: see fingerprint() in file.hpp
  Index num_queries = 0, num_rows = 0;
  double objective = 0;       // what was maximised, penalties included
  double log_likelihood = 0;  // of the training data
  int iterations = 0;
  std::string stopped = {};  // why, in a sentence
};

// Everything that ranking needs. Weights are those of raw features: standardisation is folded in.
struct FittedModel {
  std::string model = {};               // "davidson_luce:max_order=4"
  std::string scorer = "linear";        // "mlp:64,32:relu", "products:1x3,2x2", "worths"
  Index num_features = 0;               // 0 for worths
  std::vector<std::string> items = {};  // names, for worths
  std::vector<double> weights = {};
  std::vector<std::string> tie_parameters = {};  // names
  std::vector<double> ties = {};
  Provenance from = {};
};

// As JSON with a version and a checksum. A text that is damaged, cut short, newer than this
// program, or whose parts do not go together, is refused by a FileError that names `name`. Whether
// the scorer is known and the weights are its own, a Ranker says.
std::string format_model(const FittedModel& model);
FittedModel parse_model(std::string_view text, const std::string& name);

FittedModel read_model(const std::string& path);
void write_model(const std::string& path, const FittedModel& model);  // all or nothing

}  // namespace fubini
