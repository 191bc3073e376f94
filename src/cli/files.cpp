// SPDX-License-Identifier: BSD-3-Clause
#include "cli/files.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/io/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fubini::cli {
namespace {

constexpr std::pair<const char*, const char*> kStreams[] = {{"standard output", "/proc/self/fd/1"},
                                                            {"standard error", "/proc/self/fd/2"}};

// A slip of the hand must not cost the data, nor one result the other.
void check_apart(const NamedFile& one, const NamedFile& other) {
  const bool reads_one = one.use == Use::read, reads_other = other.use == Use::read;
  if ((reads_one && reads_other) || !same_file(*one.path, *other.path)) return;
  const NamedFile& written = reads_one ? other : one;
  const NamedFile& second = reads_one ? one : other;
  throw ArgumentError(fmt::format("{}: {} is the file of {} too{}; wanted another file",
                                  written.option, shown(*written.path), second.option,
                                  second.use == Use::read ? ", which would be written over" : ""));
}

// "> FILE" has emptied it already; what follows would go on as if it had not.
void check_apart_from_streams(const NamedFile& file) {
  if (kind_of(*file.path) != PathKind::file) return;
  for (const auto& [name, path] : kStreams)
    if (same_file(*file.path, path))
      throw ArgumentError(fmt::format("{}: {} is where {} goes; wanted another file", file.option,
                                      shown(*file.path), name));
}

void check_is_log(const NamedFile& file) {
  constexpr std::string_view kBegins = "{\"iteration\":";
  const std::string text = beginning_of(*file.path, kBegins.size());
  if (kBegins.starts_with(text)) return;
  throw FileError(
      fmt::format("{}: {} holds something that is no log of a fit, and would be lost; wanted a "
                  "new name, or that the file is removed",
                  file.option, shown(*file.path)));
}

void check_is_checkpoint(const NamedFile& file) {
  if (kind_of(*file.path) == PathKind::stream)
    throw FileError(fmt::format(
        "{}: {} is a pipe or a device, from which no fit goes on; wanted the name of a file",
        file.option, shown(*file.path)));
  if (!may_be_checkpoint(*file.path))
    throw FileError(
        fmt::format("{}: {} holds something that is no checkpoint, and would be lost; "
                    "wanted --checkpoint with a new name, or that the file is removed",
                    file.option, shown(*file.path)));
}

void check_use(const NamedFile& file) {
  switch (file.use) {
    case Use::read: return check_readable(*file.path);
    case Use::write: return check_writable(*file.path);
    case Use::log: check_is_log(file); return check_writable(*file.path);
    case Use::checkpoint: check_is_checkpoint(file); return check_writable(*file.path);
    case Use::cache: return;  // without it, reading takes longer
  }
}

}  // namespace

void Output::write(std::string_view text) const {
  for (const NamedFile& other : others_) check_apart(file_, other);
  write_file(path(), text);
}

Files::Files(std::vector<NamedFile> files) : files_(std::move(files)) {
  std::erase_if(files_, [](const NamedFile& file) { return !file.path; });
  for (std::size_t k = 0; k < files_.size(); ++k)
    for (std::size_t other = 0; other < k; ++other) check_apart(files_[k], files_[other]);
  for (const NamedFile& file : files_) check_apart_from_streams(file);
  for (const NamedFile& file : files_) check_use(file);
}

std::optional<Output> Files::output(std::string_view option) const {
  const auto found = std::ranges::find(files_, option, &NamedFile::option);
  if (found == files_.end() || found->use != Use::write) return {};
  std::vector<NamedFile> others = files_;
  others.erase(others.begin() + (found - files_.begin()));
  return Output(*found, std::move(others));
}

}  // namespace fubini::cli
