// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/json.hpp"

#include <string>
#include <string_view>

// JSON files of our own: model files and checkpoints.
namespace fubini {

struct DocumentKind {
  std::string_view format;  // "fubini model"
  int version;              // that is written, and the newest that can be read
};

// {"format": ..., "version": ..., "checksum": ..., "content": {...}}, a line an entry of content.
// The checksum is that of the content, written without spaces.
std::string format_document(const DocumentKind& kind, const Json& content);

// The content, if everything is as it was written; else FileError: no JSON, cut short, another
// format, newer, changed.
Json parse_document(const DocumentKind& kind, std::string_view text, const std::string& name);

// An entry of an object; throws FileError if it is missing or of another kind.
template <class T>
T entry(const Json& object, const char* key, const std::string& name);

extern template std::string entry(const Json&, const char*, const std::string&);
extern template double entry(const Json&, const char*, const std::string&);
extern template long entry(const Json&, const char*, const std::string&);
extern template std::vector<double> entry(const Json&, const char*, const std::string&);
extern template std::vector<std::string> entry(const Json&, const char*, const std::string&);
extern template Json entry(const Json&, const char*, const std::string&);

}  // namespace fubini
