// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/slopes.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace fubini::check {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kRows = 6;       // steps of one estimate: first, first/2, ..., first/32
constexpr int kApart = 3;      // halvings from one estimate's first step to the next one's
constexpr double kTrust = 10;  // an error by its own account is taken so many times

// One estimate of the slope
struct Estimate {
  double step = 0;  // the smallest of it
  double slope = 0;
  double error = kInfinity;
  double kink = 0;  // half the difference of the slopes on both sides, as far as it is certain
};

// Differences at one step
struct Sample {
  bool finite = false;
  double size = 0;   // of the values
  double slope = 0;  // between both sides; where the line ends at the point, on one
  double bend = 0;   // (f(step) + f(-step) - 2 f(0)) / (2 step): goes to 0 unless there is a kink
};

// Neville's scheme: each column removes one power of the step. The entry that differs least from
// the two that it was made of is the best.
struct Extrapolated {
  double limit = 0, error = kInfinity;
};
template <class Of, class Noise>
Extrapolated extrapolate(const std::array<Sample, kRows>& samples, const Of& of, const Noise& noise,
                         double first_factor, double factor_growth) {
  Extrapolated best;
  std::array<double, kRows> above{}, row{};
  for (int i = 0; i < kRows; ++i) {
    row[0] = of(samples[i]);
    double factor = first_factor;
    for (int j = 1; j <= i; ++j, factor *= factor_growth) {
      row[j] = (row[j - 1] * factor - above[j - 1]) / (factor - 1);
      const double error =
          std::max(std::abs(row[j] - row[j - 1]), std::abs(row[j] - above[j - 1])) + noise(i);
      if (error < best.error) best = {row[j], error};
    }
    above = row;
  }
  return best;
}

class Ladder {
 public:
  Ladder(const Line& line, const std::vector<Scatter>& scatter)
      : line_(line), scatter_(scatter), here_(line.at(0).value) {}

  bool goes_on(int first) const { return step(first + kRows - 1) >= line_.least; }

  // Nothing where a value is not finite
  std::optional<Estimate> estimate(int first) {
    std::array<Sample, kRows> samples;
    double size = 0;
    for (int i = 0; i < kRows; ++i) {
      samples[i] = sample(first + i);
      if (!samples[i].finite) return {};
      size = std::max(size, samples[i].size);
    }
    const bool both = line_.below && line_.above;
    const auto noise = [&](int row) {
      const double h = step(first + row);
      return 3 * noise_of(size, h) / h;
    };
    const Extrapolated slope = extrapolate(
        samples, [](const Sample& s) { return s.slope; }, noise, both ? 4 : 2, both ? 4 : 2);
    Estimate result{step(first + kRows - 1), slope.limit, slope.error};
    if (both) {
      const Extrapolated kink = extrapolate(
          samples, [](const Sample& s) { return s.bend; }, noise, 2, 4);
      result.kink = std::max(0.0, std::abs(kink.limit) - kTrust * kink.error);
    }
    result.error += result.kink;
    return result;
  }

  // Where one side is flat at the smallest steps, but the value moves at larger ones or on the
  // other side: how far it moves first. It counts in stairs.
  double stair() {
    constexpr int kFlat = 6;
    const int smallest = last();
    bool flat_above = true, flat_below = true;
    for (int k = smallest; k > std::max(smallest - kFlat, 0); --k) {
      flat_above = flat_above && values(k).above == values(smallest).above;
      flat_below = flat_below && values(k).below == values(smallest).below;
    }
    if (!flat_above && !flat_below) return 0;
    for (int k = smallest; k >= 0; --k) {
      const Both here = values(k);
      const double change = std::max(std::abs(here.above - here_), std::abs(here.below - here_));
      if (change != 0) return change > 8 * kEpsilon * std::abs(here_) ? change : 0;
    }
    return 0;
  }
  bool flat() const {
    return std::ranges::all_of(samples_, [&](const auto& one) {
      return !one.second.finite || (one.second.slope == 0 && one.second.bend == 0);
    });
  }
  // From one side to the other much further than along either
  bool jumps() {
    constexpr double kFurther = 64;
    const Both near = values(last()), next = values(last() - 1);
    const double along =
        std::max(std::abs(near.above - next.above), std::abs(near.below - next.below));
    return std::abs(near.above - near.below) >
           kFurther * std::max(along, 8 * kEpsilon * std::abs(here_));
  }
  double here() const { return here_; }
  // Of values of some size, at some step: rounding, and as they scatter, in proportion
  double noise_of(double size, double h) const {
    const double larger = here_ == 0 ? 1 : std::max(1.0, size / std::abs(here_));
    return std::max(size * kEpsilon / 2, scatter(h) * larger);
  }
  double scatter(double h) const {
    double result = 0;
    constexpr double kFar = 1024;  // at much smaller steps rounding may hide
    for (const Scatter& one : scatter_)
      if (one.spacing <= kFar * h) result = std::max(result, one.deviation);
    return result;
  }

 private:
  double step(int k) const { return std::ldexp(line_.reach, -k); }
  int last() const {
    int k = 0;
    while (step(k + 1) >= line_.least) ++k;
    return k;
  }
  struct Both {
    double above, below;
  };
  Both values(int k) {
    const double h = step(k);
    return {line_.above ? line_.at(h).value : here_, line_.below ? line_.at(-h).value : here_};
  }
  const Sample& sample(int k) {
    const auto known = samples_.find(k);
    if (known != samples_.end()) return known->second;
    const double h = step(k);
    const Line::Value zero{0, here_};
    const Line::Value above = line_.above ? line_.at(h) : zero;
    const Line::Value below = line_.below ? line_.at(-h) : zero;
    Sample made;
    made.finite = std::isfinite(above.value) && std::isfinite(below.value) && above.t > below.t;
    if (made.finite) {
      made.size = std::max({std::abs(above.value), std::abs(below.value), std::abs(here_)});
      made.slope = (above.value - below.value) / (above.t - below.t);
      made.bend = (above.value - here_ + (below.value - here_)) / (above.t - below.t);
    }
    return samples_.emplace(k, made).first->second;
  }

  const Line& line_;
  const std::vector<Scatter>& scatter_;
  double here_;
  std::map<int, Sample> samples_;
};

// What the estimates say of a slope that was found
class Verdict {
 public:
  Verdict(double found, const Allowance& allowance) : found_(found), allowance_(allowance) {}

  double allowed(const Estimate& one) const {
    return allowance_.relative * std::abs(one.slope) + allowance_.absolute + kTrust * one.error;
  }
  bool supports(const Estimate& one) const {
    return std::isfinite(found_) && std::abs(found_ - one.slope) <= allowed(one);
  }
  bool decent(const Estimate& one) const {
    constexpr double kTooRough = 1e-4;
    const double error = kTrust * one.error;
    const double unit = std::max(allowance_.unit, std::abs(one.slope));
    return error <= std::max(kTooRough * unit, allowance_.nothing);
  }
  bool tight(const Estimate& one) const {
    return kTrust * one.error <=
           std::max(allowance_.relative * std::abs(one.slope), allowance_.absolute);
  }
  bool same(const Estimate& a, const Estimate& b) const {
    return std::abs(a.slope - b.slope) <= kTrust * (a.error + b.error);
  }

  // Whether some size of step, at odds with the best one, speaks for what was found, or for
  // something else again
  bool disputed(const std::vector<Estimate>& all, const Estimate& best) const {
    constexpr double kComparable = 0.1;
    const double apart =
        std::isfinite(found_) ? std::abs(found_ - best.slope) : std::abs(best.slope);
    return std::ranges::any_of(all, [&](const Estimate& one) {
      if (same(one, best)) return false;
      return supports(one) ||
             (decent(one) && std::abs(one.slope - best.slope) > kComparable * apart);
    });
  }
  bool confirmed(const std::vector<Estimate>& all, const Estimate& best) const {
    return std::ranges::any_of(all, [&](const Estimate& one) {
      return one.step != best.step && !supports(one) && same(one, best) && std::isfinite(one.error);
    });
  }

 private:
  double found_;
  const Allowance& allowance_;
};

std::string reason(Ladder& ladder, const std::vector<Estimate>& all, const Estimate& best) {
  const auto number = [](double x) { return format_double(x, 3); };
  if (all.empty()) return "the value is not finite at any step";
  const double scatter = ladder.scatter(kInfinity);
  const bool noisy = scatter > 1e3 * kEpsilon * std::max(std::abs(ladder.here()), 1e-300);
  if (noisy && !(kTrust * scatter < std::abs(best.slope) * best.step))
    return "the value scatters by " + number(scatter) + " among neighbouring points";
  if (const double stair = ladder.stair(); stair > 0)
    return "the value moves in stairs of " + number(stair);
  if (ladder.jumps()) return "the value jumps here";
  if (best.kink > 0)
    return "a kink: slope " + number(best.slope - best.kink) + " on one side, " +
           number(best.slope + best.kink) + " on the other";
  return "the slope depends on the step: " + number(best.slope) + " give or take " +
         number(kTrust * best.error);
}

}  // namespace

Judged judge(const Line& line, double found, const Allowance& allowance,
             const std::vector<Scatter>& scatter) {
  Ladder ladder(line, scatter);
  const Verdict verdict(found, allowance);
  std::vector<Estimate> all;
  const auto take = [&](Judgement judgement, const Estimate& by, const std::string& why) {
    return Judged{judgement, by.slope, kTrust * by.error, verdict.allowed(by), why};
  };
  for (int first = 0; ladder.goes_on(first); first += kApart) {
    const auto one = ladder.estimate(first);
    if (!one) continue;
    all.push_back(*one);
    if (all.size() < 2) continue;
    const Estimate& before = all[all.size() - 2];
    const bool both = verdict.supports(*one) && verdict.supports(before);
    const Estimate& better = before.error < one->error ? before : *one;
    if (both && verdict.tight(better) && verdict.decent(*one) && verdict.decent(before))
      return take(Judgement::agrees, better, "");
  }
  if (all.empty()) return take(Judgement::undecided, {}, reason(ladder, all, {}));
  const Estimate best = *std::ranges::min_element(all, {}, &Estimate::error);
  const double stair = ladder.stair();
  if (verdict.supports(best) && verdict.decent(best)) return take(Judgement::agrees, best, "");
  if (ladder.flat() && std::abs(ladder.here()) <= allowance.unseen)
    return take(Judgement::undecided, best, "the value is lost: it does not move");
  const bool clear = std::isfinite(found) || verdict.decent(best);
  const bool certain = clear && stair == 0 && best.kink == 0 && !ladder.jumps() &&
                       verdict.confirmed(all, best) && !verdict.disputed(all, best);
  if (!verdict.supports(best) && certain) return take(Judgement::differs, best, "");
  return take(Judgement::undecided, best, reason(ladder, all, best));
}

}  // namespace fubini::check
