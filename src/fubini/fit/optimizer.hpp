// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/catalogue.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/options.hpp"
#include "fubini/core/ranking.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// An optimiser, in one sentence: given the slope of the objective a query, change the parameters. It
// is a small value in a file of its own, NAME.hpp with struct fubini::NAME, and --optimizer NAME
// then fits by it, batch by batch, with checkpoints and patience:
//
//   struct NAME {
//     static constexpr double rate = 0.1;                     // the usual one
//     void step(AscentState& state, std::span<const double> slope, double rate) const;
//   };
//
// Or one that takes the whole objective into its own hands, any f(x, gradient):
//
//   FitSummary maximise(const Maximand& f, std::span<const double> start,
//                       const FitOptions& options) const;     // calls options.progress
//
// Optional: static constexpr auto description = "one line"; members with defaults, listed in
// static constexpr auto options (core/options.hpp); static constexpr int moments = 0, 1 or 2, how
// many vectors of a step's state are kept; static constexpr bool takes_l1 = true; void check()
// const, which throws ArgumentError where options cannot be.
namespace fubini {

struct FitOptions;
struct FitSummary;

// Everything that the next step depends on: an ascent that goes on from a state takes the same
// steps, to the last bit, as one that was never interrupted.
struct AscentState {
  std::vector<double> parameters = {};
  std::vector<double> first = {}, second = {};  // moments of the gradient: the last `moments` ones
  std::int64_t steps = 0;                       // this one included
  int iteration = 0;                            // passes over the data that are done
};

// Anything that can be climbed.
struct Maximand {
  std::function<double(std::span<const double> x, std::span<double> gradient)> evaluate;
  Index penalised = 0;  // l1 is on the first so many parameters
};

template <class O>
concept StepRule = std::copyable<O> &&
    requires(const O& rule, AscentState& state, std::span<const double> slope) {
  rule.step(state, slope, O::rate);
};

template <class O>
concept WholeOptimizer = std::copyable<O> &&
    requires(const O& whole, const Maximand& f, std::span<const double> start,
             const FitOptions& options) {
  { whole.maximise(f, start, options) } -> std::same_as<FitSummary>;
};

struct OptimizerInfo {
  std::string name, description;
  std::string specification;  // name and options, as they are
  bool by_steps = false;      // stochastic steps, which gradients with noise can serve
  bool takes_l1 = false;
  double rate = 0;
  int moments = 0;
};

// Any optimiser, as a value.
class Optimizer {
 public:
  template <class O>
  requires(!std::same_as<O, Optimizer> && (StepRule<O> || WholeOptimizer<O>))
      Optimizer(O optimizer) {
    info_.name = info_.specification = std::string(type_name<O>());
    for (const OptionInfo& one : option_infos(optimizer))
      info_.specification += ":" + one.name + "=" + one.default_value;
    if constexpr (requires { O::description; }) info_.description = O::description;
    if constexpr (requires { O::takes_l1; }) info_.takes_l1 = O::takes_l1;
    if constexpr (requires { O::moments; }) info_.moments = O::moments;
    info_.by_steps = StepRule<O>;
    if constexpr (StepRule<O>) {
      info_.rate = O::rate;
      step_ = [optimizer](AscentState& state, auto slope, double rate) {
        optimizer.step(state, slope, rate);
      };
    } else {
      maximise_ = [optimizer](const Maximand& f, auto start, const FitOptions& options,
                              FitSummary& summary) {
        summary = optimizer.maximise(f, start, options);
      };
    }
  }

  const OptimizerInfo& info() const { return info_; }
  // The one that it has: see info().by_steps
  void step(AscentState& state, std::span<const double> slope, double rate) const {
    step_(state, slope, rate);
  }
  FitSummary maximise(const Maximand& f, std::span<const double> start,
                      const FitOptions& options) const;

 private:
  OptimizerInfo info_;
  std::function<void(AscentState&, std::span<const double>, double)> step_;
  std::function<void(const Maximand&, std::span<const double>, const FitOptions&, FitSummary&)>
      maximise_;
};

struct OptimizerEntry {
  static constexpr auto what = "optimizer";
  std::string name;
  OptimizerInfo info;
  std::vector<OptionInfo> options;
  Optimizer (*make)(std::string_view options);
};
using OptimizerCatalogue = Catalogue<OptimizerEntry>;

template <class O>
OptimizerEntry optimizer_entry() {
  const OptimizerInfo info = Optimizer(O{}).info();
  return {info.name, info, option_infos(O{}), [](std::string_view options) {
            O optimizer{};
            set_options(optimizer, options);
            if constexpr (requires { optimizer.check(); }) optimizer.check();
            return Optimizer(optimizer);
          }};
}

// Those that come with Fubini: one a file of fit/optimizers.
OptimizerCatalogue built_in_optimizers();

}  // namespace fubini
