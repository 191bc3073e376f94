// SPDX-License-Identifier: BSD-3-Clause
#include "c/guard.hpp"

#include <limits>

namespace fubini::c {
namespace {

constexpr std::int64_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max();

struct LastError {
  std::string kept;
  const char* shown = "";
};
thread_local LastError last;

[[noreturn]] void refuse(const char* argument, std::int64_t found, const std::string& wanted) {
  throw ArgumentError(std::string(argument) + " is " + std::to_string(found) + "; wanted " +
                      wanted);
}

}  // namespace

fubini_status fail(const char* function, fubini_status status, const char* sentence) noexcept {
  try {
    std::string made = std::string(function) + ": " + sentence;
    last.kept.swap(made);
    last.shown = last.kept.c_str();
  } catch (...) {  // no room even for the sentence
    last.shown = "out of memory";
  }
  return status;
}

const char* last_error() noexcept { return last.shown; }

Index checked_count(std::int64_t count, const char* argument, std::int64_t bytes) {
  const std::int64_t most = kMostBytes / bytes;
  if (count < 1) refuse(argument, count, "at least 1");
  if (count > most) refuse(argument, count, "at most " + std::to_string(most));
  return static_cast<Index>(count);
}

void check_rows(std::int64_t count, std::int64_t num_features, std::int64_t stride) {
  checked_count(count, "count", sizeof(double));
  if (stride < num_features)
    refuse("stride", stride, "at least num_features, " + std::to_string(num_features));
  const std::int64_t most = kMostBytes / count / static_cast<std::int64_t>(sizeof(float));
  if (stride > most)
    refuse("stride", stride,
           "at most " + std::to_string(most) + " for " + std::to_string(count) + " rows");
}

}  // namespace fubini::c
