// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/lines.hpp"

namespace fubini {
namespace {

// How many bytes the character at the front has; 0: none that may stand here.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto goes_on = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  if (first >= 0xc2 && first < 0xe0)  // below 0xc2a0 are further control characters
    return goes_on(1) && (first > 0xc2 || second >= 0xa0) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool too_long = first == 0xe0 && second < 0xa0,
               surrogate = first == 0xed && second > 0x9f;
    return goes_on(1) && goes_on(2) && !too_long && !surrogate ? 3 : 0;
  }
  const bool in_range = (first > 0xf0 && first < 0xf4) || (first == 0xf0 && second >= 0x90) ||
                        (first == 0xf4 && second < 0x90);
  return in_range && goes_on(1) && goes_on(2) && goes_on(3) ? 4 : 0;
}

}  // namespace

bool is_plain_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace fubini
