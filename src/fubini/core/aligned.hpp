// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace fubini {

// Memory that starts on a cache line.
template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
  bool operator==(const LineAllocator&) const = default;
};

// Vectorised code may treat the elements before the first aligned address apart from the rest, so
// the bits of a result can depend on where its arguments lie. Whatever is summed lies in these.
template <class T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace fubini
