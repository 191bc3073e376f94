// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/scores.hpp"

#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/lines.hpp"

#include <cmath>

namespace fubini {

std::vector<double> parse_scores(std::string_view text, const std::string& name, Index count,
                                 const std::string& what) {
  std::vector<double> scores;
  const std::string wanted = "wanted " + std::to_string(count) + ", one for each " + what;
  Lines lines(text, name);
  while (lines.next()) {
    std::string_view line = lines.line();
    const std::size_t before = line.find_first_not_of(" \t");
    line.remove_prefix(before);
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    const auto score = parse_double(line);
    if (!score || !std::isfinite(*score))
      lines.fail(before + 1, shown(line) + " is not a score; wanted one finite number a line");
    if (static_cast<Index>(scores.size()) == count)
      lines.fail(before + 1, "one score too many; " + wanted);
    scores.push_back(*score);
  }
  if (static_cast<Index>(scores.size()) != count)
    throw FileError(name + ":" + std::to_string(lines.number()) + ": the file ends after " +
                    std::to_string(scores.size()) + " scores; " + wanted);
  return scores;
}

std::vector<double> read_scores(const std::string& path, Index count, const std::string& what) {
  return parse_scores(read_text(path), shown_name(path), count, what);
}

}  // namespace fubini
