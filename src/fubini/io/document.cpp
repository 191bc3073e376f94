// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/document.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace fubini {
namespace {

constexpr auto kBadUtf8 = Json::error_handler_t::replace;

std::string compact(const Json& content) { return content.dump(-1, ' ', false, kBadUtf8); }

Json parse_json(std::string_view text, const std::string& name) {
  constexpr int kDeepest = 8;  // ours are 4; deeper ones would exhaust the stack when written
  const auto callback = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest)
      throw FileError(name + ": nested more than " + std::to_string(kDeepest) + " deep");
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), callback);
  } catch (const Json::exception& error) {
    const std::string what = error.what();
    throw FileError(name + ": not JSON, or cut short (" + what.substr(what.find("] ") + 2, 120) +
                    ")");
  }
}

bool finite(double x) { return std::isfinite(x); }

template <class T>
bool is_a(const Json& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return value.is_string();
  else if constexpr (std::is_same_v<T, double>)
    return value.is_number() && finite(value.get<double>());
  else if constexpr (std::is_same_v<T, long>)
    return value.is_number_integer() &&
           (!value.is_number_unsigned() || std::in_range<long>(value.get<std::uint64_t>()));
  else if constexpr (std::is_same_v<T, Json>)
    return value.is_structured();
  else
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& one) {
             return is_a<typename T::value_type>(one);
           });
}

template <class T>
constexpr const char* kind_of() {
  if constexpr (std::is_same_v<T, std::string>) return "a text";
  if constexpr (std::is_same_v<T, double>) return "a number";
  if constexpr (std::is_same_v<T, long>) return "a whole number";
  if constexpr (std::is_same_v<T, std::vector<double>>) return "a list of numbers";
  if constexpr (std::is_same_v<T, std::vector<std::string>>) return "a list of texts";
  return "an object or a list";
}

}  // namespace

std::string format_document(const DocumentKind& kind, const Json& content) {
  std::string text = "{\"format\": \"" + std::string(kind.format) +
                     "\", \"version\": " + std::to_string(kind.version) + ", \"checksum\": \"" +
                     fingerprint(compact(content)) + "\",\n \"content\": {";
  const char* separator = "\n";
  for (const auto& [key, value] : content.items()) {
    text += separator + std::string("  ") + compact(Json(key)) + ": " + compact(value);
    separator = ",\n";
  }
  return text + "}}\n";
}

Json parse_document(const DocumentKind& kind, std::string_view text, const std::string& name) {
  const Json all = parse_json(text, name);
  if (!all.is_object() || all.value("format", Json()) != kind.format)
    throw FileError(name + ": not a " + std::string(kind.format) + "; wanted \"format\": \"" +
                    std::string(kind.format) + "\"");
  const auto version = entry<long>(all, "version", name);
  if (version < 1 || version > kind.version)
    throw FileError(name + ": version " + std::to_string(version) + " of the format; this fubini " +
                    "reads 1 to " + std::to_string(kind.version));
  Json content = entry<Json>(all, "content", name);
  if (!content.is_object()) throw FileError(name + ": content is a list; wanted an object");
  const std::string wanted = entry<std::string>(all, "checksum", name);
  const std::string found = fingerprint(compact(content));
  if (found != wanted)
    throw FileError(name + ": checksum " + found + " where " + shown(wanted) +
                    " is written: the file was changed or damaged");
  return content;
}

template <class T>
T entry(const Json& object, const char* key, const std::string& name) {
  const auto found = object.find(key);
  if (found == object.end()) throw FileError(name + ": no \"" + key + "\"");
  if (!is_a<T>(*found)) throw FileError(name + ": \"" + key + "\" is not " + kind_of<T>());
  if constexpr (std::is_same_v<T, Json>)
    return *found;
  else
    return found->get<T>();
}

template std::string entry(const Json&, const char*, const std::string&);
template double entry(const Json&, const char*, const std::string&);
template long entry(const Json&, const char*, const std::string&);
template std::vector<double> entry(const Json&, const char*, const std::string&);
template std::vector<std::string> entry(const Json&, const char*, const std::string&);
template Json entry(const Json&, const char*, const std::string&);

}  // namespace fubini
