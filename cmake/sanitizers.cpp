// SPDX-License-Identifier: BSD-3-Clause
// What sanitizers find in libraries that are not ours; linked into programs of sanitized builds.

extern "C" {

// Stan Math's tape observer, a global, leaves TBB's record of it (40 bytes) behind at exit.
const char* __lsan_default_suppressions() { return "leak:tbb::detail::r1::observe\n"; }

// Nor need every program say that it was suppressed.
const char* __lsan_default_options() { return "print_suppressions=0"; }

// Debian's libtbb is not instrumented, so the hand-over of TBB's own task objects cannot be seen.
// Only accesses made in TBB's headers (their atomics too; we have none of our own) and in our one
// loop around it are let through. The innermost frame counts: code inside tasks stays watched.
const char* __tsan_default_suppressions() {
  return "race_top:oneapi/tbb/\nrace_top:std::__atomic_base<\nrace_top:std::atomic<tbb::\n"
         "race_top:fubini/core/parallel.hpp\n";
}

}  // extern "C"
