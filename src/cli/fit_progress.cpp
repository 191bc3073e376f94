// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fit_progress.hpp"

#include "cli/json.hpp"
#include "cli/streams.hpp"

#include <cmath>
#include <csignal>
#include <iterator>
#include <utility>

namespace fubini::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
StopFlag interrupted = false;
extern "C" void on_interrupt(int) { interrupted = true; }

std::string in_words(const FitProgress& now, const std::string& metric) {
  std::string text = fmt::format("iteration {} of {}", now.iteration, now.iterations);
  if (now.objective) text += fmt::format(", objective {:.6f}", *now.objective);
  text += fmt::format(", gradient {:.3g}", now.gradient_norm);
  if (now.validation) text += fmt::format(", {} {:.5f}", metric, *now.validation);
  const double left = now.seconds / now.iteration * (now.iterations - now.iteration);
  return text + fmt::format(", at most {:.0f} s left", left);
}

}  // namespace

FitProgressReport::FitProgressReport(bool quiet, const std::optional<std::string>& log,
                                     std::string metric)
    : quiet_(quiet), metric_(std::move(metric)), line_(quiet) {
  if (log) log_.emplace(*log);
  // A pipe waits for its reader: here, while Ctrl-C still ends the program at once.
  if (log && kind_of(*log) == PathKind::stream) log_->append("");
}

void FitProgressReport::show(const FitProgress& now) {
  if (log_) write_log(now);
  if (quiet_) return;
  const auto time = std::chrono::steady_clock::now();
  if (time - last_ < std::chrono::milliseconds(line_.shown() ? 100 : 1000)) return;
  last_ = time;
  if (line_.shown())
    line_.show(static_cast<std::size_t>(now.iteration), static_cast<std::size_t>(now.iterations),
               in_words(now, metric_));
  else
    tell(in_words(now, metric_) + "\n");
}

void FitProgressReport::finish() {
  line_.clear();
  if (log_) log_->append("");
}

void FitProgressReport::write_log(const FitProgress& now) {
  const auto known = [](std::optional<double> x) { return x ? number(*x) : Json(nullptr); };
  const Json row = {{"iteration", now.iteration},
                    {"objective", known(now.objective)},
                    {"gradient_norm", number(now.gradient_norm)},
                    {"validation", known(now.validation)},
                    {"seconds", now.seconds},
                    {"replayed", now.replayed}};
  log_->append(row.dump() + "\n");
}

Interrupt::Interrupt() {
  interrupted = false;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t k = 0; k < std::size(kSignals); ++k) {
    sigaction(kSignals[k], &action, &before_[k]);
    const bool by_nohup = kSignals[k] == SIGHUP && before_[k].sa_handler == SIG_IGN;
    if (by_nohup) sigaction(SIGHUP, &before_[k], nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t k = 0; k < std::size(kSignals); ++k)
    sigaction(kSignals[k], &before_[k], nullptr);
}

bool Interrupt::asked() { return interrupted; }

const StopFlag& Interrupt::flag() { return interrupted; }

}  // namespace fubini::cli
