// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/progress.hpp"
#include "fubini/fit/options.hpp"
#include "fubini/io/file.hpp"

#include <chrono>
#include <optional>
#include <string>

#include <signal.h>

namespace fubini::cli {

// Tells how a fit goes: one line on a terminal that is written over, at most a line a second in a
// pipe, every iteration in a log of JSON lines.
class FitProgressReport {
 public:
  FitProgressReport(bool quiet, const std::optional<std::string>& log, std::string metric);
  ~FitProgressReport() = default;

  void show(const FitProgress& now);
  void finish();  // of a fit without iterations the log is empty

 private:
  void write_log(const FitProgress& now);

  bool quiet_;
  std::string metric_;
  Progress line_;
  std::optional<GrowingFile> log_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// While one stands, Ctrl-C, SIGTERM, or SIGHUP where it would end the program, asks to stop; the
// second one kills.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  static bool asked();
  static const StopFlag& flag();

 private:
  struct sigaction before_[3];
};

}  // namespace fubini::cli
