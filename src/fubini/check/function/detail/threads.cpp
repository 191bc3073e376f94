// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/threads.hpp"

#include "fubini/check/function/detail/at_once.hpp"

namespace fubini::check {
namespace {

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
  at_once([&](int t) { answers[t] = ask(parts, points, rounds, t * points.size() / kThreads); });
  std::vector<Answer> all;
  for (std::vector<Answer>& of_one : answers)
    for (Answer& answer : of_one) all.push_back(std::move(answer));
  return all;
}

}  // namespace fubini::check
