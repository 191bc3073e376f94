// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Numbers and text, the same in every locale.
namespace fubini {

// The whole text as one number, with or without a sign; nothing if anything else is in it, or if it
// is out of range (too large, or too small for a double). "nan" and "inf" are read as such: the
// caller says whether it can use them.
std::optional<double> parse_double(std::string_view text);
std::optional<long> parse_integer(std::string_view text);

// "a,b,,c" -> "a", "b", "", "c"; an empty text has no parts.
std::vector<std::string_view> split(std::string_view text, char separator);

// UTF-8 without control characters, as names are that go into messages, tables and JSON
bool is_plain_text(std::string_view text);

// What somebody gave, for a message: in quotes, cut, and with escapes for what is not plain.
std::string shown(std::string_view text);
// A file, or a model with its options: as it is, if that is plain and short; else in quotes too.
std::string shown_name(std::string_view name);
// A sentence: on one line, plain, and at most 500 bytes long.
std::string shown_sentence(std::string_view text);

// The shortest text that reads back as the same number.
std::string format_double(double value);
// For people: so many significant digits, as %.*g has them.
std::string format_double(double value, int digits);

}  // namespace fubini
