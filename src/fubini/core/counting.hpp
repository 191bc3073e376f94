// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace fubini {

// Exact at any size.
using BigInteger = boost::multiprecision::cpp_int;

// Stirling number of the second kind: the ways to split n items into k non-empty subsets,
//   S(n, k) = k S(n-1, k) + S(n-1, k-1),  S(0, 0) = 1.
BigInteger stirling_second(Index n, Index k);

// Fubini number: the ordered partitions of n items, sum over k of k! S(n, k):
// 1, 1, 3, 13, 75, 541, 4683, 47293, ... for n = 0, 1, 2, ...
BigInteger fubini_number(Index n);

}  // namespace fubini
