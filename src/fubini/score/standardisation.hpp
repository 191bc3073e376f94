// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <span>
#include <vector>

namespace fubini {

// Standardised features z_j = (x_j - mean_j)/scale_j, and products z_a z_b / product_scale, are
// never stored: a fit works with weights u of z, and scorers fold them into weights w of x before
// they see the data (w is linear in u, up to a constant in all scores). So sparse rows stay sparse,
// and a fitted model ranks raw features.
//
// A scorer takes part with
//   void fold(const Standardisation&, span<const double> u, span<double> w) const;
//   void pull_back(const Standardisation&, span<const double> dw, span<double> du) const;
// the second being the transpose of the first.
struct Standardisation {
  std::vector<double> mean, scale;    // of each feature; a constant one has scale 1
  std::vector<double> product_scale;  // of each product of standardised features
};

// Mean and standard deviation of each feature over all rows. Throws ArgumentError if the data has
// none. Any number of threads (0: as many as TBB may use) gives the same bits.
Standardisation standardisation_of(const Dataset& data, int threads = 0);

}  // namespace fubini
