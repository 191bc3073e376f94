// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/streams.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/read.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <string>

namespace fubini::cli {

// One line on a terminal that is written over; nothing in a pipe, or if quiet.
class Progress {
 public:
  explicit Progress(bool quiet = false) : shown_(!quiet && isatty(STDERR_FILENO) == 1) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool shown() const { return shown_; }
  void show(std::size_t done, std::size_t total, const std::string& what) const {
    if (shown_) tell(fmt::format("\r\033[K{:>3}% {}", 100 * done / total, what));
  }
  void clear() const {
    if (shown_) tell("\r\033[K");
  }

 private:
  bool shown_;
};

// What should be known before it is waited for, also in a pipe
inline void tell_notice(const std::string& sentence) { tell("fubini: " + sentence + "\n"); }

// Reads data with a progress bar on a terminal, unless it is to be quiet.
inline ReadData read_with_progress(const std::string& path, ReadOptions options = {},
                                   bool quiet = false) {
  const Progress progress(quiet);
  options.progress = [&](std::size_t done, std::size_t total) {
    progress.show(done, total == 0 ? 1 : total, "reading " + shown_name(path));
  };
  return read_dataset(path, options);
}

}  // namespace fubini::cli
