// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
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
    if (shown_) fmt::print(stderr, "\r\033[K{:>3}% {}", 100 * done / total, what);
  }
  void clear() const {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool shown_;
};

}  // namespace fubini::cli
