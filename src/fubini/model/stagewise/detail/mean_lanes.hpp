// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/mean_stages.hpp"

#include <span>
#include <vector>

// The tables behind mean_stages.cpp for scores that lie close enough together; not for others.
namespace fubini::detail {

// Whether e_m, its weights and its derivatives stay among the numbers, all sizes up to `most`.
// `weights` are log gamma_m of every stage and size: [k * most + m - 1].
bool plain_tables_suffice(std::span<const Index> ends, std::span<const double> f, Index most,
                          std::span<const double> weights);

// What log_mean_choice adds up for the normalisers: minus the sum over stages of
// log Z(R_k) - top_k, the largest score of the stage. Subtracts their derivatives from g and sizes.
// `used` are the sizes that matter, increasing.
//
// Eight sizes side by side. Up to four items are added at a time: with s_p the elementary symmetric
// polynomials of their y,
//   e_j <- e_j + s_1 e_{j-1} + ... + s_4 e_{j-4}
// and backward, D the derivative of the sum with respect to e:
//   ds_p = sum over j of D_j e_{j-p},   D_j <- D_j + s_1 D_{j+1} + ... + s_4 D_{j+4}
// All terms are positive, so nothing cancels.
double subtract_normalisers(std::span<const Index> ends, std::span<const double> f,
                            std::span<const double> top, Index most,
                            std::span<const double> weights, std::span<const Index> used,
                            std::span<double> g, std::span<double> sizes);

}  // namespace fubini::detail
