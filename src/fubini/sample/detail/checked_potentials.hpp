// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/detail/tilted_draws.hpp"
#include "fubini/sample/subsets.hpp"

#include <span>
#include <vector>

// What a potential says of subsets, and what is wrong with it if it says so.
namespace fubini::detail {

// Throws NumericalError where one is NaN or +infinity.
void checked_potentials(const Subsets& subsets, const AnyPotential& potential,
                        std::span<const double> f, const Stage& stage, std::span<const double> ties,
                        std::vector<double>& values);

// A subset of each size again, in another order, and not by running statistics: throws NumericalError
// where `values` are others.
void check_order(const TiltedDraws& draws, const AnyPotential& potential, std::span<const double> f,
                 const Stage& stage, std::span<const double> ties, std::span<const double> values);

[[noreturn]] void refuse_zeros(const Subsets& subsets, std::span<const double> f);

}  // namespace fubini::detail
