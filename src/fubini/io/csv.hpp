// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/lines.hpp"
#include "fubini/io/read.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// A field of a line, without blanks around it and without quotes; where it began.
struct Field {
  std::string_view text;
  std::size_t column;
};

// The comma-separated fields of line after line. A field may stand in quotes ("a, b"; a quote in it
// is doubled), which end on the same line.
class Fields {
 public:
  const std::vector<Field>& split(const Lines& lines);
  // Refuses another number of fields.
  const std::vector<Field>& split(const Lines& lines, std::size_t wanted);

 private:
  Field quoted(const Lines& lines, std::size_t& at);

  std::vector<Field> fields_;
  std::deque<std::string> unquoted_;  // those of this line that had doubled quotes
};

// Data whose first line names columns, as read.hpp tells them; nothing if it is none of these.
std::optional<ReadData> parse_csv(std::string_view text, const std::string& name,
                                  const ReadOptions& options);

}  // namespace fubini
