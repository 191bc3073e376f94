// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/options.hpp"

#include "fubini/core/text.hpp"

#include <cmath>
#include <limits>

namespace fubini {
namespace {

[[noreturn]] void fail(std::string_view found, const std::string& wanted) {
  throw ArgumentError((found.empty() ? "empty" : shown(found)) + "; wanted " + wanted);
}

}  // namespace

void parse_value(std::string_view text, bool& value) {
  if (text == "yes" || text == "true" || text == "1" || text == "on")
    value = true;
  else if (text == "no" || text == "false" || text == "0" || text == "off")
    value = false;
  else
    fail(text, "yes or no");
}

void parse_value(std::string_view text, int& value) {
  const auto number = parse_integer(text);
  if (!number || *number < std::numeric_limits<int>::min() ||
      *number > std::numeric_limits<int>::max())
    fail(text, "a whole number, " + std::to_string(std::numeric_limits<int>::min()) + " to " +
                   std::to_string(std::numeric_limits<int>::max()));
  value = static_cast<int>(*number);
}

void parse_value(std::string_view text, double& value) {
  const auto number = parse_double(text);
  if (!number || !std::isfinite(*number)) fail(text, "a finite number");
  value = *number;
}

void parse_value(std::string_view text, std::vector<double>& value) {
  if (text.empty()) fail(text, "numbers, separated by commas");
  std::vector<double> numbers;
  for (const std::string_view part : split(text, ',')) parse_value(part, numbers.emplace_back());
  value = std::move(numbers);
}

std::string format_value(bool value) { return value ? "yes" : "no"; }
std::string format_value(int value) { return std::to_string(value); }
std::string format_value(double value) { return format_double(value); }
std::string format_value(const std::vector<double>& value) {
  std::vector<std::string> parts;
  for (const double x : value) parts.push_back(format_double(x));
  return join(parts, ",");
}

}  // namespace fubini
