// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/items.hpp"

#include <span>

// The two passes over dense rows that a linear score needs, at the speed of the memory. What is
// read ahead of them is said by items.rows_to_come(). Any alignment; sums in an order that depends
// on the number of features only.
namespace fubini::dense_rows {

// f_i = sum over j of w_j x_ij
void score(const Items& items, std::span<const double> w, std::span<double> f);

// dw_j += sum over i of df_i x_ij
void add_gradient(const Items& items, std::span<const double> df, std::span<double> dw);

}  // namespace fubini::dense_rows
