// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/counting.hpp"

#include "fubini/core/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace fubini {
namespace {

void check_count(const char* function, const char* argument, Index value) {
  if (value < 0)
    throw ArgumentError(std::string(function) + ": " + argument + " is " + std::to_string(value) +
                        "; wanted 0 or more");
}

// S(n, 0), ..., S(n, largest)
std::vector<BigInteger> stirling_row(Index n, Index largest) {
  std::vector<BigInteger> row(largest + 1, 0);
  row[0] = 1;
  for (Index m = 1; m <= n; ++m) {
    for (Index k = std::min(m, largest); k > 0; --k) row[k] = k * row[k] + row[k - 1];
    row[0] = 0;
  }
  return row;
}

}  // namespace

BigInteger stirling_second(Index n, Index k) {
  check_count("stirling_second", "n", n);
  check_count("stirling_second", "k", k);
  return k > n ? BigInteger(0) : stirling_row(n, k).back();
}

BigInteger fubini_number(Index n) {
  check_count("fubini_number", "n", n);
  const std::vector<BigInteger> row = stirling_row(n, n);
  BigInteger total = 0, factorial = 1;
  for (Index k = 0; k <= n; ++k) {
    if (k > 0) factorial *= k;
    total += factorial * row[k];
  }
  return total;
}

}  // namespace fubini
