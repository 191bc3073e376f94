// SPDX-License-Identifier: BSD-3-Clause
// That every fault is one: at the points that are told to show it, asked one after the other or by four threads, its
// gradient differs from the right one. Exit code 1 if one does not, or if two subjects have one name.
#include "models.hpp"
#include "suite.hpp"

#include "fubini/catalogue/models.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <exception>
#include <set>
#include <thread>

namespace fubini::faults {
namespace {

constexpr double kSeen = 1e-13;  // of an entry: the least that a fault must do

// What a gradient writes over `before`, or adds to it
bool differs(const Slopes& right, const Slopes& slopes, In x, double before, double least) {
  Point wanted(x.size(), before), found(x.size(), before);
  right(x, wanted);
  try {
    slopes(x, found);
  } catch (const std::exception&) {
    return true;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(found[i] - wanted[i]) <= least * std::abs(wanted[i]))) return true;
  return false;
}

bool shows_to_threads(const Slopes& right, const Slopes& slopes, const Point& start) {
  std::atomic<bool> seen = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Point x = start;
      x[0] += t;
      for (int call = 0; call < 2000 && !seen; ++call)
        if (differs(right, slopes, x, 0, kSeen)) seen = true;
    });
  for (std::thread& thread : threads) thread.join();
  return seen;
}

bool shows(const Subject& subject) {
  if (subject.kind == "race") return shows_to_threads(subject.right, subject.slopes, subject.start);
  for (const double before : {7.0, 0.0}) {
    const Slopes slopes = subject.slopes;
    for (const Point& x : subject.shows)
      if (differs(subject.right, slopes, x, before, kSeen)) return true;
  }
  return false;
}

Slopes adding(const Model::Call<Gradient>& gradient, const std::vector<Index>& buckets) {
  return [gradient, ranking = Ranking(std::span<const Index>(buckets))](In x, Out g) {
    const auto n = static_cast<std::size_t>(ranking.num_items());
    gradient(ranking, x.first(n), x.subspan(n), {g.first(n), g.subspan(n)});
  };
}

bool shows(const SpoiltModel& spoilt, const ModelCatalogue& known) {
  const Model model = known.make(spoilt.model);
  const auto gradient = spoilt.spoil(model);
  const auto pair = [&](const std::vector<Index>& buckets) {
    return std::pair(adding(model.parts().gradient, buckets), adding(gradient, buckets));
  };
  const auto [right, slopes] = pair(spoilt.start.buckets);
  if (spoilt.kind == "race") return shows_to_threads(right, slopes, spoilt.start.x);
  if (differs(right, slopes, spoilt.start.x, 1, 1e-6) && spoilt.shows.empty())
    return true;  // it does not add
  for (const Asked& asked : spoilt.shows) {
    const auto [wanted, found] = pair(asked.buckets);
    if (differs(wanted, found, asked.x, 0, kSeen)) return true;
  }
  return false;
}

int prove() {
  int failed = 0, faults = 0, right = 0;
  std::set<std::string> names;
  const auto see = [&](const std::string& name, bool is_right, bool seen) {
    is_right ? ++right : ++faults;
    if (!names.insert(name).second)
      std::printf("%s: there are two of that name\n", name.c_str()), ++failed;
    if (is_right == seen)
      std::printf("%s: %s\n", name.c_str(), seen ? "is not right" : "shows nowhere"), ++failed;
  };
  for (const Subject& one : functions()) see(one.name, one.is_right(), shows(one));
  const ModelCatalogue known = built_in_models();
  for (const SpoiltModel& one : spoilt_models()) see(one.name, one.is_right(), shows(one, known));
  std::printf("%d faults, %d right ones: %s\n", faults, right,
              failed == 0 ? "each fault shows" : "FAILED");
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fubini::faults

int main() { return fubini::faults::prove(); }
