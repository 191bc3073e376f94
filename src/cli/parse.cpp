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

SampleOptions parse_way(const std::string& option, const std::string& text) {
  if (text == "exact") return {.by = SampleBy::exact};
  if (text == "gibbs") return {.by = SampleBy::gibbs};
  if (text == "metropolis") return {.by = SampleBy::metropolis};
  if (text == "metropolis-as-printed")
    return {.by = SampleBy::metropolis, .acceptance = Acceptance::as_printed};
  throw UnknownName(
      option + ": " +
      unknown_name("way", text, {"exact", "gibbs", "metropolis", "metropolis-as-printed"}));
}

}  // namespace fubini::cli
