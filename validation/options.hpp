// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "paper.hpp"

#include <string>

namespace fubini::validation {

struct Options {
  std::string level = "quick";
  std::string out = ".";
  bool verbose = false;
  std::string faults = {};  // where validation/faults/run has written; empty: it did not run
  bool only_paper = false;  // nothing but the paper's experiment, of this size:
  PaperOptions paper = {};

  bool full() const { return level == "full"; }
};

// From a command line; throws UnknownName or ArgumentError.
Options parse_options(int argc, char** argv);

}  // namespace fubini::validation
