// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/affine_stages.hpp"

// Which tables serve for the scores and weights at hand; `low` and `high` are the extreme scores.
namespace fubini::detail {

// Z is at least the term of the largest score alone, so what scores below it lose by becoming 0 is
// nothing, unless larger subsets have weights to make up for it.
bool singles_suffice(const AffineStages& stages, double low, double high);

// Whether no score of the m largest of a stage becomes 0 beside the largest
bool ratios_suffice(const AffineStages& stages, double low, double high);

// Whether e_m, its weights and its derivatives stay among the numbers, all sizes. Weights are
// relative: log_weight + (a_m - a_1) high.
bool plain_tables_suffice(const AffineStages& stages, double low, double high);

}  // namespace fubini::detail
