// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/names.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fubini {
namespace {

// Levenshtein's distance, in quarters, except that the candidate's tail comes cheap.
std::size_t edits(std::string_view from, std::string_view to) {
  constexpr std::size_t kEdit = 4, kTail = 1;
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = kEdit * j;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = kEdit * (i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replace = diagonal + (from[i] == to[j] ? 0 : kEdit);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, diagonal + kEdit, row[j] + kEdit});
    }
  }
  std::size_t best = row.back();
  for (std::size_t j = 0; j < to.size(); ++j)
    best = std::min(best, row[j] + kTail * (to.size() - j));
  return best;
}

}  // namespace

std::vector<std::string> nearest_first(std::string_view name, std::vector<std::string> candidates) {
  const std::string_view start = name.substr(0, 100);  // a longer one is near to none
  std::ranges::stable_sort(candidates, {}, [&](const std::string& c) { return edits(start, c); });
  return candidates;
}

std::string unknown_name(std::string_view what, std::string_view name,
                         std::vector<std::string> candidates) {
  std::string sentence = "unknown " + std::string(what) + " " + shown(name);
  if (candidates.empty()) return sentence + "; there are none";
  candidates = nearest_first(name, std::move(candidates));
  return sentence + "; did you mean " + candidates.front() + "? There are: " + listed(candidates);
}

std::string listed(std::vector<std::string> names) {
  constexpr std::size_t kRoom = 300;
  std::size_t size = 0, fit = 0;
  while (fit < names.size() && (size += names[fit].size() + 2) <= kRoom) ++fit;
  const std::size_t more = names.size() - fit;
  names.resize(fit);
  return join(names, ", ") + (more > 0 ? ", and " + std::to_string(more) + " more" : "");
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i ? std::string(separator) : "") + words[i];
  return text;
}

}  // namespace fubini
