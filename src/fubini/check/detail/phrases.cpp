// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/phrases.hpp"

#include <charconv>

namespace fubini::check {

std::string fixed(double x, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, digits).ptr;
  return {text, end};
}

std::string duration(double seconds) {
  const auto three = [](double x) { return fixed(x, x < 10 ? 2 : x < 100 ? 1 : 0); };
  if (seconds < 1e-3) return three(seconds * 1e6) + " us";
  return seconds < 1 ? three(seconds * 1e3) + " ms" : three(seconds) + " s";
}

}  // namespace fubini::check
