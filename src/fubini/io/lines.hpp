// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"

#include <string>
#include <string_view>

namespace fubini {

// The lines of a text, one after the other, without their ends; empty ones are passed over.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

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
  long number() const { return number_; }

  [[noreturn]] void fail(const std::string& sentence) const {
    throw FileError(name_ + ":" + std::to_string(number_) + ": " + sentence);
  }

 private:
  std::string_view rest_, line_;
  const std::string& name_;
  long number_ = 0;
};

}  // namespace fubini
