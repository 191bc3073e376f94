// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/progress.hpp"
#include "fubini/io/read.hpp"

#include <string>

namespace fubini::cli {

// Reads data with a progress bar on a terminal, unless it is to be quiet.
inline ReadData read_with_progress(const std::string& path, ReadOptions options = {},
                                   bool quiet = false) {
  const Progress progress(quiet);
  options.progress = [&](std::size_t done, std::size_t total) {
    progress.show(done, total == 0 ? 1 : total, "reading " + path);
  };
  return read_dataset(path, options);
}

}  // namespace fubini::cli
