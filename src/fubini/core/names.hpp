// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// The candidates, those first that take the fewest edits to reach from `name`; equal ones keep
// their order.
std::vector<std::string> nearest_first(std::string_view name, std::vector<std::string> candidates);

// "unknown WHAT 'NAME'; did you mean NEAREST? There are: A, B, C"
std::string unknown_name(std::string_view what, std::string_view name,
                         std::vector<std::string> candidates);

std::string join(const std::vector<std::string>& words, std::string_view separator);

// "fubini::davidson" -> "davidson": a type's own name, as the compiler spells it
template <class T>
std::string_view type_name() {
  std::string_view text =
      __PRETTY_FUNCTION__;  // "... [with T = fubini::davidson; ...]" or "[T = ...]"
  text.remove_prefix(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  const auto arguments = text.find('<');
  const auto scope = text.substr(0, arguments).rfind("::");
  return scope == std::string_view::npos ? text : text.substr(scope + 2);
}

}  // namespace fubini
