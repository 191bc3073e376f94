// SPDX-License-Identifier: BSD-3-Clause
#include "cli/parse.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <fmt/format.h>

#include <charconv>

namespace fubini::cli {

std::vector<double> numbers(const std::string& option, const std::string& text) {
  std::vector<double> result;
  for (const std::string_view part : split(text, ',')) {
    const auto number = parse_double(part);
    if (!number)
      throw ArgumentError(fmt::format(
          "{}: '{}' is not a number; wanted numbers separated by commas", option, part));
    result.push_back(*number);
  }
  return result;
}

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw ArgumentError(
        fmt::format("--seed: '{}' is not a seed; wanted a whole number from 0 to 2^64 - 1", text));
  return number;
}

}  // namespace fubini::cli
