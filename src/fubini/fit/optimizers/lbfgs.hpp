// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/optimizer.hpp"

#include <tuple>

namespace fubini {

// Limited-memory quasi-Newton (libLBFGS), OWL-QN where there is an l1 penalty. Throws ArgumentError
// for unusable arguments, NumericalError if f is not finite at the start; whatever f or the callback
// throws comes through.
struct lbfgs {
  static constexpr auto description = "L-BFGS on the whole objective; OWL-QN with l1";
  static constexpr bool takes_l1 = true;

  int memory = 6;

  static constexpr auto options =
      std::tuple{option("memory", &lbfgs::memory, "pairs that it keeps, 1 to 1000")};

  void check() const;

  FitSummary maximise(const Maximand& f, std::span<const double> start,
                      const FitOptions& options) const;
};

}  // namespace fubini
