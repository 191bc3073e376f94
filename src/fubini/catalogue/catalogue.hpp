// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fubini {

// "davidson_luce:max_order=3" -> "davidson_luce", "max_order=3". Nothing after the colon, as an
// unset variable leaves it, is refused.
struct Specification {
  std::string_view name, arguments;
  explicit Specification(std::string_view text)
      : name(text.substr(0, text.find(':'))),
        arguments(name.size() == text.size() ? "" : text.substr(name.size() + 1)) {
    if (arguments.empty() && name.size() < text.size())
      throw ArgumentError(shown(text) + ": nothing after the colon; wanted options, or no colon");
  }
};

// Things by name, one a file. CMake writes the lists (cmake/fubini_catalogue.cmake). An entry has a
// name, what it is (Entry::what, "model") and how it is made.
template <class Entry>
class Catalogue {
 public:
  Catalogue() = default;
  explicit Catalogue(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  // Puts `others` behind. Throws ArgumentError if a name stands in both.
  void join(const Catalogue& others) {
    for (const Entry& entry : others) {
      for (const Entry& own : entries_)
        if (own.name == entry.name)
          throw ArgumentError(std::string(Entry::what) + " " + entry.name +
                              ": there is one of that name already; wanted another name");
      entries_.push_back(entry);
    }
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Entry& entry : entries_) all.push_back(entry.name);
    return all;
  }

  const Entry& find(std::string_view name) const {
    for (const Entry& entry : entries_)
      if (entry.name == name) return entry;
    throw UnknownName(unknown_name(Entry::what, name, names()));
  }
  Entry& find(std::string_view name) { return const_cast<Entry&>(std::as_const(*this).find(name)); }

  // "davidson", or with options "pmop_full:constant=no:stage_weights=1,0.5"
  auto make(std::string_view text) const {
    const Specification asked(text);
    return find(asked.name).make(asked.arguments);
  }

 private:
  std::vector<Entry> entries_;
};

// The entry, if this program gave it autodiff
template <class Entry>
const Entry& with_autodiff(const Entry& entry) {
  if (entry.autodiff != nullptr) return entry;
  throw ArgumentError(std::string(Entry::what) + " " + entry.name +
                      ": this program has no autodiff; wanted one that links fubini::autodiff and "
                      "takes built_in_with_autodiff()");
}

}  // namespace fubini
