// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

// What Markov chains are worth. A trace is a number a step (log potential, size).
namespace fubini {

// How many independent draws a chain's steps are worth: n over the sum of its autocorrelations, cut
// where pairs of them stop being positive and decreasing (Geyer 1992).
double effective_sample_size(std::span<const double> trace);

// Gelman and Rubin's ratio with each chain split in halves: 1 where all tell the same. Chains of
// equal length, at least four steps.
double split_r_hat(const std::vector<std::vector<double>>& traces);

// Half the sum of |p - q|; counts are divided by their total.
double total_variation(const std::map<std::uint32_t, std::int64_t>& counts,
                       const std::map<std::uint32_t, double>& law);

// The shape k of the Pareto law that fits the upper tail of x (Zhang and Stephens 2009; its place and
// scale do not matter): moments from 1/k on are infinite. From 0.7 on a mean of such numbers, and its
// standard error, are not to trust (Vehtari and others 2024). 0 with fewer than 25 numbers.
double pareto_shape(std::vector<double> x);

}  // namespace fubini
