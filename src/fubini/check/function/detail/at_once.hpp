// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace fubini::check {

inline constexpr int kThreads = 4;  // also where there are fewer cores

// Calls work(0) to work(kThreads - 1), each on a thread of its own, none before all are there. What
// one throws comes out when all have ended; bad_alloc, if the machine has no room for the threads.
void at_once(const std::function<void(int thread)>& work);

}  // namespace fubini::check
