// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/checkpoint.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/detail/journal.hpp"
#include "fubini/io/document.hpp"
#include "fubini/io/file.hpp"

namespace fubini {
namespace {

constexpr DocumentKind kKind{"fubini checkpoint", 1};

// {"format": "fubini checkpoint"
std::string mark_of_documents() {
  const std::string text = format_document(kKind, Json::object());
  return text.substr(0, text.find(','));
}

// A file may have been cut within its first words.
bool begins_alike(std::string_view text, std::string_view mark) {
  return text.starts_with(mark) || mark.starts_with(text);
}

}  // namespace

void write_checkpoint(const std::string& path, const std::string& identity,
                      const Checkpoint& checkpoint) {
  if (!may_be_checkpoint(path))
    throw FileError(shown_name(path) +
                    ": holds something that is no checkpoint by now, and would be lost; wanted "
                    "--checkpoint with a name that nobody else writes to");
  const AscentState& state = checkpoint.state;
  write_file(path, format_document(
                       kKind, {{"identity", identity},
                               {"iteration", state.iteration},
                               {"steps", state.steps},
                               {"parameters", state.parameters},
                               {"first", state.first},
                               {"second", state.second},
                               {"best", checkpoint.best ? Json(*checkpoint.best) : Json(nullptr)},
                               {"best_iteration", checkpoint.best_iteration},
                               {"best_parameters", checkpoint.best_parameters}}));
}

bool read_checkpoint(const std::string& path, const std::string& identity, Checkpoint& checkpoint) {
  if (kind_of(path) == PathKind::missing) return false;
  if (beginning_of(path, kJournalMark.size()) == kJournalMark) refuse_checkpoint_of_another(path);
  const std::string name = shown_name(path);
  const Json content = parse_document(kKind, read_file(path), name);
  if (entry<std::string>(content, "identity", name) != identity) refuse_checkpoint_of_another(path);
  using Numbers = std::vector<double>;
  Checkpoint read;
  read.state.iteration = static_cast<int>(entry<long>(content, "iteration", name));
  read.state.steps = entry<long>(content, "steps", name);
  read.state.parameters = entry<Numbers>(content, "parameters", name);
  read.state.first = entry<Numbers>(content, "first", name);
  read.state.second = entry<Numbers>(content, "second", name);
  if (const Json* best = content.find("best"); best != nullptr && !best->is_null())
    read.best = entry<double>(content, "best", name);
  read.best_iteration = static_cast<int>(entry<long>(content, "best_iteration", name));
  read.best_parameters = entry<Numbers>(content, "best_parameters", name);
  checkpoint = std::move(read);
  return true;
}

bool may_be_checkpoint(const std::string& path) {
  const PathKind kind = kind_of(path);
  if (kind != PathKind::file) return kind == PathKind::missing;
  const std::string text = beginning_of(path, 64);
  return begins_alike(text, kJournalMark) || begins_alike(text, mark_of_documents());
}

void check_checkpoint(const std::string& path) {
  if (kind_of(path) == PathKind::stream)
    throw FileError(shown_name(path) +
                    ": a pipe or a device, from which no fit goes on; wanted a file");
  check_writable(path);
  if (!may_be_checkpoint(path))
    throw FileError(shown_name(path) +
                    ": not a checkpoint, and would be written over; wanted another name for the "
                    "checkpoint");
}

}  // namespace fubini
