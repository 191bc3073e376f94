// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// What a check may spend, and what it left out: never in silence.
namespace fubini::check {

struct Budget {
  double seconds = std::numeric_limits<double>::infinity();  // of one call
  double bytes = std::numeric_limits<double>::infinity();    // for tapes, all threads together
};

// What was not done, by name, and why.
struct LeftOut {
  std::string what;                // "cases", "50 digits", "reverse mode"
  std::string why;                 // "the budget of 5 seconds was spent"
  std::vector<std::string> names;  // "size 4096", "query 17 (19 items)"
  std::int64_t count() const { return static_cast<std::int64_t>(names.size()); }
};

// Adds a name to the entry of this what and why, or makes one.
void leave_out(std::vector<LeftOut>& all, const std::string& what, const std::string& why,
               const std::string& name);

// "left out: 50 digits of 3: query 1, query 2, query 3: WHY"; long lists are cut, and counted.
std::string in_words(const LeftOut& one);

class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}
  double spent() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  bool over() const { return spent() > seconds_; }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fubini::check
