// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/score/standardisation.hpp"

#include <functional>

// Moments of products of standardised features, over all rows. From three matrix products over
// blocks of rows; no product is stored.
namespace fubini::detail {

struct ProductMoments {
  double mean = 0, variance = 0;
  double covariance = 0;      // with the grade
  double grade_variance = 0;  // the same for all products
};

// Calls visit(a, b, moments of z_a z_b) for every a <= b. Any number of threads gives the same bits.
void for_each_product(const Dataset& data, const Standardisation& features, int threads,
                      const std::function<void(Index a, Index b, const ProductMoments&)>& visit);

}  // namespace fubini::detail
