// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <signal.h>

#include <array>

namespace fubini::cli {

inline constexpr int kInterrupted = 130;  // as a shell has it

// While one stands, Ctrl-C and its like end the program at once with 130, wherever it is; but a file
// that is being replaced is replaced first. What others ignore for us (nohup) stays ignored. A fit
// has an Interrupt instead, which lets it keep what it found.
class EndAtOnce {
 public:
  EndAtOnce();
  ~EndAtOnce();
  EndAtOnce(const EndAtOnce&) = delete;
  EndAtOnce& operator=(const EndAtOnce&) = delete;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace fubini::cli
