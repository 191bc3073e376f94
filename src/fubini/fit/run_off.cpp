// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/run_off.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

constexpr double kFar = 1e6;      // of scores; what speaks against going there is then seen
constexpr double kFarTies = 50;   // of tie parameters, which are logarithms
constexpr std::size_t kMost = 3;  // weights, and gaps, that are tried one by one

const std::string kWayOut = ": the objective does not fall however far; wanted --l2";

class Search {
 public:
  Search(const Objective& objective, std::span<const double> parameters)
      : objective_(objective),
        here_(parameters.begin(), parameters.end()),
        value_(objective.value(parameters)) {}

  std::vector<std::string> of_worths(const std::vector<std::string>& items) const;
  std::vector<std::string> of_weights() const;
  void add_ties(std::vector<std::string>& found) const;

 private:
  using Point = std::vector<double>;

  bool holds(const Point& there) const {
    try {
      return objective_.value(there) >= value_;
    } catch (const NumericalError&) {
      return false;  // it cannot be said
    }
  }
  // With tie parameters that stay, that are scaled alike, or whose exponentials are
  bool holds_with_ties(Point there, double scale) const {
    if (holds(there)) return true;
    const auto ties = std::span(there).subspan(objective_.num_weights());
    if (ties.empty()) return false;
    for (double& t : ties) t *= scale;
    if (holds(there)) return true;
    std::copy(here_.begin() + objective_.num_weights(), here_.end(), ties.begin());
    for (double& t : ties) t += std::log(scale);
    return holds(there);
  }

  const Objective& objective_;
  Point here_;
  double value_;
};

std::vector<std::string> Search::of_weights() const {
  const Scorer& scorer = objective_.likelihood().scorer();
  const Index end = objective_.num_weights(), begin = end - scorer.info().output_weights;
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
    Point there = here_;
    there[j] = std::copysign(kFar, here_[j]);
    if (holds(there))
      found.push_back("the weight of " + scorer.weight_name(j) + " grows without bound" + kWayOut);
  }
  if (!found.empty()) return found;
  const double scale = kFar / std::abs(here_[largest[0]]);
  Point there = here_;
  for (Index j = begin; j < end; ++j) there[j] *= scale;
  if (scale > 1 && holds_with_ties(there, scale))
    found.push_back("the weights grow without bound, that of " + scorer.weight_name(largest[0]) +
                    " most of all" + kWayOut);
  return found;
}

std::vector<std::string> Search::of_worths(const std::vector<std::string>& items) const {
  std::vector<Index> order(items.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) { return here_[i] > here_[j]; });
  std::vector<std::pair<double, Index>> gaps;  // above the item at this position
  for (std::size_t p = 1; p < order.size(); ++p)
    gaps.emplace_back(here_[order[p]] - here_[order[p - 1]], static_cast<Index>(p));
  std::ranges::sort(gaps);
  for (const auto& [gap, p] : std::span(gaps).first(std::min(kMost, gaps.size()))) {
    Point there = here_;
    for (Index k = 0; k < p; ++k) there[order[k]] += kFar;
    if (gap < 0 && holds(there))
      return {"worths from " + shown(items[order[0]]) + " to " + shown(items[order[p - 1]]) +
              " leave those from " + shown(items[order[p]]) + " down behind without bound" +
              kWayOut};
  }
  return {};
}

void Search::add_ties(std::vector<std::string>& found) const {
  for (std::size_t t = 0; t < objective_.tie_parameters().size(); ++t)
    for (const double by : {-kFarTies, kFarTies}) {
      Point there = here_;
      there[objective_.num_weights() + t] += by;
      if (!holds(there)) continue;
      found.push_back("tie parameter " + objective_.tie_parameters()[t] +
                      " has no finite maximum: the objective does not fall however far it goes; "
                      "wanted a model without it");
      break;
    }
}

}  // namespace

std::vector<std::string> what_ran_off(const Objective& objective,
                                      std::span<const double> parameters,
                                      const std::vector<std::string>& items) {
  const Search search(objective, parameters);
  std::vector<std::string> found = items.empty() ? search.of_weights() : search.of_worths(items);
  search.add_ties(found);
  return found;
}

}  // namespace fubini
