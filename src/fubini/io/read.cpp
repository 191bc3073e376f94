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

// Items by name, in the order in which they came
class Names {
 public:
  explicit Names(const std::vector<std::string>& known) : fixed_(!known.empty()) {
    for (const std::string& name : known) add(name);
  }

  Index number(const Lines& lines, std::string_view name) {
    if (name.empty()) lines.fail("an item without a name");
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    if (fixed_)
      lines.fail("item " + shown(name) + " is unknown; wanted one of the " +
                 std::to_string(names_.size()) + " items of the model");
    return add(name);
  }
  Index size() const { return static_cast<Index>(names_.size()); }
  const std::string& operator[](Index item) const { return names_[item]; }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  Index add(std::string_view name) {
    numbers_.emplace(name, size());
    names_.emplace_back(name);
    return size() - 1;
  }

  bool fixed_;
  std::vector<std::string> names_;
  std::map<std::string, Index, std::less<>> numbers_;
};

ReadData parse_pairs(Lines& lines, const std::string& name, const ReadOptions& options) {
  Names items(options.items);
  std::vector<Comparisons> all;
  while (lines.next()) {
    const auto parts = fields(lines, 5);
    Comparisons one{items.number(lines, parts[0]),
                    items.number(lines, parts[1]),
                    {count(lines, parts[2], "wins_i"), count(lines, parts[3], "wins_j"),
                     count(lines, parts[4], "ties")}};
    if (one.i == one.j) lines.fail(shown(parts[0]) + " is compared with itself");
    all.push_back(one);
  }
  if (all.empty()) throw FileError(name + ": no comparisons below the first line");
  Dataset data = Dataset::identity(items.size());
  constexpr std::array<std::array<double, 2>, 3> grades = {{{1, 0}, {0, 1}, {0, 0}}};
  constexpr std::array signs = {" > ", " < ", " = "};
  for (const Comparisons& one : all)
    for (std::size_t outcome = 0; outcome < 3; ++outcome)
      if (one.counts[outcome] > 0)
        data.add_query(items[one.i] + signs[outcome] + items[one.j], grades[outcome],
                       std::array{one.i, one.j}, one.counts[outcome]);
  if (data.num_queries() == 0) throw FileError(name + ": all counts are 0");
  return {std::move(data), items.take()};
}

// The items of the first line, as numbers
std::vector<Index> header(const Lines& lines, Names& items) {
  std::vector<std::string_view> names = split(lines.line(), ',');
  names.erase(names.begin());
  if (names.empty()) lines.fail("no items; wanted weight, then a column an item");
  std::vector<Index> columns;
  std::set<Index> seen;
  for (const std::string_view item : names) {
    columns.push_back(items.number(lines, item));
    if (!seen.insert(columns.back()).second) lines.fail("item " + shown(item) + " stands twice");
  }
  return columns;
}

ReadData parse_rankings(Lines& lines, const std::string& name, const ReadOptions& options) {
  Names items(options.items);
  const std::vector<Index> columns = header(lines, items);
  Dataset data = Dataset::identity(items.size());
  while (lines.next()) {
    const auto parts = fields(lines, columns.size() + 1);
    std::vector<double> grades;
    std::vector<Index> ranked;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto rank = parse_integer(parts[c + 1]);
      if (!rank || *rank < 0)
        lines.fail(shown(parts[c + 1]) + " as rank of " + items[columns[c]] +
                   "; wanted 1, 2, ..., or 0 for not ranked");
      if (*rank == 0) continue;
      ranked.push_back(columns[c]);
      grades.push_back(-static_cast<double>(*rank));
    }
    const double weight = count(lines, parts[0], "weight");
    if (ranked.empty()) lines.fail("nothing is ranked; wanted at least one item");
    data.add_query("line " + std::to_string(lines.number()), grades, ranked, weight);
  }
  if (data.num_queries() == 0) throw FileError(name + ": no rankings below the first line");
  return {std::move(data), items.take()};
}

}  // namespace

ReadData parse_dataset(std::string_view text, const std::string& name, const ReadOptions& options) {
  Lines lines(text, name);
  if (!lines.next()) throw FileError(name + ": the file is empty");
  if (lines.line() == "item_i,item_j,wins_i,wins_j,ties") return parse_pairs(lines, name, options);
  if (lines.line().starts_with("weight,")) return parse_rankings(lines, name, options);
  return {parse_letor(text, name, options.num_features), {}};
}

ReadData read_dataset(const std::string& path, const ReadOptions& options) {
  return parse_dataset(read_text(path), path, options);
}

}  // namespace fubini
