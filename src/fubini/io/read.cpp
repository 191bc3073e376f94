// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/read.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/letor.hpp"
#include "fubini/io/lines.hpp"

#include <array>
#include <cmath>
#include <map>
#include <set>

namespace fubini {
namespace {

std::vector<std::string_view> fields(const Lines& lines, std::size_t wanted) {
  std::vector<std::string_view> parts = split(lines.line(), ',');
  if (parts.size() != wanted)
    lines.fail(std::to_string(parts.size()) + " columns; wanted " + std::to_string(wanted));
  return parts;
}

double count(const Lines& lines, std::string_view text, std::string_view what) {
  const auto number = parse_double(text);
  if (!number || !std::isfinite(*number) || *number < 0)
    lines.fail(shown(text) + " as " + std::string(what) + "; wanted a number, 0 or more");
  return *number;
}

struct Comparisons {
  Index i = 0, j = 0;
  std::array<double, 3> counts{};  // i wins, j wins, ties
};

ReadData parse_pairs(Lines& lines, const std::string& name) {
  std::vector<std::string> items;
  std::map<std::string, Index, std::less<>> numbers;
  const auto number = [&](std::string_view item) {
    if (item.empty()) lines.fail("an item without a name");
    const auto [at, added] = numbers.emplace(item, static_cast<Index>(items.size()));
    if (added) items.emplace_back(item);
    return at->second;
  };
  std::vector<Comparisons> all;
  while (lines.next()) {
    const auto parts = fields(lines, 5);
    Comparisons one{number(parts[0]),
                    number(parts[1]),
                    {count(lines, parts[2], "wins_i"), count(lines, parts[3], "wins_j"),
                     count(lines, parts[4], "ties")}};
    if (one.i == one.j) lines.fail(shown(parts[0]) + " is compared with itself");
    all.push_back(one);
  }
  if (all.empty()) throw FileError(name + ": no comparisons below the first line");
  Dataset data = Dataset::identity(static_cast<Index>(items.size()));
  constexpr std::array<std::array<double, 2>, 3> grades = {{{1, 0}, {0, 1}, {0, 0}}};
  constexpr std::array signs = {" > ", " < ", " = "};
  for (const Comparisons& one : all)
    for (std::size_t outcome = 0; outcome < 3; ++outcome)
      if (one.counts[outcome] > 0)
        data.add_query(items[one.i] + signs[outcome] + items[one.j], grades[outcome],
                       std::array{one.i, one.j}, one.counts[outcome]);
  if (data.num_queries() == 0) throw FileError(name + ": all counts are 0");
  return {std::move(data), std::move(items)};
}

ReadData parse_rankings(Lines& lines, const std::string& name) {
  std::vector<std::string> items;
  for (const std::string_view item : split(lines.line(), ',')) items.emplace_back(item);
  items.erase(items.begin());
  if (items.empty()) lines.fail("no items; wanted weight, then a column an item");
  std::set<std::string_view> seen;
  for (const std::string& item : items) {
    if (item.empty()) lines.fail("an item without a name");
    if (!seen.insert(item).second) lines.fail("item " + shown(item) + " stands twice");
  }
  Dataset data = Dataset::identity(static_cast<Index>(items.size()));
  while (lines.next()) {
    const auto parts = fields(lines, items.size() + 1);
    std::vector<double> grades;
    std::vector<Index> ranked;
    for (std::size_t item = 0; item < items.size(); ++item) {
      const auto rank = parse_integer(parts[item + 1]);
      if (!rank || *rank < 0)
        lines.fail(shown(parts[item + 1]) + " as rank of " + items[item] +
                   "; wanted 1, 2, ..., or 0 for not ranked");
      if (*rank == 0) continue;
      ranked.push_back(static_cast<Index>(item));
      grades.push_back(-static_cast<double>(*rank));
    }
    const double weight = count(lines, parts[0], "weight");
    if (ranked.empty()) lines.fail("nothing is ranked; wanted at least one item");
    data.add_query("line " + std::to_string(lines.number()), grades, ranked, weight);
  }
  if (data.num_queries() == 0) throw FileError(name + ": no rankings below the first line");
  return {std::move(data), std::move(items)};
}

}  // namespace

ReadData parse_dataset(std::string_view text, const std::string& name) {
  Lines lines(text, name);
  if (!lines.next()) throw FileError(name + ": the file is empty");
  if (lines.line() == "item_i,item_j,wins_i,wins_j,ties") return parse_pairs(lines, name);
  if (lines.line().starts_with("weight,")) return parse_rankings(lines, name);
  return {parse_letor(text, name), {}};
}

ReadData read_dataset(const std::string& path) { return parse_dataset(read_file(path), path); }

}  // namespace fubini
