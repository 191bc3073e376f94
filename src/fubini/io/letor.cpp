// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/letor.hpp"

#include "fubini/core/text.hpp"
#include "fubini/io/lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <vector>

namespace fubini {
namespace {

constexpr Index kMostFeatures = 100'000'000;

struct Rows {
  std::vector<double> grades;
  std::vector<Index> offsets = {0}, columns;
  std::vector<float> values;
};

struct Parsed {
  std::vector<std::string> ids;
  std::vector<Rows> queries;
  Index num_features = 1, num_rows = 0, num_values = 0;
};

// The next word, taken off the line
std::string_view word(std::string_view& line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return line = {};
  line.remove_prefix(begin);
  const std::string_view found = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(found.size());
  return found;
}

void parse_feature(const Lines& lines, std::string_view text, Index most, Rows& rows) {
  const auto colon = text.find(':');
  const auto id = parse_integer(text.substr(0, colon));
  if (colon == std::string_view::npos || !id)
    lines.fail(shown(text) + " is not a feature; wanted number:value");
  if (*id < 1 || *id > most)
    lines.fail("feature number " + std::to_string(*id) + "; wanted 1 to " + std::to_string(most));
  const auto value = parse_double(text.substr(colon + 1));
  const auto single = static_cast<float>(value.value_or(std::numeric_limits<double>::quiet_NaN()));
  if (!std::isfinite(single))
    lines.fail(shown(text.substr(colon + 1)) + " as value of feature " + std::to_string(*id) +
               "; wanted a finite number");
  if (rows.columns.size() > static_cast<std::size_t>(rows.offsets.back()) &&
      rows.columns.back() >= *id - 1)
    lines.fail("feature " + std::to_string(*id) + " after " +
               std::to_string(rows.columns.back() + 1) + "; wanted increasing numbers");
  rows.columns.push_back(*id - 1);
  rows.values.push_back(single);
}

Parsed parse_rows(std::string_view text, const std::string& name, Index num_features) {
  const Index most = num_features > 0 ? num_features : kMostFeatures;
  Parsed all;
  if (num_features > 0) all.num_features = num_features;
  std::unordered_set<std::string_view> seen;
  std::string_view current;
  Lines lines(text, name);
  while (lines.next()) {
    std::string_view line = lines.line().substr(0, lines.line().find('#'));
    const std::string_view grade_text = word(line);
    if (grade_text.empty()) continue;  // a comment
    const auto grade = parse_double(grade_text);
    if (!grade || !std::isfinite(*grade))
      lines.fail(shown(grade_text) + " is not a grade; wanted a finite number at the line's start");
    const std::string_view query = word(line);
    if (!query.starts_with("qid:") || query.size() == 4)
      lines.fail(shown(query) + " after the grade; wanted qid:NAME");
    if (all.queries.empty() || query != current) {
      if (!seen.insert(query).second)
        lines.fail("query " + shown(query.substr(4)) +
                   " comes back; wanted all its lines together");
      current = query;
      all.ids.emplace_back(query.substr(4));
      all.queries.emplace_back();
    }
    Rows& rows = all.queries.back();
    for (std::string_view one = word(line); !one.empty(); one = word(line))
      parse_feature(lines, one, most, rows);
    if (!rows.columns.empty())
      all.num_features = std::max(all.num_features, rows.columns.back() + 1);
    all.num_values += static_cast<Index>(rows.columns.size()) - rows.offsets.back();
    ++all.num_rows;
    rows.grades.push_back(*grade);
    rows.offsets.push_back(static_cast<Index>(rows.columns.size()));
  }
  return all;
}

}  // namespace

Dataset parse_letor(std::string_view text, const std::string& name, Index num_features) {
  const Parsed all = parse_rows(text, name, num_features);
  if (all.queries.empty())
    throw FileError(name + ": no data; wanted lines such as '2 qid:10 1:0.5 3:-2'");
  const bool dense = 3 * all.num_values > all.num_rows * all.num_features;
  Dataset data = dense ? Dataset::dense(all.num_features) : Dataset::sparse(all.num_features);
  for (std::size_t q = 0; q < all.queries.size(); ++q) {
    const Rows& rows = all.queries[q];
    if (!dense) {
      data.add_query(all.ids[q], rows.grades, SparseRows{rows.offsets, rows.columns, rows.values});
      continue;
    }
    std::vector<float> features(rows.grades.size() * all.num_features, 0.0F);
    for (std::size_t i = 0; i < rows.grades.size(); ++i)
      for (Index k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
        features[i * all.num_features + rows.columns[k]] = rows.values[k];
    data.add_query(all.ids[q], rows.grades, features);
  }
  return data;
}

}  // namespace fubini
