// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/examine.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fubini::check {

// Asks a function, always from the same memory: what goes by the address of x is seen so. What it
// throws becomes NaN and a sentence.
class Asked {
 public:
  explicit Asked(const FunctionParts& parts) : parts_(parts) {}

  double value(std::span<const double> x);
  // Whatever stood there is one of two patterns; nothing if it threw.
  enum class Fill { not_a_number, large };
  std::optional<std::vector<double>> gradient(std::span<const double> x, Fill fill);
  // Whether an entry still has the bits of a fill
  static bool untouched(double entry, Fill fill);

  const FunctionParts& parts() const { return parts_; }
  std::string thrown;  // by the last call, if it did

  template <class Call>
  auto guarded(const Call& call) -> std::optional<decltype(call())> {
    thrown.clear();
    try {
      return call();
    } catch (...) {
      thrown = words();
    }
    return {};
  }

 private:
  static std::string words();  // throws again what is no fault of the function
  std::span<const double> moved(std::span<const double> x);

  const FunctionParts& parts_;
  std::vector<double> memory_, gradient_;
};

// A value and a gradient that were found; steady: asked again, the value was the same.
struct Kept {
  std::string place;
  std::vector<double> x, gradient;
  double value = 0;
  bool steady = true;
};

class Clock {
 public:
  explicit Clock(double seconds) : seconds_(seconds) {}
  double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double left() const { return seconds_ - spent(); }
  bool over() const { return left() <= 0; }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fubini::check
