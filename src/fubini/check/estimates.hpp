// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/texts.hpp"
#include "fubini/sample/sampler.hpp"

#include <string>

namespace fubini::check {

// For potentials without exact sums: error and time of the importance estimate of log Z out of 24,
// 100 and 500 items (fewer where that would take long), and how many independent draws it is worth
// beside Gibbs and Metropolis-Hastings in the same time.
std::string estimates_in_words(const Sampler& sampler);

// For models with exact sums: whether these are the sums, beyond what can be enumerated, by an
// estimate of the log-likelihood on 60 items.
std::string sums_by_estimate_in_words(const ModelTexts& model, const Sampler& sampler);

}  // namespace fubini::check
