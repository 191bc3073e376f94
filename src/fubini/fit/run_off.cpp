// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/run_off.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

constexpr std::array kFar = {100.0, 1e6};  // of weights: what speaks against going there is seen
constexpr std::array kFarTies = {50.0, 100.0};  // by which tie parameters move, being logarithms
constexpr double kRounding = 1e-9;              // of the objective between two points far out
constexpr double kFurther = 10;                 // times, at least
constexpr std::size_t kMost = 3;                // weights, and gaps, that are tried one by one

const std::string kWayOut = ": the objective does not fall however far; wanted --l2";

class Search {
 public:
  Search(const Objective& objective, std::span<const double> parameters)
      : objective_(objective),
        here_(parameters.begin(), parameters.end()),
        value_(objective.value(parameters)) {}

  std::vector<std::string> of_worths(const std::vector<std::string>& items, bool decided) const;
  std::vector<std::string> of_weights() const;
  void add_ties(std::vector<std::string>& found) const;

 private:
  using Point = std::vector<double>;

  // The objective there; less than any other where it cannot be said
  double at(const Point& there) const {
    constexpr double kUnsaid = -std::numeric_limits<double>::infinity();
    try {
      const double value = objective_.value(there);
      return std::isnan(value) ? kUnsaid : value;
    } catch (const Stopped&) {
      throw;
    } catch (const Error&) {
      return kUnsaid;
    }
  }
  // Whether it is nowhere lower than where the fit ended, nor than a step before. Way: the objective
  // that far. A fit that was stopped early may be bettered far out and still have a maximum between.
  template <class Way>
  bool never_falls(std::span<const double> steps, Way&& way) const {
    double wanted = value_;
    return std::ranges::all_of(steps, [&](double far) {
      const double found = way(far);
      const bool holds = found >= wanted;
      wanted = found - kRounding * std::abs(found);
      return holds;
    });
  }
  // Way: to a weight that is as large as this
  template <class Way>
  bool runs_off(double from, Way&& way) const {
    return never_falls(kFar,
                       [&](double far) { return way(std::max(far, kFurther * std::abs(from))); });
  }
  // With tie parameters that stay, that are scaled alike, or whose exponentials are
  double best_with_ties(Point there, double scale) const {
    double best = at(there);
    const auto ties = std::span(there).subspan(objective_.num_weights());
    if (ties.empty()) return best;
    for (double& t : ties) t *= scale;
    best = std::max(best, at(there));
    std::copy(here_.begin() + objective_.num_weights(), here_.end(), ties.begin());
    for (double& t : ties) t += std::log(scale);
    return std::max(best, at(there));
  }
  double widest_to_tell() const;

  const Objective& objective_;
  Point here_;
  double value_;
};

std::vector<std::string> Search::of_weights() const {
  const Scorer& scorer = objective_.likelihood().scorer();
  const Index end = objective_.num_weights(), own = scorer.info().output_weights;
  const Index begin = own == 0 ? 0 : end - own;  // of those that multiply the scores
  std::vector<Index> largest;
  for (Index j = begin; j < end; ++j)
    if (here_[j] != 0) largest.push_back(j);
  const std::size_t tried = std::min(kMost, largest.size());
  std::partial_sort(largest.begin(), largest.begin() + static_cast<Index>(tried), largest.end(),
                    [&](Index i, Index j) {
                      return std::pair(-std::abs(here_[i]), i) < std::pair(-std::abs(here_[j]), j);
                    });
  largest.resize(tried);
  if (largest.empty()) return {};

  std::vector<std::string> found;
  for (const Index j : largest) {
    const auto alone = [&](double far) {
      Point there = here_;
      there[j] = std::copysign(far, here_[j]);
      return at(there);
    };
    if (runs_off(here_[j], alone))
      found.push_back("the weight of " + scorer.weight_name(j) + " grows without bound" + kWayOut);
  }
  if (!found.empty()) return found;
  const auto together = [&](double far) {
    const double scale = far / std::abs(here_[largest[0]]);
    Point there = here_;
    for (Index j = begin; j < end; ++j) there[j] *= scale;
    return best_with_ties(there, scale);
  };
  if (runs_off(here_[largest[0]], together))
    found.push_back("the weights grow without bound, that of " + scorer.weight_name(largest[0]) +
                    " most of all" + kWayOut);
  return found;
}

std::vector<std::string> Search::of_worths(const std::vector<std::string>& items,
                                           bool decided) const {
  std::vector<Index> order(items.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) { return here_[i] > here_[j]; });
  std::vector<std::pair<double, Index>> gaps;  // above the item at this position
  for (std::size_t p = 1; p < order.size(); ++p)
    gaps.emplace_back(here_[order[p]] - here_[order[p - 1]], static_cast<Index>(p));
  std::ranges::sort(gaps);
  for (const auto& widest : std::span(gaps).first(std::min(kMost, gaps.size()))) {
    const double gap = widest.first;
    const Index p = widest.second;
    const auto apart = [&](double far) {
      Point there = here_;
      for (Index k = 0; k < p; ++k) there[order[k]] += far;
      return at(there);
    };
    const std::string best = shown(items[order[0]]), last = shown(items[order[p - 1]]),
                      next = shown(items[order[p]]);
    if (gap < 0 && runs_off(gap, apart))
      return {"worths from " + best + " to " + last + " leave those from " + next +
              " down behind without bound" + kWayOut};
    if (!decided && -gap > widest_to_tell())
      return {"worths from " + best + " to " + last + " are so far above those from " + next +
              " down that the data cannot tell how far: they may have no finite maximum; wanted "
              "--l2"};
  }
  return {};
}

// Of items that part while tie parameters make up for it, in no direction that could be tried. What
// speaks against a gap g has odds of exp(-g / m) at least, m being the largest bucket, and the rest of
// the data must weigh that up where the gradient vanishes: g is below m log(weight of the data) or so.
double Search::widest_to_tell() const {
  constexpr double kBeyondDoubt = 10;
  Index largest = 2, items = 2;
  const Dataset& data = objective_.data();
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Ranking& ranking = data.ranking(q);
    items = std::max(items, ranking.num_items());
    for (Index k = 0; k < ranking.num_buckets(); ++k)
      largest = std::max(largest, ranking.bucket_size(k));
  }
  const double all = std::max(1.0, objective_.total_weight()) * static_cast<double>(items);
  return static_cast<double>(largest) * std::log(all) + kBeyondDoubt;
}

void Search::add_ties(std::vector<std::string>& found) const {
  for (std::size_t t = 0; t < objective_.tie_parameters().size(); ++t) {
    const auto moved = [&](double by) {
      Point there = here_;
      there[objective_.num_weights() + t] += by;
      return at(there);
    };
    const bool down = never_falls(kFarTies, [&](double far) { return moved(-far); });
    const bool up = never_falls(kFarTies, moved);
    const std::string& name = objective_.tie_parameters()[t];
    if (down && up)
      found.push_back("tie parameter " + name + " changes nothing; wanted a model without it");
    else if (down || up)
      found.push_back("tie parameter " + name + (up ? " rises" : " falls") +
                      " without bound: the objective does not fall however far; wanted a model "
                      "without it");
  }
}

}  // namespace

std::vector<std::string> what_ran_off(const Objective& objective,
                                      std::span<const double> parameters,
                                      const std::vector<std::string>& items, bool decided) {
  try {
    const Search search(objective, parameters);
    std::vector<std::string> found =
        items.empty() ? search.of_weights() : search.of_worths(items, decided);
    search.add_ties(found);
    return found;
  } catch (const Stopped&) {
    return {};  // the fit came to its end, and is not lost
  }
}

}  // namespace fubini
