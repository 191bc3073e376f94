// SPDX-License-Identifier: BSD-3-Clause
#include "caught.hpp"

#include "fubini/core/error.hpp"

#include <fstream>
#include <sstream>

namespace fubini::validation {
namespace {

constexpr std::size_t kFubini = 2;  // its column in who.tsv, behind name and kind

check::Rows rows_of(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw ArgumentError("--faults: no file " + path +
                        "; wanted the folder that validation/faults/run has written");
  check::Rows rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  return rows;
}

bool fails(const std::string& cell) {
  return cell.starts_with("MISSED") || cell.starts_with("FAILED");
}

}  // namespace

std::vector<Section> who_catches_what(const std::string& folder) {
  Section sums, each;
  sums.title = "Who catches what";
  sums.text =
      "Planted faults, and right gradients that are hard, each through every checker from the one "
      "point that a user would try. A fault counts as caught if the wrong gradient is called wrong "
      "and the right one in its place is not.";
  sums.table = rows_of(folder + "/who_short.tsv");
  each.title = "Who catches what: each";
  each.text = "The same, one by one.";
  each.table = rows_of(folder + "/who.tsv");
  for (const auto& row : each.table) each.failures += fails(row.at(kFubini)) ? 1 : 0;
  return {sums, each};
}

}  // namespace fubini::validation
