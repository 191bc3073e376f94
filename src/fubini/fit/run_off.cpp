// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/run_off.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

constexpr std::array kFar = {100.0, 1e6};  // of weights: what speaks against going there is seen
constexpr double kFarTies = 50;            // of tie parameters, which are logarithms
constexpr double kFurther = 10;            // times, at least
constexpr std::size_t kMost = 3;           // weights, and gaps, that are tried one by one

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
    } catch (const Stopped&) {
      throw;
    } catch (const Error&) {
      return false;  // it cannot be said
    }
  }
  // Way: to a weight that is as large as this
  template <class Way>
  bool runs_off(double from, Way&& way) const {
    return std::ranges::all_of(
        kFar, [&](double far) { return way(std::max(far, kFurther * std::abs(from))); });
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
      return holds(there);
    };
    if (runs_off(here_[j], alone))
      found.push_back("the weight of " + scorer.weight_name(j) + " grows without bound" + kWayOut);
  }
  if (!found.empty()) return found;
  const auto together = [&](double far) {
    const double scale = far / std::abs(here_[largest[0]]);
    Point there = here_;
    for (Index j = begin; j < end; ++j) there[j] *= scale;
    return holds_with_ties(there, scale);
  };
  if (runs_off(here_[largest[0]], together))
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
    const auto apart = [&](double far) {
      Point there = here_;
      for (Index k = 0; k < p; ++k) there[order[k]] += far;
      return holds(there);
    };
    if (gap < 0 && runs_off(gap, apart))
      return {"worths from " + shown(items[order[0]]) + " to " + shown(items[order[p - 1]]) +
              " leave those from " + shown(items[order[p]]) + " down behind without bound" +
              kWayOut};
  }
  return {};
}

void Search::add_ties(std::vector<std::string>& found) const {
  for (std::size_t t = 0; t < objective_.tie_parameters().size(); ++t) {
    const auto holds_at = [&](double by) {
      Point there = here_;
      there[objective_.num_weights() + t] += by;
      return holds(there);
    };
    const bool down = holds_at(-kFarTies), up = holds_at(kFarTies);
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
                                      const std::vector<std::string>& items) {
  try {
    const Search search(objective, parameters);
    std::vector<std::string> found = items.empty() ? search.of_weights() : search.of_worths(items);
    search.add_ties(found);
    return found;
  } catch (const Stopped&) {
    return {};  // the fit came to its end, and is not lost
  }
}

}  // namespace fubini
