// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/csv.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace fubini {
namespace {

constexpr std::array<std::string_view, 5> kPairs = {"item_i", "item_j", "wins_i", "wins_j", "ties"};
constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

double count(const Lines& lines, const Field& field, std::string_view what) {
  const auto number = parse_double(field.text);
  if (!number || !std::isfinite(*number) || *number < 0)
    lines.fail(field.column,
               shown(field.text) + " as " + std::string(what) + "; wanted a number, 0 or more");
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

  Index number(const Lines& lines, const Field& field) {
    const std::string_view name = field.text;
    if (name.empty()) lines.fail(field.column, "an item without a name; wanted one");
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    if (fixed_)
      lines.fail(field.column, "item " + shown(name) + " is unknown; wanted one of the " +
                                   std::to_string(names_.size()) + " items of the model");
    if (!is_plain_text(name))
      lines.fail(field.column,
                 "item " + shown(name) + "; wanted a name in UTF-8 without control characters");
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
  Fields fields;
  std::vector<Comparisons> all;
  while (lines.next()) {
    const std::vector<Field>& parts = fields.split(lines, kPairs.size());
    Comparisons one{items.number(lines, parts[0]), items.number(lines, parts[1]), {}};
    for (std::size_t k = 0; k < 3; ++k) one.counts[k] = count(lines, parts[k + 2], kPairs[k + 2]);
    if (one.i == one.j)
      lines.fail(parts[1].column,
                 shown(parts[1].text) + " is compared with itself; wanted two items");
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
std::vector<Index> header(const Lines& lines, const std::vector<Field>& first, Names& items) {
  if (first.size() < 2)
    lines.fail(lines.line().size() + 1, "no items; wanted weight, then a column an item");
  std::vector<Index> columns;
  std::vector<bool> seen;
  for (const Field& field : std::span(first).subspan(1)) {
    const Index item = items.number(lines, field);
    seen.resize(items.size());
    if (seen[item])
      lines.fail(field.column, "item " + shown(field.text) + " stands twice; wanted it once");
    seen[item] = true;
    columns.push_back(item);
  }
  return columns;
}

// 0 for not ranked
double rank(const Lines& lines, const Field& field, const std::string& item) {
  constexpr long kMost = 1'000'000'000;
  const auto number = parse_integer(field.text);
  if (!number || *number < 0 || *number > kMost)
    lines.fail(field.column, shown(field.text) + " as rank of " + shown_name(item) +
                                 "; wanted 1, 2, ..., or 0 for not ranked");
  return static_cast<double>(*number);
}

ReadData parse_rankings(Lines& lines, const std::vector<Field>& first, const std::string& name,
                        const ReadOptions& options) {
  Names items(options.items);
  const std::vector<Index> columns = header(lines, first, items);
  Dataset data = Dataset::identity(items.size());
  Fields fields;
  std::vector<double> grades;
  std::vector<Index> ranked;
  while (lines.next()) {
    const std::vector<Field>& parts = fields.split(lines, columns.size() + 1);
    const double weight = count(lines, parts[0], "weight");
    grades.clear();
    ranked.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double place = rank(lines, parts[c + 1], items[columns[c]]);
      if (place == 0) continue;
      ranked.push_back(columns[c]);
      grades.push_back(-place);
    }
    if (ranked.empty()) lines.fail(parts[1].column, "nothing is ranked; wanted at least one item");
    data.add_query("line " + std::to_string(lines.number()), grades, ranked, weight);
  }
  if (data.num_queries() == 0) throw FileError(name + ": no rankings below the first line");
  return {std::move(data), items.take()};
}

}  // namespace

Field Fields::quoted(const Lines& lines, std::size_t& at) {
  const std::string_view line = lines.line();
  const std::size_t begin = at;
  std::string text;
  for (;;) {
    const auto end = line.find('"', at + 1);
    if (end == std::string_view::npos)
      lines.fail(begin + 1, "a quote that does not end; wanted another on the same line");
    text += line.substr(at + 1, end - at - 1);
    at = end + 1;
    if (at == line.size() || line[at] != '"') break;
    text += '"';
  }
  at = std::min(line.find_first_not_of(kBlanks, at), line.size());
  if (at < line.size() && line[at] != ',')
    lines.fail(at + 1, shown(line.substr(at, 1)) + " after a quoted field; wanted a comma");
  return {unquoted_.emplace_back(std::move(text)), begin + 1};
}

const std::vector<Field>& Fields::split(const Lines& lines) {
  fields_.clear();
  unquoted_.clear();
  const std::string_view line = lines.line();
  for (std::size_t at = 0;; ++at) {  // a field begins at `at`, also where the line ends
    const auto first = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (first < line.size() && line[first] == '"') {
      at = first;
      fields_.push_back(quoted(lines, at));
    } else {
      const auto end = std::min(line.find(',', at), line.size());
      fields_.push_back({trimmed(line.substr(at, end - at)), std::min(first, end) + 1});
      at = end;
    }
    if (at == line.size()) return fields_;
  }
}

const std::vector<Field>& Fields::split(const Lines& lines, std::size_t wanted) {
  split(lines);
  if (fields_.size() != wanted)
    lines.fail(fields_.size() > wanted ? fields_[wanted].column : lines.line().size() + 1,
               std::to_string(fields_.size()) + " columns; wanted " + std::to_string(wanted));
  return fields_;
}

std::optional<ReadData> parse_csv(std::string_view text, const std::string& name,
                                  const ReadOptions& options) {
  Lines lines(text, name);
  if (!lines.next()) throw FileError(name + ": the file is empty");
  std::string_view start = trimmed(lines.line());
  if (start.starts_with('"')) start.remove_prefix(1);
  const bool pairs = start.starts_with(kPairs[0]);
  if (!pairs && !start.starts_with("weight")) return std::nullopt;
  Fields fields;
  const std::vector<Field>& first = fields.split(lines);
  if (!pairs && first[0].text == "weight") return parse_rankings(lines, first, name, options);
  if (!pairs) return std::nullopt;
  const auto [found, wanted] = std::ranges::mismatch(first, kPairs, {}, &Field::text);
  if (found != first.end() || wanted != kPairs.end())
    lines.fail(found == first.end() ? lines.line().size() + 1 : found->column,
               "the first line is not that of comparisons; wanted " +
                   std::string("item_i,item_j,wins_i,wins_j,ties"));
  return parse_pairs(lines, name, options);
}

}  // namespace fubini
