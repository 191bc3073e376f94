// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/self_test/controls.hpp"

#include "fubini/check/self_test/planted.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/core/names.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

namespace fubini::check {
namespace {

struct Control {
  std::string fault;
  std::string where;
  ModelTexts model;
  ScorerUnderTest scorer;
  std::optional<Way> way = {};  // which must see it; none: it throws
  std::string entry = {};       // what must be named, or said; any if empty
  std::uint64_t most_cases = 1'000'000;
};

ScorerUnderTest spoiled_mlp(const ScorerCatalogue& scorers) {
  ScorerUnderTest result = scorer(scorers, "mlp:8,4");
  const auto make = result.make;
  result.make = [make](const Dataset& data) {
    const Index bias = data.num_features() * 8 + 1;  // "layer 1, bias 2"
    return with_backward(make(data), [bias](std::span<double> dw) { dw[bias] = 0; });
  };
  return result;
}

// The model's own gradient, then changed
AddGradient changed(const Model& model, const std::function<void(Gradient)>& change) {
  return [model, change](const Ranking& ranking, std::span<const double> f,
                         std::span<const double> ties, Gradient g) {
    std::vector<double> scores(f.size(), 0.0), slopes(ties.size(), 0.0);
    const Gradient own{scores, slopes};
    model.log_likelihood(ranking, f, ties, own);
    change(own);
    for (std::size_t i = 0; i < scores.size(); ++i) g.scores[i] += scores[i];
    for (std::size_t t = 0; t < slopes.size(); ++t) g.ties[t] += slopes[t];
  };
}

AddGradient overwriting(const Model& model) {
  return [model](const Ranking& ranking, std::span<const double> f, std::span<const double> ties,
                 Gradient g) {
    std::ranges::fill(g.scores, 0.0);
    std::ranges::fill(g.ties, 0.0);
    model.log_likelihood(ranking, f, ties, g);
  };
}

std::vector<Control> controls(const ModelCatalogue& models, const ScorerCatalogue& scorers) {
  constexpr double kSlightly = 1 + 1e-6;
  const ModelTexts rao_kupper = models.texts("rao_kupper"), davidson = models.texts("davidson"),
                   pmop = models.texts("pmop_full");
  const ScorerUnderTest worths = scorer(scorers, "worths"), linear = scorer(scorers, "linear");
  const auto in = [](const ModelTexts& model, const AddGradient& add) {
    return with_gradient(model, add);
  };
  const auto second = [](Gradient g) {
    if (g.scores.size() > 1) g.scores[1] *= kSlightly;
  };
  const auto nan = [](Gradient g) { g.scores[0] = std::numeric_limits<double>::quiet_NaN(); };
  const auto throwing = [](Gradient) { throw std::runtime_error("planted"); };
  std::vector<Control> all = {
      {"the paper's dL/df_j of Rao-Kupper (P_j for P_j*)", "rao_kupper, worths",
       in(rao_kupper, printed_rao_kupper({.weights = true})), worths, Way::truth},
      {"the paper's dL/dalpha of Rao-Kupper", "rao_kupper, worths",
       in(rao_kupper, printed_rao_kupper({.ties = true})), worths, Way::truth, "alpha"},
      {"the paper's dL/df_j of Davidson (P_i for P_j)", "davidson, worths",
       in(davidson, printed_davidson({.weights = true})), worths, Way::truth},
      {"a dropped term", "pmop_full, linear", in(pmop, textbook_pmop_full(Slip::dropped_term)),
       linear, Way::truth},
      {"a wrong sign", "pmop_full, linear", in(pmop, textbook_pmop_full(Slip::wrong_sign)), linear,
       Way::differences},
      {"a stale prefix sum", "pmop_full, worths",
       in(pmop, textbook_pmop_full(Slip::stale_prefix_sum)), worths, Way::reverse},
      {"an off-by-one bucket", "pmop_full, worths", in(pmop, textbook_pmop_full(Slip::next_bucket)),
       worths, Way::forward},
      {"one entry off by 1e-6", "pmop_full, worths", in(pmop, changed(pmop.plain, second)), worths,
       Way::truth, "item 2"},
      {"one tie parameter off by 1e-6", "davidson, linear",
       in(davidson, changed(davidson.plain, [](Gradient g) { g.ties[0] *= kSlightly; })), linear,
       Way::reverse, "beta"},
      {"one bias forgotten by a scorer", "davidson, mlp:8,4", davidson, spoiled_mlp(scorers),
       Way::truth, "layer 1, bias 2"},
      {"a gradient that overwrites", "pmop_full, worths", in(pmop, overwriting(pmop.plain)), worths,
       Way::adds},
      {"a data race (scratch shared by threads)", "pmop_full, worths",
       in(pmop, through_shared_scratch(pmop.plain)), worths, Way::threads, "", 8},  // it is slow
      {"NaN", "pmop_full, worths", in(pmop, changed(pmop.plain, nan)), worths, {}, "is nan"},
      {"an exception",
       "pmop_full, worths",
       in(pmop, changed(pmop.plain, throwing)),
       worths,
       {},
       "planted"},
  };
  return all;
}

// The same texts without their faults, then every model with every scorer
std::vector<Control> right_ones(const ModelCatalogue& models, const ScorerCatalogue& scorers) {
  std::vector<Control> all;
  const ScorerUnderTest worths = scorer(scorers, "worths");
  const auto put_right = [&](const char* name, const AddGradient& add) {
    all.push_back({"", std::string(name) + " as the paper means it",
                   with_gradient(models.texts(name), add), worths});
  };
  put_right("rao_kupper", printed_rao_kupper({}));
  put_right("davidson", printed_davidson({}));
  put_right("pmop_full", textbook_pmop_full(Slip::none));
  for (const auto& entry : models)
    for (const ScorerUnderTest& one : all_scorers(scorers))
      all.push_back({"", entry.name + ", " + one.name, models.texts(entry.name), one});
  return all;
}

ControlResult judge(const Control& control, const GradientReport& report) {
  ControlResult result{control.fault, control.where, false, "", ""};
  if (!control.way) {
    if (report.complaints.empty()) return result;
    result.by = "threw";
    result.entry = report.complaints[0].substr(0, report.complaints[0].find(" (--"));
    result.caught = result.entry.find(control.entry) != std::string::npos;
    return result;
  }
  std::vector<std::string> by;
  for (std::size_t way = 0; way < kWays; ++way)
    if (report.ways[way].failures > 0) by.emplace_back(name(static_cast<Way>(way)));
  result.by = join(by, ", ");
  const Comparison& found = report[*control.way];
  result.entry = found.failures == 0 ? "" : found.worst.entry + " of " + found.worst.place;
  const bool named =
      control.entry.empty() ? !found.worst.entry.empty() : found.worst.entry == control.entry;
  result.caught = found.failures > 0 && named;
  return result;
}

}  // namespace

std::size_t SelfTest::caught() const {
  return static_cast<std::size_t>(std::ranges::count(faults, true, &ControlResult::caught));
}

SelfTest self_test(const ModelCatalogue& models, const ScorerCatalogue& scorers,
                   const SelfTestOptions& options) {
  SelfTest result;
  const std::vector<Control> wrong = controls(models, scorers), right = right_ones(models, scorers);
  std::size_t done = 0;
  const auto tell = [&] {
    if (options.progress) options.progress(done, wrong.size() + right.size());
    ++done;
  };
  for (const Control& control : wrong) {
    tell();
    const GradientReport report =
        gradients(control.model, control.scorer,
                  {.cases = std::min(options.fault_cases, control.most_cases),
                   .seed = options.seed,
                   .max_items = 12});
    result.faults.push_back(judge(control, report));
  }
  const std::uint64_t share = (options.right_cases + right.size() - 1) / right.size();
  for (const Control& control : right) {
    if (options.right_cases == 0) break;
    tell();
    const GradientReport report = gradients(
        control.model, control.scorer, {.cases = share, .seed = options.seed + 1, .max_items = 16});
    result.right_cases += report.cases;
    if (!report.passed()) result.alarms.push_back(control.where + ": " + report.verdict());
  }
  return result;
}

Rows rows(const SelfTest& result) {
  Rows rows = {{"planted", "in", "verdict", "reported by", "entry named"}};
  for (const ControlResult& one : result.faults)
    rows.push_back({one.fault, one.where, one.caught ? "caught" : "MISSED", one.by, one.entry});
  return rows;
}

std::string to_text(const SelfTest& result) {
  std::string text = columns(rows(result));
  text += "\ncaught " + std::to_string(result.caught()) + " / planted " +
          std::to_string(result.faults.size()) +
          "; right gradients: " + std::to_string(result.alarms.size()) + " false alarms in " +
          std::to_string(result.right_cases) + " cases\n";
  for (const std::string& alarm : result.alarms) text += "  FALSE ALARM: " + alarm + "\n";
  return text;
}

}  // namespace fubini::check
