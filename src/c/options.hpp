// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace fubini::c {

// The caller's options, whose header may be older or newer than this library: a struct that begins
// with `size` and has a member `reserved`.
template <class Options>
Options known(const Options* given, const char* type) {
  constexpr std::size_t kLargest = 4096;  // of any version to come: more is a slip
  Options result{};
  if (given == nullptr) return result;
  const std::size_t size = given->size;
  if (size < sizeof result || size > kLargest)
    throw ArgumentError("options->size is " + std::to_string(size) + "; wanted sizeof(" + type +
                        "), here " + std::to_string(sizeof result));
  std::memcpy(&result, given, sizeof result);
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (result.reserved != 0 ||
      std::any_of(bytes + sizeof result, bytes + size, [](unsigned char b) { return b != 0; }))
    throw ArgumentError("options have members that this library, version " FUBINI_VERSION
                        ", does not know; wanted 0 there");
  return result;
}

}  // namespace fubini::c
