// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/cli.hpp"

#include <string>

// The commands of the program. Each takes its options as text, throws fubini::Error on what it
// cannot use, and returns what to print.
namespace fubini::cli {

struct ModelsOptions {
  bool json = false;
};
std::string models_command(const Models& models, const ModelsOptions& options);

struct LikelihoodOptions {
  std::string model;
  std::string scores;
  std::string buckets;
  std::string ties;
  std::string by = "hand";
  bool json = false;
};
std::string likelihood_command(const Models& models, const LikelihoodOptions& options);

}  // namespace fubini::cli
