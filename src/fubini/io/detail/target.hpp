// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/file.hpp"

#include <sys/stat.h>

#include <string>

namespace fubini {

// Where a path leads, all links followed; a link may lead to what is not there yet.
struct Target {
  std::string path;
  PathKind kind = PathKind::missing;
  bool endless = false;  // links that lead round in a circle
  int descriptor = -1;   // of ours, if the path is its name: /dev/stdout, /dev/fd/3
  struct stat about {};  // of what is there
};
Target target_of(const std::string& path);

// "a/b" -> "a", "/b" -> "/", "b" -> "."; and the rest of it
std::string folder_of(const std::string& path);
std::string name_of(const std::string& path);

}  // namespace fubini
