// SPDX-License-Identifier: BSD-3-Clause
#include "section.hpp"

namespace fubini::validation {
namespace {

constexpr const char* kTitle = "Fubini: validation";

constexpr const char* kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px }
th, td { padding: 2px 10px 2px 0; text-align: left; border-bottom: 1px solid #e4e4e4 }
td.n, th.n { text-align: right }
pre { background: #fff4f0; padding: 8px; overflow-x: auto; font-size: 12px }
.bad { color: #b00020; font-weight: 600 }
svg { max-width: 100%; height: auto }
.wide { overflow-x: auto }
)";

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  return result;
}

// A bar ends a cell in Markdown, and what looks like markup is not.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '\\' || c == '`') result += '\\';
    result += c;
  }
  return result;
}

bool is_bad(const std::string& text) {
  return text.starts_with("FAILED") || text.starts_with("MISSED");
}

std::string markdown_table(const check::Rows& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "|";
    for (const std::string& one : rows[r]) text += " " + cell(one) + " |";
    text += "\n";
    if (r > 0) continue;
    text += "|";
    for (std::size_t c = 0; c < rows[0].size(); ++c)
      text += check::is_number_column(rows, c) ? " ---: |" : " --- |";
    text += "\n";
  }
  return text;
}

std::string html_table(const check::Rows& rows) {
  std::string text = "<div class=\"wide\"><table>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "<tr>";
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const std::string tag = r == 0 ? "th" : "td";
      const std::string kind = is_bad(rows[r][c])                 ? " class=\"bad\""
                               : check::is_number_column(rows, c) ? " class=\"n\""
                                                                  : "";
      text += "<" + tag + kind + ">" + escaped(rows[r][c]) + "</" + tag + ">";
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

}  // namespace

std::string to_text(const Section& section) {
  std::string text = "== " + section.title + "\n" + section.text + "\n\n";
  text += check::columns(section.table);
  if (!section.remarks.empty()) text += "\n" + section.remarks;
  return text + "\n";
}

std::string to_markdown(const std::vector<Section>& sections, const std::string& about) {
  std::string text = std::string("# ") + kTitle + "\n\n" + about + "\n";
  for (const Section& section : sections) {
    text += "\n## " + section.title + "\n\n" + cell(section.text) + "\n\n";
    text += markdown_table(section.table);
    if (!section.remarks.empty()) text += "\n```text\n" + section.remarks + "\n```\n";
    for (const std::string& plot : section.plots) text += "\n" + plot + "\n";
  }
  return text;
}

std::string to_html(const std::vector<Section>& sections, const std::string& about) {
  std::string text =
      std::string("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">") + "<title>" +
      kTitle + "</title><style>" + kStyle + "</style></head><body>\n<h1>" + kTitle + "</h1>\n<p>" +
      escaped(about) + "</p>\n";
  for (const Section& section : sections) {
    text += "<h2>" + escaped(section.title) + "</h2>\n<p>" + escaped(section.text) + "</p>\n";
    text += html_table(section.table);
    if (!section.remarks.empty()) text += "<pre>" + escaped(section.remarks) + "</pre>\n";
    for (const std::string& plot : section.plots) text += "<p>" + plot + "</p>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace fubini::validation
