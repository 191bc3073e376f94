// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/target.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <memory>
#include <optional>

namespace fubini {
namespace {

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : "";
}

// What /dev/stdout leads to has no name to open or to take: a pipe, or a file at some position.
std::optional<int> own_descriptor(const std::string& path) {
  const std::string name = name_of(path);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (name.empty() || name.size() > 9 || !std::ranges::all_of(name, digit)) return {};
  const std::string folder = real_path(folder_of(path));
  if (folder.empty() || folder != real_path("/proc/self/fd")) return {};
  return std::stoi(name);
}

std::optional<std::string> link_at(const std::string& path) {
  std::string to(PATH_MAX, '\0');
  const ssize_t size = readlink(path.c_str(), to.data(), to.size());
  if (size <= 0) return {};
  to.resize(static_cast<std::size_t>(size));
  return to[0] == '/' ? to : folder_of(path) + "/" + to;
}

PathKind kind_of(const struct stat& about) {
  if (S_ISDIR(about.st_mode)) return PathKind::folder;
  return S_ISREG(about.st_mode) ? PathKind::file : PathKind::stream;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

Target target_of(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel has it
  Target target{path};
  for (int links = 0;; ++links) {
    if (const auto fd = own_descriptor(target.path)) {
      target.descriptor = *fd;
      target.kind = PathKind::stream;
      fstat(*fd, &target.about);
      return target;
    }
    const auto to = link_at(target.path);
    target.endless = to && links == kMostLinks;
    if (!to || target.endless) break;
    target.path = *to;
  }
  if (stat(target.path.c_str(), &target.about) == 0) target.kind = kind_of(target.about);
  return target;
}

PathKind kind_of(const std::string& path) { return target_of(path).kind; }

bool same_file(const std::string& one, const std::string& other) {
  const auto same = [](const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  };
  const Target a = target_of(one), b = target_of(other);
  if (a.kind != PathKind::missing && b.kind != PathKind::missing)
    return same(a.about, b.about) && !S_ISCHR(a.about.st_mode);
  if (a.kind != b.kind || name_of(a.path) != name_of(b.path)) return false;
  struct stat of_a {
  }, of_b{};
  const bool there =
      stat(folder_of(a.path).c_str(), &of_a) == 0 && stat(folder_of(b.path).c_str(), &of_b) == 0;
  return there ? same(of_a, of_b) : a.path == b.path;
}

}  // namespace fubini
