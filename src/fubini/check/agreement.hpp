// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/cases.hpp"
#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/model/precise_model.hpp"

#include <cstdint>
#include <string>

namespace fubini {

// The library's promise: the largest error of a gradient by hand, of max(gradient norm, 1).
inline constexpr double kAgreement = 1e-12;

// Value and gradient of the definition, by reverse mode.
ValueAndGradient by_reverse(const AutodiffModel& model, const Case& one);

struct AgreementOptions {
  std::uint64_t cases = 2000;
  std::uint64_t precise_cases = 200;  // more, with fewer items, in 50 digits
  std::uint64_t seed = 1;
};

struct Agreement {
  double gradient = 0;        // worst error against reverse mode
  double value = 0;           // the same of the value
  double gradient_truth = 0;  // against 50 digits
  double value_truth = 0;
  std::string worst;  // the case with the largest gradient error, as `fubini likelihood` takes it
};

// By hand against reverse mode and 50 digits, over varied rankings: n = 1..200, every shape, equal
// scores, scores over +-700, tie parameters over +-50. Infinite where anything is not finite.
Agreement measure_agreement(const Model& model, const AutodiffModel& autodiff,
                            const PreciseModel& precise, const AgreementOptions& options = {});

}  // namespace fubini
