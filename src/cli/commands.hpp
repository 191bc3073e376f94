// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/cli.hpp"
#include "cli/files.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fubini::cli {

// What a command has to say; it throws fubini::Error on what it cannot use.
struct Outcome {
  struct File {
    Output to;
    std::string text;
  };
  // That of a fit which has come to its end is removed when nothing can be lost any more.
  struct Checkpoint {
    std::string path;
    bool ended;
  };
  int status = 0;  // 1: a check failed
  std::string text = {};
  std::vector<File> files = {};
  std::string once_written = {};  // more text, if the files could be
  std::optional<Checkpoint> checkpoint = {};
};

struct CheckOptions {
  std::string model = "all";
  std::string scorer = "all";
  std::optional<std::string> data = {};
  std::string level = "quick";
  std::uint64_t seed = 1;
  std::optional<std::string> out = {};
  std::optional<std::string> junit = {};
  bool json = false;
  bool self_test = false;
};
Outcome check_command(const Catalogues& known, const CheckOptions& options);

}  // namespace fubini::cli
