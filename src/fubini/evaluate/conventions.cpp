// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/conventions.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/text.hpp"

#include <cmath>
#include <string>

namespace fubini {
void check_conventions(const Conventions& conventions) {
  constexpr double kMost = 1000;  // 2^grade must be a number
  if (!(conventions.max_grade > 0 && conventions.max_grade <= kMost))
    refuse("Conventions", "max_grade", format_double(conventions.max_grade),
           "a number above 0, at most 1000");
  if (!(conventions.relevant_above >= 0 && std::isfinite(conventions.relevant_above)))
    refuse("Conventions", "relevant_above", format_double(conventions.relevant_above),
           "a finite number, 0 or more");
  if (conventions.empty && !(*conventions.empty >= 0 && *conventions.empty <= 1))
    refuse("Conventions", "empty", format_double(*conventions.empty),
           "a value from 0 to 1, or none");
}

}  // namespace fubini
