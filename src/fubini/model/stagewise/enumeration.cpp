// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/enumeration.hpp"

#include "fubini/core/parallel.hpp"

namespace fubini::detail {

void for_each_part(Index count, const std::function<void(Index)>& work) {
  const int threads = count == 1 ? 1 : tbb::this_task_arena::max_concurrency();
  if (threads > 1) return for_each_in_parallel(count, threads, work);
  for (Index k = 0; k < count; ++k) work(k);
}

}  // namespace fubini::detail
