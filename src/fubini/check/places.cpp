// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/places.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace fubini::check {
namespace {

constexpr std::array kShapes = {Shape::any, Shape::singletons, Shape::pairs_and_triples,
                                Shape::one_bucket};

class PlaceList {
 public:
  PlaceList(const ModelInfo& model, const std::vector<std::string>& ties,
            const PlaceOptions& options, std::vector<LeftOut>& left_out)
      : model_(model), ties_(ties), options_(options), left_out_(left_out) {}

  std::vector<Place> all() {
    starts();
    if (!options_.scorer) {
      ends_of_ties();
      ends_of_scores();
      buckets();
    }
    sizes();
    return std::move(places_);
  }

 private:
  CaseOptions usual(Index items) const {
    CaseOptions with;
    with.num_items = feasible_items(model_.cost, items);
    with.shape = kShapes[places_.size() % kShapes.size()];
    with.num_ties = ties_.size();
    with.largest_bucket = model_.largest_bucket;
    with.ranges = model_.ranges;
    return with;
  }
  void add(const std::string& what, CaseOptions with, bool truth = true) {
    places_.push_back({what, std::move(with), truth});
  }
  bool claimed(std::size_t t, double x) const { return range_of(model_.ranges.ties, t).holds(x); }

  // All tie parameters exactly 0, where that is allowed
  std::vector<double> zeros() const {
    std::vector<double> ties(ties_.size(), 0.0);
    for (std::size_t t = 0; t < ties.size(); ++t)
      if (!claimed(t, 0)) return {};
    return ties;
  }

  void starts() {
    const std::vector<std::vector<double>> at = {{}, zeros()};
    for (const auto& ties : at) {
      const std::string with = ties.empty() ? "" : ", tie parameters 0";
      const auto start = [&](const std::string& what, Index items, Spread spread, double reach) {
        CaseOptions options = usual(items);
        options.spread = spread;
        options.reach = reach;
        options.ties = ties;
        add("start: " + what + with, options);
      };
      for (const Index items : {2, 3, 5, 8}) start("all scores 0", items, Spread::zero, 0);
      for (const Index items : {2, 4}) start("all scores equal", items, Spread::equal, 3);
      for (int k = 1; k <= 12; ++k)
        start("scores within 1e-" + std::to_string(k), 6, Spread::ordinary, std::pow(10.0, -k));
      if (!ties.empty())
        for (std::size_t k = 0; k < kShapes.size(); ++k)
          start("ordinary scores", 6, Spread::ordinary, 0);
      if (ties_.empty()) break;
    }
  }

  // One tie parameter after the other at all sizes, at its declared borders and beyond
  void ends_of_ties() {
    constexpr std::array kSizes = {1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1,  0.5,  1.,   2.,  5.,
                                   10.,   20.,  30.,  40.,  50.,  60.,  70.,  80.,  90., 100.,
                                   150.,  200., 300., 400., 500., 600., 700., 1000.};
    for (std::size_t t = 0; t < ties_.size(); ++t) {
      if (t >= kTies && t + 1 < ties_.size()) {
        leave_out(left_out_, "ends of tie parameters", "there are many; the last one is looked at",
                  ties_[t]);
        continue;
      }
      const Range range = range_of(model_.ranges.ties, t);
      std::set<double> values;
      for (const double size : kSizes)
        for (const double x : {-size, size})
          if (range.holds(x)) values.insert(x);
      for (const double border : {range.low, range.high})
        if (std::isfinite(border)) {
          const double outwards = border == range.low ? -1 : 1;
          values.insert(
              {border, border + outwards, border + outwards * (9 * std::abs(border) + 1)});
        }
      for (const double x : values) tie_at(t, x);
    }
  }
  void tie_at(std::size_t t, double x) {
    CaseOptions options = usual(5);
    if (options.shape == Shape::one_bucket) options.shape = Shape::any;
    options.tie_reach = 1;
    options.ties = make_case(options, 1, places_.size()).ties;
    options.ties[t] = x;
    add(ties_[t] + " = " + format_double(x), options);
  }

  void ends_of_scores() {
    for (const double reach : {10., 20., 30., 40., 60., 100., 300., 700., 1e3, 1e4})
      for (std::size_t k = 0; k < 3; ++k) {
        if (!(model_.ranges.scores.low < reach && model_.ranges.scores.high > -reach)) continue;
        CaseOptions options = usual(6);
        options.reach = reach;
        options.spread = k == 2 ? Spread::worst_last : Spread::wide;
        add("scores to +-" + format_double(reach), options);
      }
    for (const double border : {model_.ranges.scores.low, model_.ranges.scores.high})
      if (std::isfinite(border)) {
        CaseOptions options = usual(4);
        const double outwards = border == model_.ranges.scores.low ? -1 : 1;
        const double end = border + outwards * (9 * std::abs(border) + 1);
        options.ranges.scores = {std::min(border, end), std::max(border, end)};
        options.reach = std::abs(end);
        add("scores beyond " + format_double(border), options);
      }
  }

  bool affordable(Index n) const { return operations(model_.cost, n) <= options_.operations; }

  // Every size up to 130, and around the powers of two
  void sizes() {
    std::set<Index> all;
    for (Index n = 1; n <= (options_.scorer ? 40 : 130); ++n) all.insert(n);
    for (Index power = 64; power <= options_.most_items; power *= 2)
      for (const Index n : {power - 1, power, power + 1, power + power / 2}) all.insert(n);
    for (Index round = 200; round <= options_.most_items; round *= 10)
      for (const Index n : {round, round + 1, 5 * round, 5 * round + 1}) all.insert(n);
    all.insert(options_.most_items);
    for (const Index n : all) {
      if (n > options_.most_items) continue;
      const std::string what = "size " + std::to_string(n);
      if (!affordable(n)) {
        leave_out(left_out_, "sizes", "an evaluation would take too long", what);
        continue;
      }
      const bool power = (n & (n - 1)) == 0 && n >= 8 && n <= 512 && !options_.scorer;
      for (std::size_t k = 0; k < (power ? kShapes.size() : 1); ++k) {
        CaseOptions options = usual(n);
        options.num_items = n;
        options.shape = power ? kShapes[k] : n % 3 == 0 ? Shape::five_buckets : Shape::any;
        if (k == 1) options.spread = Spread::zero;
        add(what, options, false);
      }
    }
  }

  // One bucket of each size among others, then every two
  void buckets() {
    const Index any = options_.largest_pair, own = model_.largest_bucket;
    const Index most = own == 0 ? any : std::min(any, own);
    for (Index a = 1; a <= most; ++a) {
      bucket({1, a, 1, 1});
      bucket({a});
    }
    for (Index a = 1; a <= most; ++a)
      for (Index b = 1; b <= most; ++b) bucket({a, b});
  }
  void bucket(const std::vector<Index>& sizes) {
    Index items = 0;
    std::string what = "buckets";
    for (const Index size : sizes) {
      items += size;
      what += (size == sizes[0] && items == size ? " " : ", ") + std::to_string(size);
    }
    CaseOptions options = usual(items);
    options.num_items = items;
    // There are thousands of them
    const double most = options_.operations / (sizes.size() == 2 ? 200 : 50);
    if (operations(model_.cost, items) > most) {
      leave_out(left_out_, "buckets", "all of them would take too long", what);
      return;
    }
    options.buckets = sizes;
    add(what, options, false);
  }

  static constexpr std::size_t kTies = 6;
  const ModelInfo& model_;
  const std::vector<std::string>& ties_;
  const PlaceOptions& options_;
  std::vector<LeftOut>& left_out_;
  std::vector<Place> places_;
};

}  // namespace

double operations(Cost cost, Index items) {
  const auto n = static_cast<double>(items);
  switch (cost) {
    case Cost::n: return n;
    case Cost::n_log_n: return n * std::log2(n + 1);
    case Cost::n_cubed: return n * n * n;
    case Cost::exponential: return 32 * n * std::exp2(n);
    case Cost::n_squared: return n * n;
    case Cost::unknown: return 16 * n * n;
  }
  return 0;
}

std::vector<Place> places(const ModelInfo& model, const std::vector<std::string>& ties,
                          const PlaceOptions& options, std::vector<LeftOut>& left_out) {
  return PlaceList(model, ties, options, left_out).all();
}

}  // namespace fubini::check
