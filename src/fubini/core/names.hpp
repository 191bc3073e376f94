// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// The candidates, those first that take the fewest edits to reach from `name`, where completing it
// at the end counts a quarter: "david" is nearer to "davidson" than to "davis". Equal ones keep
// their order.
std::vector<std::string> nearest_first(std::string_view name, std::vector<std::string> candidates);

// "unknown WHAT 'NAME'; did you mean NEAREST? There are: A, B, C"; or "there are none"
std::string unknown_name(std::string_view what, std::string_view name,
                         std::vector<std::string> candidates);

// "A, B, C", as many as a message has room for: "A, B, and 99 more"
std::string listed(std::vector<std::string> names);

std::string join(const std::vector<std::string>& words, std::string_view separator);

// "fubini::davidson" -> "davidson": a type's own name, without the scopes around it
template <class T>
std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;  // g++: "[with T = x::y; ...]", clang: "[T = x::y]"
  text.remove_prefix(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  std::size_t begin = 0, depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>') --depth;
    if (depth == 0 && text[i] == ':' && text[i + 1] == ':') begin = i + 2;
  }
  return text.substr(begin);
}

}  // namespace fubini
