// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"

#include <span>

namespace fubini {

// The one that was asked for, or that goes with such gradients
Optimizer optimizer_of(const FitOptions& options, bool chains);

// Maximises the objective from `start` by options.optimizer, with what options say of checkpoints,
// validation and patience; scorer, penalty l2 and threads are the objective's. The same options give
// the same bits for any number of threads, and from a checkpoint the same as without interruption.
// Throws ArgumentError for options that do not go together, FileError for checkpoints; whatever the
// callback throws comes through.
FitSummary maximise(const Objective& objective, std::span<const double> start,
                    const FitOptions& options = {});

}  // namespace fubini
