// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/threads.hpp"

#include <atomic>
#include <barrier>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

namespace fubini::check {
namespace {

constexpr int kThreads = 4;  // also where there are fewer cores

std::vector<Answer> ask(const FunctionParts& parts, std::span<const Kept> points, int rounds,
                        std::size_t first) {
  Asked asked(parts);
  std::vector<Answer> answers(points.size());
  std::vector<bool> settled(points.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t which = (first + k) % points.size();
      if (settled[which]) continue;
      const double value = asked.value(points[which].x);
      std::string thrown = asked.thrown;
      auto gradient = asked.gradient(points[which].x, Asked::Fill::large);
      if (!gradient) thrown = asked.thrown;
      settled[which] = !gradient || value != points[which].value ||
                       *gradient != points[which].gradient || !thrown.empty();
      answers[which] = {which, value, std::move(gradient).value_or(std::vector<double>{}), thrown};
    }
  }
  return answers;
}

}  // namespace

std::vector<Answer> ask_among_threads(const FunctionParts& parts, std::span<const Kept> points,
                                      int rounds) {
  if (points.empty()) return {};
  std::vector<std::vector<Answer>> answers(kThreads);
  std::vector<std::exception_ptr> thrown(kThreads);
  std::barrier together(kThreads);
  std::atomic<bool> all_there = true;
  const auto work = [&](int t) {
    together.arrive_and_wait();
    if (!all_there) return;
    try {
      answers[t] = ask(parts, points, rounds, t * points.size() / kThreads);
    } catch (...) {
      thrown[t] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    try {
      for (int t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
    } catch (const std::system_error&) {  // those that are there must not wait for ever
      all_there = false;
      for (auto t = threads.size(); t < kThreads; ++t) together.arrive_and_drop();
      throw std::bad_alloc();
    }
  }
  std::vector<Answer> all;
  for (int t = 0; t < kThreads; ++t) {
    if (thrown[t]) std::rethrow_exception(thrown[t]);
    for (Answer& answer : answers[t]) all.push_back(std::move(answer));
  }
  return all;
}

}  // namespace fubini::check
