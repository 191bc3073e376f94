// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/budget.hpp"

#include "fubini/core/names.hpp"

#include <algorithm>

namespace fubini::check {

void leave_out(std::vector<LeftOut>& all, const std::string& what, const std::string& why,
               const std::string& name) {
  const auto found =
      std::ranges::find_if(all, [&](const LeftOut& x) { return x.what == what && x.why == why; });
  if (found == all.end())
    all.push_back({what, why, {name}});
  else
    found->names.push_back(name);
}

std::string in_words(const LeftOut& one) {
  constexpr std::size_t kShown = 6;
  const auto shown = std::min(kShown, one.names.size());
  std::vector<std::string> names(one.names.begin(), one.names.begin() + shown);
  std::string text =
      "left out: " + one.what + " (" + std::to_string(one.count()) + "): " + join(names, ", ");
  if (one.names.size() > shown)
    text += ", ... (" + std::to_string(one.names.size() - shown) + " more)";
  return text + ": " + one.why;
}

}  // namespace fubini::check
