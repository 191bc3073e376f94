// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <string>
#include <string_view>

namespace fubini {

// "data.txt:7:12: sentence"; lines and columns count from 1, columns in bytes.
[[noreturn]] inline void fail_at(const std::string& name, std::size_t line, std::size_t column,
                                 const std::string& sentence) {
  throw FileError(shown_name(name) + ":" + std::to_string(line) + ":" + std::to_string(column) +
                  ": " + sentence);
}

inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

// The lines of a text, one after the other, without their ends; empty ones are passed over.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name)
      : rest_(without_byte_order_mark(text)), name_(name) {}

  bool next() {
    while (!rest_.empty()) {
      const auto end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
      ++number_;
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      if (line_.find_first_not_of(" \t") != std::string_view::npos) return true;
    }
    return false;
  }

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }
  [[noreturn]] void fail(std::size_t column, const std::string& sentence) const {
    fail_at(name_, number_, column, sentence);
  }

 private:
  std::string_view rest_, line_;
  const std::string& name_;
  std::size_t number_ = 0;
};

}  // namespace fubini
