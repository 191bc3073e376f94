// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/aligned.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <new>

namespace fubini {
namespace {

constexpr std::size_t kPage = std::size_t{1} << 21;  // a large one

std::align_val_t alignment(std::size_t bytes) {
  return std::align_val_t{bytes < 2 * kPage ? std::size_t{64} : kPage};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment(bytes));
#ifdef __linux__
  if (bytes >= 2 * kPage) madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE);  // a hint
#endif
  return memory;
}

void free_aligned(void* memory, std::size_t bytes) { ::operator delete(memory, alignment(bytes)); }

}  // namespace fubini
