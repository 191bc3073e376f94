// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

#include "fubini/core/ranking.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fubini::validation {

struct PaperOptions {
  Index queries = 1000, features = 100;  // simulated; nine in ten are for training
  std::string train = {}, test = {};     // files instead
  bool first_only = false;               // no second-order features
  int iterations = 100;                  // of L-BFGS, at most
  int passes = 1000;                     // of the chains, and their rate
  double rate = 0.1;
  double threshold = 0.15;  // of second-order features
  std::uint64_t seed = 1;
};

// The paper's experiment: its Table 1 (how well each method ranks new queries, beside the paper's
// numbers, which are of other data) and Table 2 (what learning costs). Reported, not judged.
std::vector<Section> run_paper(const PaperOptions& options);

}  // namespace fubini::validation
