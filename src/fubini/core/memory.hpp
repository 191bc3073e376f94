// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"

#include <string>
#include <string_view>

// Large requests for memory are asked about first: a machine that lends more than it has kills the
// process later, where no error can be told.
namespace fubini {

// More memory than there is; what() has the bytes and a way out.
class MemoryError : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

// Bytes that this process may still take, the least of what the machine has left and of the limits
// of the process (RLIMIT_AS) and of its control group; infinity where none is known.
double available_memory();

// Less is not asked about: where it is missing, std::bad_alloc comes in time.
inline constexpr double kLargeRequest = 1 << 26;  // bytes

// Throws MemoryError unless there is room: "WHERE: WHAT takes N bytes, but M are free; wanted ...".
void check_memory(std::string_view where, std::string_view what, double bytes,
                  std::string_view wanted);

}  // namespace fubini
