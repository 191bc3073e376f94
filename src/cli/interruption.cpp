// SPDX-License-Identifier: BSD-3-Clause
#include "cli/interruption.hpp"

#include "fubini/core/stopping.hpp"

#include <unistd.h>

#include <string_view>

namespace fubini::cli {
namespace {

volatile sig_atomic_t on_terminal = 0;

// Only what a signal handler may do
extern "C" void end_at_once(int signal) {
  if (Unbroken::put_off(signal)) return;
  constexpr std::string_view kClear = "\r\033[K", kSentence = "fubini: interrupted\n";
  for (const std::string_view text : {on_terminal != 0 ? kClear : "", kSentence})
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) break;  // nobody listens
  _exit(kInterrupted);
}

}  // namespace

EndAtOnce::EndAtOnce() {
  on_terminal = isatty(STDERR_FILENO);
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    struct sigaction ours {};
    ours.sa_handler = end_at_once;
    sigaction(kSignals[k], nullptr, &before_[k]);
    if (before_[k].sa_handler == SIG_DFL) sigaction(kSignals[k], &ours, nullptr);
  }
}

EndAtOnce::~EndAtOnce() {
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &before_[k], nullptr);
}

}  // namespace fubini::cli
