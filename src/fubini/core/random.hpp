// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace fubini {

// Random numbers without state: the same (seed, stream, index) gives the same number, in any order
// and on any thread (Philox 4x32, from Random123).
//
// Uniform on (0, 1): never 0, never 1.
double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace fubini
