// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/tables.hpp"

#include <string>
#include <vector>

namespace fubini::validation {

// A part of the report: printed as text, and written as Markdown and HTML.
struct Section {
  std::string title;
  std::string text;                // what is measured and what must hold
  check::Rows table;               // the first row is the head
  std::string remarks;             // failures, in words
  std::vector<std::string> plots;  // SVG
  std::size_t failures = 0;
};

std::string to_text(const Section& section);
std::string to_markdown(const std::vector<Section>& sections, const std::string& about);
// Self-contained: no script, no other file.
std::string to_html(const std::vector<Section>& sections, const std::string& about);

}  // namespace fubini::validation
