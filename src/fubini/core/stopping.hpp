// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"

#include <atomic>
#include <csignal>
#include <utility>

// Work that can be asked to stop, by Ctrl-C or from another thread. Whoever starts it holds a flag,
// and says so by a Stoppable; long loops look at the flag and leave by an exception.
namespace fubini {

// Setting it is safe in a signal handler, too.
using StopFlag = std::atomic<bool>;
static_assert(StopFlag::is_always_lock_free);

// What was asked to stop has stopped.
class Stopped : public Error {
 public:
  using Error::Error;
};

namespace detail {
inline constinit thread_local const StopFlag* stop_flag = nullptr;  // of the work at hand
[[noreturn]] void stop();
}  // namespace detail

// While it stands, work of this thread ends soon after the flag is set; so do tasks that it shares
// out by for_each_in_parallel. nullptr: what holds already goes on holding.
class Stoppable {
 public:
  explicit Stoppable(const StopFlag* flag)
      : before_(std::exchange(detail::stop_flag, flag == nullptr ? detail::stop_flag : flag)) {}
  ~Stoppable() { detail::stop_flag = before_; }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

  static const StopFlag* flag() { return detail::stop_flag; }

 private:
  const StopFlag* before_;
};

// Throws Stopped. About a nanosecond: often enough is every tenth of a second.
inline void stop_if_asked() {
  if (detail::stop_flag != nullptr && detail::stop_flag->load(std::memory_order_relaxed))
    detail::stop();
}

// What should not end half done, a file that is being replaced: a signal that would end the program
// is put off while one stands.
class Unbroken {
 public:
  Unbroken() { ++standing; }
  ~Unbroken() {
    if (--standing > 0) return;
    if (const int signal = put_off_signal.exchange(0)) std::raise(signal);
  }
  Unbroken(const Unbroken&) = delete;
  Unbroken& operator=(const Unbroken&) = delete;

  // For a signal handler: whether it comes again later
  static bool put_off(int signal) {
    if (standing == 0) return false;
    put_off_signal = signal;
    return standing > 0;  // or else it ended meanwhile
  }

 private:
  static inline std::atomic<int> standing = 0, put_off_signal = 0;
};

}  // namespace fubini
