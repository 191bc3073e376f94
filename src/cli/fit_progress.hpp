// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/progress.hpp"
#include "fubini/fit/options.hpp"

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace fubini::cli {

// Tells how a fit goes: one line on a terminal that is written over, at most a line a second in a
// pipe, every iteration in a log of JSON lines.
class FitProgressReport {
 public:
  FitProgressReport(bool quiet, const std::optional<std::string>& log, std::string metric);
  ~FitProgressReport() = default;

  void show(const FitProgress& now);
  void clear() const { line_.clear(); }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write_log(const FitProgress& now);

  bool quiet_;
  std::string metric_, log_path_;
  Progress line_;
  std::unique_ptr<std::FILE, Close> log_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// While one stands, Ctrl-C asks to stop instead of killing; the second one kills.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  static bool asked();
};

}  // namespace fubini::cli
