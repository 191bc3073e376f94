// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/document.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace fubini {
namespace {

// The value as a T, if it is one
template <class T>
std::optional<T> as(const Json& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return value.text() == nullptr ? std::nullopt : std::optional(*value.text());
  } else if constexpr (std::is_same_v<T, double>) {
    const std::optional<double> number = value.number();
    return number && std::isfinite(*number) ? number : std::nullopt;
  } else if constexpr (std::is_same_v<T, long>) {
    return value.whole();
  } else if constexpr (std::is_same_v<T, Json>) {
    return value.is_object() || value.is_array() ? std::optional(value) : std::nullopt;
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    auto numbers = value.numbers();
    const auto finite = [](double x) { return std::isfinite(x); };
    return numbers && std::ranges::all_of(*numbers, finite) ? std::move(numbers) : std::nullopt;
  } else {
    const auto list = value.list();
    if (!list || !std::ranges::all_of(*list, [](const Json& one) { return one.text(); }))
      return std::nullopt;
    T texts;
    for (const Json& one : *list) texts.push_back(*one.text());
    return texts;
  }
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
                     fingerprint(content.dump()) + "\",\n \"content\": {";
  const char* separator = "\n";
  for (const auto& [key, value] : content.members()) {
    text += separator + std::string("  ") + Json(key).dump() + ": " + value.dump();
    separator = ",\n";
  }
  return text + "}}\n";
}

Json parse_document(const DocumentKind& kind, std::string_view text, const std::string& name) {
  const Json all = Json::parse(text, name);
  const Json* format = all.find("format");
  if (format == nullptr || as<std::string>(*format) != kind.format)
    throw FileError(name + ": not a " + std::string(kind.format) + "; wanted \"format\": \"" +
                    std::string(kind.format) + "\"");
  const auto version = entry<long>(all, "version", name);
  if (version < 1 || version > kind.version)
    throw FileError(name + ": version " + std::to_string(version) + " of the format; this fubini " +
                    "reads 1 to " + std::to_string(kind.version));
  Json content = entry<Json>(all, "content", name);
  if (!content.is_object()) throw FileError(name + ": content is a list; wanted an object");
  const std::string wanted = entry<std::string>(all, "checksum", name);
  const std::string found = fingerprint(content.dump());
  if (found != wanted)
    throw FileError(name + ": checksum " + found + " where " + shown(wanted) +
                    " is written: the file was changed or damaged");
  return content;
}

template <class T>
T entry(const Json& object, const char* key, const std::string& name) {
  const Json* found = object.find(key);
  if (found == nullptr) throw FileError(name + ": no \"" + shown_name(key) + "\"");
  std::optional<T> value = as<T>(*found);
  if (!value) throw FileError(name + ": \"" + shown_name(key) + "\" is not " + kind_of<T>());
  return std::move(*value);
}

template std::string entry(const Json&, const char*, const std::string&);
template double entry(const Json&, const char*, const std::string&);
template long entry(const Json&, const char*, const std::string&);
template std::vector<double> entry(const Json&, const char*, const std::string&);
template std::vector<std::string> entry(const Json&, const char*, const std::string&);
template Json entry(const Json&, const char*, const std::string&);

}  // namespace fubini
