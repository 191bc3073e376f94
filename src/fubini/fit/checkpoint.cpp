// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/checkpoint.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/document.hpp"
#include "fubini/io/file.hpp"

#include <unistd.h>

namespace fubini {
namespace {

constexpr DocumentKind kKind{"fubini checkpoint", 1};

}  // namespace

void write_checkpoint(const std::string& path, const std::string& identity,
                      const Checkpoint& checkpoint) {
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
  if (access(path.c_str(), F_OK) != 0) return false;
  const Json content = parse_document(kKind, read_file(path), path);
  if (entry<std::string>(content, "identity", path) != identity)
    throw FileError(path +
                    ": the checkpoint belongs to another fit (other data or options); wanted the "
                    "same, or a fit without --resume");
  using Numbers = std::vector<double>;
  Checkpoint read;
  read.state.iteration = static_cast<int>(entry<long>(content, "iteration", path));
  read.state.steps = entry<long>(content, "steps", path);
  read.state.parameters = entry<Numbers>(content, "parameters", path);
  read.state.first = entry<Numbers>(content, "first", path);
  read.state.second = entry<Numbers>(content, "second", path);
  if (const Json* best = content.find("best"); best != nullptr && !best->is_null())
    read.best = entry<double>(content, "best", path);
  read.best_iteration = static_cast<int>(entry<long>(content, "best_iteration", path));
  read.best_parameters = entry<Numbers>(content, "best_parameters", path);
  checkpoint = std::move(read);
  return true;
}

}  // namespace fubini
