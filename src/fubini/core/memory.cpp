// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/memory.hpp"

#include "fubini/core/text.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>

namespace fubini {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// The number after a word in a file of the system: "MemAvailable:   123 kB"
std::optional<double> number_in(const std::string& path, std::string_view word) {
  std::ifstream file(path);
  for (std::string found; file >> found;)
    if (found == word) {
      double number = 0;
      if (file >> number) return number;
    }
  return std::nullopt;
}

// A file that is one number; nothing if it is missing, or says max
std::optional<double> number_of(const std::string& path) {
  std::ifstream file(path);
  double number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

double of_machine() {
  const auto free = number_in("/proc/meminfo", "MemAvailable:");
  if (!free) return kUnlimited;
  return 1024 * (*free + number_in("/proc/meminfo", "SwapFree:").value_or(0));
}

double of_process() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const auto pages = number_of("/proc/self/statm").value_or(0);
  return static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// What files of the group keep in memory can be dropped.
double of_group(const std::string& folder, const char* limit, const char* used) {
  const auto most = number_of(folder + limit), now = number_of(folder + used);
  if (!most || !now) return kUnlimited;
  const std::string about = folder + "/memory.stat";
  return *most - *now + number_in(about, "inactive_file").value_or(0) +
         number_in(about, "active_file").value_or(0);
}

// Groups lie in one another, as folders do ("0::/user.slice/job"); the first version has a tree of
// its own for memory ("4:memory:/job").
double of_groups() {
  double least = kUnlimited;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const bool second = line.starts_with("0::");
    const auto first = line.find(":memory:");
    if (!second && first == std::string::npos) continue;
    const std::string root = second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    std::string path = line.substr(second ? 3 : first + 8);
    for (;;) {
      const std::string folder = root + (path == "/" ? "" : path);
      least = std::min(
          least, second ? of_group(folder, "/memory.max", "/memory.current")
                        : of_group(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes"));
      if (path.size() <= 1) break;
      path.resize(std::max<std::size_t>(path.rfind('/'), 1));
    }
  }
  return least;
}

std::string fixed(double number, int digits) {
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 std::chars_format::fixed, digits)
                       .ptr;
  return {text.data(), end};
}

// "21600000000 bytes (21.6 GB)"
std::string in_words(double bytes) {
  return fixed(bytes, 0) + " bytes (" + fixed(bytes / 1e9, 1) + " GB)";
}

}  // namespace

double available_memory() {
  return std::max(std::min({of_machine(), of_process(), of_groups()}), 0.0);
}

void check_memory(std::string_view where, std::string_view what, double bytes,
                  std::string_view wanted) {
  if (bytes < kLargeRequest) return;
  const double free = available_memory();
  if (bytes <= free) return;
  throw MemoryError(std::string(where) + ": " + std::string(what) + " takes " + in_words(bytes) +
                    ", but " + in_words(free) + " are free; wanted " + std::string(wanted));
}

}  // namespace fubini
