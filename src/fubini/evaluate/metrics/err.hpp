// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/text.hpp"
#include "fubini/evaluate/metric.hpp"

namespace fubini {

// The sum over positions i of (1/i) V_i prod_{j<i} (1 - V_j), V = (2^grade - 1) / 2^max_grade
struct err {
  static constexpr auto description = "expected reciprocal rank";
  Index cutoff = 0;

  double value(const Judged& query, const Conventions& conventions) const {
    return err_at(query.sorted(), cutoff, conventions.max_grade);
  }
  std::string wants(double grade, const Conventions& conventions) const {
    if (grade <= conventions.max_grade) return "";
    return "grades of at most max_grade = " + format_double(conventions.max_grade) +
           "; set it (--max-grade)";
  }
  static std::string says(const Conventions& conventions) {
    return "err: V = (2^grade - 1)/2^" + format_double(conventions.max_grade);
  }
};

}  // namespace fubini
