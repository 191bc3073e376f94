// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/laws.hpp"

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/check/cases.hpp"
#include "fubini/check/detail/comparison.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/partitions.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace fubini::check {
namespace {

constexpr double kRounding = 1e-13;  // of max(norm, 1): the same numbers on two ways
constexpr double kSum = 1e-12;       // thousands of terms, each good to a few ulp
constexpr double kExtreme = 1e-11;   // both sides round
constexpr Index kFew = 24;           // items of the small cases
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Examiner {
 public:
  Examiner(const ModelTexts& model, const ModelCatalogue& others, const LawOptions& options)
      : model_(model), others_(others), options_(options), info_(model.plain.info()) {}

  std::vector<LawReport> examine() {
    const Laws& laws = info_.laws;
    const bool any = info_.declares_laws;
    const double rounding = std::max(kRounding, info_.accuracy.bound);
    sums_to_one();
    law("shift", any && laws.shift_invariant, rounding, [&](LawReport& r) { shift(r); });
    law("order", any && laws.order_invariant, rounding, [&](LawReport& r) { order(r); });
    law("one bucket", any && laws.constant_on_one_bucket, rounding,
        [&](LawReport& r) { one_bucket(r); });
    law("extremes", true, std::max({kExtreme, info_.accuracy.bound, laws.far_within}),
        [&](LawReport& r) { extremes(r); });
    for (const Reduction& one : laws.reductions)
      law(std::string(one.name), true, rounding, [&](LawReport& r) { reduction(r, one); });
    return std::move(reports_);
  }

 private:
  // What a model throws is a failure of the law, in its words.
  void law(std::string name, bool declared, double bound,
           const std::function<void(LawReport&)>& measure) {
    LawReport report;
    report.model = info_.name;
    report.law = std::move(name);
    report.declared = declared;
    report.bound = bound;
    try {
      measure(report);
    } catch (...) {
      report.threw = true;
      report.error = kInfinity;
      report.note = "threw: " + thrown_words();
    }
    reports_.push_back(std::move(report));
  }

  static void note(LawReport& report, double error, const Case& where) {
    ++report.cases;
    if (!(error <= report.error)) {  // NaN too
      report.error = std::isnan(error) ? kInfinity : error;
      report.worst = describe(where);
    }
  }

  ValueAndGradient evaluate(const Case& one) const {
    if (!model_.plain.has_gradient()) return reverse(one);
    return log_likelihood_gradient(model_.plain, one.ranking, one.scores, one.ties);
  }

  Case draw(CaseOptions with, std::uint64_t index) const {
    with.num_ties = model_.plain.tie_parameters().size();
    with.largest_bucket = info_.largest_bucket;
    if (with.num_items <= kFew) with.num_items = feasible_items(info_.cost, with.num_items);
    return make_case(with, options_.seed, index);
  }
  static Index size(std::uint64_t index) { return 1 + static_cast<Index>(index % 12); }

  static double difference(const ValueAndGradient& a, const ValueAndGradient& b) {
    return std::max(gradient_error(a, b), value_error(a.value, b.value));
  }

  // --- the laws

  void sums_to_one() {
    const Laws& laws = info_.laws;
    const bool declared = laws.sums_to_one != Over::nothing;
    if (!declared && info_.kind == Kind::loss) return;  // nothing to sum
    law("sums to one", declared, kSum, [&](LawReport& report) {
      const bool permutations = laws.sums_to_one == Over::permutations;
      const Index most = declared ? std::min(laws.most_items, options_.most_items_summed) : 3;
      for (Index n = 1; n <= most; ++n)
        for (std::uint64_t draw_index = 0; draw_index < 3; ++draw_index) {
          const Spread spread = draw_index == 2 ? Spread::wide : Spread::ordinary;
          const Case one = draw({.num_items = n, .shape = Shape::one_bucket, .spread = spread},
                                100 * static_cast<std::uint64_t>(n) + draw_index);
          const double total = sum(one, permutations);
          note(report, std::abs(total - 1), one);
          if (!declared && n == most)
            report.note = "ordered partitions of " + std::to_string(n) + " items sum to " +
                          format_double(total, 6);
        }
      if (declared)
        report.note = std::string(permutations ? "permutations" : "ordered partitions") +
                      " of 1 to " + std::to_string(most) + " items";
    });
  }

  double sum(const Case& one, bool permutations) const {
    double total = 0;
    for_each_ordered_partition(one.ranking.num_items(), [&](const Ranking& ranking) {
      if (permutations && ranking.num_buckets() < ranking.num_items()) return;
      const auto sorted = ranking.to_bucket_order<double>(one.scores);
      total += std::exp(log_likelihood(model_.plain, ranking, sorted, one.ties));
    });
    return total;
  }

  void shift(LawReport& report) const {
    constexpr double kGrid = 1 << 20, kShift = 64;  // on this grid adding the shift is exact
    for (std::uint64_t index = 0; index < options_.cases; ++index) {
      Case one = draw({.num_items = size(index)}, index);
      for (double& f : one.scores) f = std::round(f * kGrid) / kGrid;
      Case moved = one;
      for (double& f : moved.scores) f += kShift;
      const ValueAndGradient here = evaluate(one), there = evaluate(moved);
      const double total = std::accumulate(here.scores.begin(), here.scores.end(), 0.0);
      note(report,
           std::max(difference(there, here), std::abs(total) / std::max(norm(here.scores), 1.0)),
           one);
    }
    report.note = "scores + 64";
  }

  void order(LawReport& report) const {
    for (std::uint64_t index = 0; index < options_.cases; ++index) {
      const Shape shape = index % 2 == 0 ? Shape::pairs_and_triples : Shape::any;
      const Case one = draw({.num_items = size(index), .shape = shape}, index);
      // Every item of a bucket moves by one place, the first to the end.
      const auto turn = [&](std::vector<double>& values, Index steps) {
        for (Index k = 0; k < one.ranking.num_buckets(); ++k) {
          const auto begin = values.begin() + one.ranking.begin(k);
          const Index size = one.ranking.bucket_size(k);
          std::rotate(begin, begin + (steps + size) % size, begin + size);
        }
      };
      Case turned = one;
      turn(turned.scores, 1);
      ValueAndGradient there = evaluate(turned);
      turn(there.scores, -1);
      note(report, difference(there, evaluate(one)), one);
    }
    report.note = "every bucket rotated";
  }

  void one_bucket(LawReport& report) const {
    for (std::uint64_t index = 0; index < options_.cases; ++index) {
      const Case one = draw({.num_items = size(index), .shape = Shape::one_bucket}, index);
      Case level = one;
      std::ranges::fill(level.scores, 0.0);
      const ValueAndGradient found = evaluate(one);
      note(report, std::max({value_error(found.value, evaluate(level).value), norm(found.scores)}),
           one);
    }
    report.note = "value constant, gradient 0";
  }

  ValueAndGradient reverse(const Case& one) const {
    ValueAndGradient result{0, std::vector<double>(one.scores.size()),
                            std::vector<double>(one.ties.size())};
    result.value = reverse_gradient(model_.autodiff.reverse, one.ranking, one.scores, one.ties,
                                    {result.scores, result.ties});
    return result;
  }

  void extremes(LawReport& report) const {
    for (std::uint64_t index = 0; index < options_.cases; ++index) {
      const Case one = draw({.num_items = 2 * size(index), .spread = Spread::extreme}, index);
      const PreciseGradient truth =
          in_fifty_digits(model_.digits, one.ranking, one.scores, one.ties);
      const ValueAndGradient found = evaluate(one);
      note(report,
           std::max(gradient_error(found, truth), value_error(found.value, truth.value.high)), one);
    }
    report.note = "scores of +-1e4";
    if (!model_.plain.has_gradient()) return;
    const Index compared = feasible_items(info_.cost, options_.compared_items);
    for (const Shape shape : {Shape::five_buckets, Shape::any}) {
      const Case one = draw({.num_items = compared, .shape = shape}, 1);
      ++report.cases;
      report.error = std::max(report.error, difference(evaluate(one), reverse(one)));
    }
    report.note += "; " + std::to_string(compared) + " items by reverse mode";
    // Who declares nothing may be slow.
    const bool fast = info_.cost == Cost::n || info_.cost == Cost::n_log_n;
    const Index many =
        fast ? options_.many_items
             : std::min(options_.many_items,
                        info_.cost == Cost::n_cubed ? Index{300} : options_.many_items_pairs);
    if (info_.cost == Cost::exponential) return;
    for (const Shape shape : {Shape::singletons, Shape::five_buckets, Shape::one_bucket}) {
      const ValueAndGradient found =
          evaluate(draw({.num_items = many, .shape = shape, .spread = Spread::extreme}, 0));
      ++report.cases;
      if (!std::isfinite(found.value) || !std::isfinite(norm(found.scores)) ||
          !std::isfinite(norm(found.ties)))
        report.error = kInfinity;
    }
    report.note += "; finite on " + std::to_string(many) + " items";
  }

  void reduction(LawReport& report, const Reduction& one) const {
    const Shape shape = one.on == On::singletons   ? Shape::singletons
                        : one.on == On::one_bucket ? Shape::one_bucket
                                                   : Shape::any;
    for (std::uint64_t index = 0; index < options_.cases; ++index) {
      Case here =
          draw({.num_items = one.items > 0 ? one.items : size(index), .shape = shape}, index);
      if (one.ties) std::ranges::fill(here.ties, *one.ties);
      const ValueAndGradient found = evaluate(here);
      if (one.value != nullptr) {
        note(report, value_error(found.value, one.value(here.ranking, here.scores)), here);
        continue;
      }
      const Model other = others_.make(one.to);
      Case there = here;
      there.ties.resize(other.tie_parameters().size());
      ValueAndGradient wanted =
          log_likelihood_gradient(other, there.ranking, there.scores, there.ties);
      ValueAndGradient compared = found;
      // At the border, or between different parameters, there is no derivative to compare.
      if (one.ties || compared.ties.size() != wanted.ties.size()) compared.ties = wanted.ties = {};
      const double values = one.up_to_a_constant ? 0 : value_error(compared.value, wanted.value);
      note(report, std::max(values, gradient_error(compared, wanted)), here);
    }
    report.note = one.to.empty() ? "a value known otherwise" : std::string(one.to);
  }

  const ModelTexts& model_;
  const ModelCatalogue& others_;
  const LawOptions& options_;
  const ModelInfo& info_;
  std::vector<LawReport> reports_;
};

}  // namespace

std::string LawReport::verdict() const {
  if (declared) return holds() ? "holds" : "FAILED";
  return holds() ? "not promised, but holds" : "not promised";
}

std::vector<LawReport> laws(const ModelTexts& model, const ModelCatalogue& others,
                            const LawOptions& options) {
  if (options.cases < 1 || options.most_items_summed < 1 || options.compared_items < 1)
    throw ArgumentError("laws: cases, most_items_summed and compared_items must be at least 1");
  return Examiner(model, others, options).examine();
}

}  // namespace fubini::check
