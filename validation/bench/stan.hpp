// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <memory>
#include <span>
#include <string>

// The same function as a user of Stan Math would write it: scores by a matrix product, sums of
// exponentials by its own functions, one reverse pass.
namespace fubini::bench {

class StanProgram {
 public:
  // pmop_full or plackett_luce with a linear scorer; rows are kept in double precision, as Stan
  // Math wants them, and are not converted again.
  StanProgram(const std::string& model, const Dataset& data);
  ~StanProgram();

  // Without the normalising constant, which has no derivative.
  double value_and_gradient(std::span<const double> w, std::span<double> gradient,
                            int threads) const;

 private:
  struct Rows;
  const Dataset& data_;
  bool singletons_;
  std::unique_ptr<Rows> rows_;
};

}  // namespace fubini::bench
