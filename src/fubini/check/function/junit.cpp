// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/junit.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>

namespace fubini::check {
namespace {

// What XML has another meaning for, and what it does not allow
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;
      default: result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  }
  return result;
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escaped(value) + "\"";
}

}  // namespace

std::string junit(const std::string& suite, const std::vector<JUnitCase>& cases) {
  double seconds = 0;
  for (const JUnitCase& one : cases) seconds += one.seconds;
  const auto failures =
      std::ranges::count_if(cases, [](const JUnitCase& one) { return !one.failure.empty(); });
  const std::string totals = attribute("tests", std::to_string(cases.size())) +
                             attribute("failures", std::to_string(failures)) +
                             attribute("errors", "0") +
                             attribute("time", format_double(seconds, 3));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + totals +
                     ">\n  <testsuite" + attribute("name", suite) + totals + ">\n";
  for (const JUnitCase& one : cases) {
    text += "    <testcase" + attribute("classname", one.of) + attribute("name", one.name) +
            attribute("time", format_double(one.seconds, 3));
    if (one.failure.empty())
      text += "/>\n";
    else
      text += ">\n      <failure" + attribute("message", one.failure) + ">" + escaped(one.text) +
              "</failure>\n    </testcase>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace fubini::check
