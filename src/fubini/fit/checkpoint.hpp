// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/optimizer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fubini {

// What a stochastic fit goes on from. (An optimizer of the whole objective has a journal instead: detail/journal.hpp.)
struct Checkpoint {
  AscentState state;
  std::optional<double> best = {};  // validation
  int best_iteration = 0;
  std::vector<double> best_parameters = {};
};

void write_checkpoint(const std::string& path, const std::string& identity,
                      const Checkpoint& checkpoint);  // all or nothing

// False if there is no file. Throws FileError if it is damaged or belongs to another fit.
bool read_checkpoint(const std::string& path, const std::string& identity, Checkpoint& checkpoint);

// Whether a checkpoint of either kind may be written there: nothing stands there, an empty file, or
// another checkpoint. Anything else would be lost: it is written over, and removed at the end.
bool may_be_checkpoint(const std::string& path);

// Throws FileError, before a fit begins, if not; or if nothing can be written there.
void check_checkpoint(const std::string& path);

}  // namespace fubini
