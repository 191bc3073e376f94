// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace fubini {
namespace {

template <class Number>
std::optional<Number> parse(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

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

// As "\n", "\x1b"; cut to `most` bytes, "..." among them, if it is longer
std::string escaped(std::string_view text, std::size_t most) {
  constexpr std::string_view kDots = "...", kDigits = "0123456789abcdef";
  std::string result;
  std::size_t fits = 0;  // so long that the dots can follow
  while (!text.empty()) {
    const std::size_t bytes = character(text);
    if (bytes > 0) {
      result += text.substr(0, bytes);
    } else if (text[0] == '\n') {
      result += "\\n";
    } else {
      const auto byte = static_cast<unsigned char>(text[0]);
      result += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    }
    if (result.size() > most) return result.substr(0, fits).append(kDots);
    if (result.size() + kDots.size() <= most) fits = result.size();
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return result;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) { return parse<double>(text); }
std::optional<long> parse_integer(std::string_view text) { return parse<long>(text); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    if (text.empty()) parts.push_back(text);
  }
  return parts;
}

bool is_plain_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 43;
  return "'" + escaped(text, kMost) + "'";
}

std::string shown_name(std::string_view name) {
  constexpr std::size_t kMost = 160, kHead = 40, kTail = 60;
  if (name.empty() || !is_plain_text(name)) return shown(name);
  if (name.size() <= kMost) return std::string(name);
  std::string_view head = name.substr(0, kHead), tail = name.substr(name.size() - kTail);
  while (!is_plain_text(head)) head.remove_suffix(1);  // a character was cut
  while (!is_plain_text(tail)) tail.remove_prefix(1);
  return "'" + std::string(head) + "..." + std::string(tail) + "'";
}

std::string shown_sentence(std::string_view text) {
  constexpr std::size_t kMost = 500;
  return escaped(text, kMost);
}

std::string format_double(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string format_double(double value, int digits) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, std::min(digits, 40))
                       .ptr;
  return {buffer.data(), end};
}

}  // namespace fubini
