// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"
#include "fubini/sample/sampler.hpp"

#include <string>
#include <vector>

namespace fubini::check {

// What the reports of one model say, in sentences, one an entry: does it depend on the order inside
// a bucket, does it stay among the numbers, is its gradient right and if not where, does it sum to
// one, which normalisers serve it and for how many items, how well chains mix, and what a gradient
// by hand saves or would save (times are measured).
std::vector<std::string> in_words(const ModelTexts& model, const Sampler& sampler,
                                  const std::vector<GradientReport>& gradients,
                                  const std::vector<LawReport>& laws);

}  // namespace fubini::check
