// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/at_once.hpp"

#include <array>
#include <atomic>
#include <barrier>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace fubini::check {

void at_once(const std::function<void(int thread)>& work) {
  std::array<std::exception_ptr, kThreads> thrown;
  std::barrier together(kThreads);
  std::atomic<bool> all_there = true;
  const auto begin = [&](int t) {
    together.arrive_and_wait();
    if (!all_there) return;
    try {
      work(t);
    } catch (...) {
      thrown[t] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    try {
      for (int t = 0; t < kThreads; ++t) threads.emplace_back(begin, t);
    } catch (const std::system_error&) {  // those that are there must not wait for it for ever
      all_there = false;
      for (auto t = threads.size(); t < kThreads; ++t) together.arrive_and_drop();
      throw std::bad_alloc();
    }
  }
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace fubini::check
