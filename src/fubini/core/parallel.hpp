// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"
#include "fubini/core/stopping.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#if defined(__SANITIZE_THREAD__)
#define FUBINI_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FUBINI_THREAD_SANITIZER 1
#endif
#endif
#ifdef FUBINI_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace fubini {

// TBB hands memory over between threads: what was written before is seen by the work, and what the
// work wrote is seen afterwards. Debian's libtbb is not instrumented, so the thread sanitizer has
// to be told; with that it watches all of our code inside tasks.
class HandOver {
 public:
#ifdef FUBINI_THREAD_SANITIZER
  void release() { __tsan_release(this); }
  void acquire() { __tsan_acquire(this); }
#else
  void release() {}
  void acquire() {}
#endif
};

// An arena of TBB for so many threads. Arenas are kept for good: making one costs more than a small
// loop, and TBB frees them from its own threads, which the thread sanitizer cannot follow.
inline tbb::task_arena& arena_of(int threads) {
  static std::mutex mutex;
  static auto& arenas = *new std::map<int, std::unique_ptr<tbb::task_arena>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<tbb::task_arena>& arena = arenas[threads];
  if (arena) return *arena;
  auto made = std::make_unique<tbb::task_arena>(threads);
  made->initialize();  // one that has failed in this, for want of memory, would be waited for for ever
  arena = std::move(made);
  return *arena;
}

// Runs work(k) once for each k, and keeps what the first k in order threw: it does not depend on the
// threads, and TBB, which would need memory to carry it, never sees it.
template <class Work>
class Attempts {
 public:
  Attempts(Index count, const Work& work) : work_(work), begun_(count, 0), first_(count) {}

  void run(Index k) noexcept {
    if (begun_[k] != 0 || k > first_.load(std::memory_order_relaxed)) return;
    begun_[k] = 1;
    try {
      stop_if_asked();
      work_(k);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (k >= first_) return;
      first_ = k;
      thrown_ = std::current_exception();
    }
  }
  void finish() {
    for (Index k = 0; k < std::ssize(begun_); ++k) run(k);  // if TBB could not
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const Work& work_;
  std::vector<char> begun_;
  std::atomic<Index> first_;
  std::mutex mutex_;
  std::exception_ptr thrown_;
};

// work(k) for k = 0 .. count-1, each once, on at most `threads` threads (0: as many as TBB may
// use). Throws what the first k throws; later ones may not be done then. Work that runs tasks of its
// own is isolated: while it waits for them, its thread takes no other k.
template <class Work>
void for_each_in_parallel(Index count, int threads, const Work& work) {
  HandOver in, out;
  using tbb::global_control;
  const auto most =
      static_cast<int>(global_control::active_value(global_control::max_allowed_parallelism));
  Attempts attempts(count, work);
  const StopFlag* const flag = Stoppable::flag();
  in.release();
  try {
    arena_of(threads == 0 ? most : std::min(threads, most)).execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<Index>(0, count, 1),
          [&](const tbb::blocked_range<Index>& range) {
            in.acquire();
            const Stoppable stoppable(flag);
            tbb::this_task_arena::isolate([&] {
              for (Index k = range.begin(); k < range.end(); ++k) attempts.run(k);
            });
            out.release();
          },
          tbb::simple_partitioner());
    });
  } catch (const std::exception&) {  // no memory for tasks, or no threads: then without them
  }
  out.acquire();
  attempts.finish();
}

}  // namespace fubini
