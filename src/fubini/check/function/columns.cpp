// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/columns.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace fubini::check {

std::string format_error(double error) {
  if (!std::isfinite(error)) return "inf";
  return format_double(error, 2);
}

bool is_number_column(const Rows& rows, std::size_t column) {
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::string& cell = column < rows[r].size() ? rows[r][column] : "";
    if (cell.empty() || cell == "-" || cell == "inf") continue;
    if (!std::isdigit(static_cast<unsigned char>(cell[cell[0] == '-' && cell.size() > 1 ? 1 : 0])))
      return false;
  }
  return rows.size() > 1;
}

std::string columns(const Rows& rows) {
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::vector<bool> right;
  for (std::size_t c = 0; c < width.size(); ++c) right.push_back(is_number_column(rows, c));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string space(width[c] - row[c].size(), ' ');
      line += (c > 0 ? "  " : "") + (right[c] ? space + row[c] : row[c] + space);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace fubini::check
