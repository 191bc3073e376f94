// SPDX-License-Identifier: BSD-3-Clause
// The validation: everything that proves the library, on the terminal and as a report.
#include "caught.hpp"
#include "complexity.hpp"
#include "estimates.hpp"
#include "general.hpp"
#include "options.hpp"
#include "paper.hpp"
#include "plot.hpp"
#include "section.hpp"
#include "speed.hpp"

#include "fubini/fit/fit.hpp"
#include "fubini/check/self_test/controls.hpp"
#include "fubini/check/levels.hpp"
#include "fubini/io/file.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>

namespace fubini::validation {
namespace {

struct Validation {
  Options options;
  Catalogues known = built_in_with_autodiff();
  check::Level level = check::level(options.level);
  std::vector<std::string> names = {};

  bool full() const { return options.full(); }

  Section gradients() const {
    Section section;
    section.title = "Gradients";
    section.text =
        "The gradient by hand, through each scorer, against the same text in 50 digits (truth: "
        "scores of ordinary size, wanted 1e-13; hard: scores over +-700, sorted the wrong way "
        "round, or all equal, wanted 1e-12), Stan Math's reverse and forward mode, Ridders' finite "
        "differences; Hessian-vector products against differences of gradients by hand. Errors are "
        "relative to max(norm of the gradient, 1), ulps the larger of truth and hard in units of "
        "2^-52. Also checked: values, the call for the value alone, adding, the same bits twice "
        "and with four threads.";
    std::vector<check::GradientReport> reports;
    std::vector<Distribution> errors;
    for (const std::string& name : names)
      for (const check::ScorerUnderTest& scorer : check::all_scorers(known.scorers)) {
        reports.push_back(check::gradients(known.models.texts(name), scorer, level.gradients));
        errors.push_back({name + ", " + scorer.name, reports.back().errors});
        section.failures += reports.back().passed() ? 0 : 1;
      }
    section.table = rows(reports);
    section.remarks = remarks(reports);
    section.plots.push_back(distribution_plot(
        "Largest error of each case against 50 digits, of max(norm, 1)", errors,
        {{"truth", level.gradients.bounds.truth}, {"hard", level.gradients.bounds.hard}}));
    return section;
  }

  Section controls() const {
    Section section;
    section.title = "Negative controls";
    const check::SelfTest result =
        check::self_test(known.models, known.scorers, {.right_cases = full() ? 10'000ULL : 700ULL});
    section.text = fmt::format(
        "Faults planted in right gradients: each must be reported, with the entry named. Caught {} "
        "of {} planted; {} false alarms in {} cases of right gradients.",
        result.caught(), result.faults.size(), result.alarms.size(), result.right_cases);
    section.table = rows(result);
    for (const std::string& alarm : result.alarms)
      section.remarks += "false alarm: " + alarm + "\n";
    section.failures = result.faults.size() - result.caught() + result.alarms.size();
    return section;
  }

  Section laws() const {
    Section section;
    section.title = "Laws";
    section.text = "What each model declares of itself, measured.";
    std::vector<check::LawReport> reports;
    for (const std::string& name : names)
      for (check::LawReport& report :
           check::laws(known.models.texts(name), known.models, level.laws)) {
        section.failures += report.passed() ? 0 : 1;
        reports.push_back(std::move(report));
      }
    section.table = rows(reports);
    section.remarks = remarks(reports);
    return section;
  }
};

// The sections as they come, on the terminal, then all of them as files
class Report {
 public:
  void add(Section section) {
    fmt::print("{}", to_text(section));
    std::fflush(stdout);
    failures_ += section.failures;
    sections_.push_back(std::move(section));
  }
  void add(std::vector<Section> sections) {
    for (Section& section : sections) add(std::move(section));
  }

  std::string took(const std::string& what) const {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
    return fmt::format("{}, {:.0f} s", what, time.count());
  }
  std::string verdict() const {
    return failures_ == 0 ? "everything holds" : fmt::format("{} FAILED", failures_);
  }

  int write(const std::string& stem, const std::string& about) const {
    write_file(stem + ".md", to_markdown(sections_, about));
    write_file(stem + ".html", to_html(sections_, about));
    fmt::print("{}\nreport: {}.html and .md\n", about, stem);
    return failures_ == 0 ? 0 : 1;
  }

 private:
  std::vector<Section> sections_;
  std::size_t failures_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int validate(const Options& options) {
  Validation run{options};
  std::vector<std::string> by_hand;
  for (const auto& entry : run.known.models) {
    run.names.push_back(entry.name);
    // Of cubic and exponential cost: see the general case.
    const Cost cost = entry.info.cost;
    const bool timed = cost == Cost::n || cost == Cost::n_log_n || cost == Cost::n_squared;
    if (entry.make("").has_gradient() && timed) by_hand.push_back(entry.name);
  }
  Report report;
  report.add(run.gradients());
  report.add(run.controls());
  if (!options.faults.empty()) report.add(who_catches_what(options.faults));
  report.add(run.laws());
  report.add(check_estimates());
  report.add(measure_exactness(run.full()));
  report.add(compare_learning(run.full()));
  report.add(run_paper(run.full() ? PaperOptions{.queries = 3000} : PaperOptions{.passes = 200}));
  report.add(measure_growth(by_hand, run.full()));
  report.add(compare_speed(by_hand, run.full(), options.verbose));
  const std::string what = report.took(fmt::format("Level {}", options.level));
  return report.write(options.out + "/report",
                      fmt::format("{}, {} models: {}.", what, run.names.size(), report.verdict()));
}

int paper(const Options& options) {
  check_writable(options.out + "/paper.md");  // not after all the work
  Report report;
  report.add(run_paper(options.paper));
  return report.write(options.out + "/paper", report.took("The paper's experiment") + ".");
}

}  // namespace
}  // namespace fubini::validation

int main(int argc, char** argv) {
  try {
    const auto options = fubini::validation::parse_options(argc, argv);
    return options.only_paper ? fubini::validation::paper(options)
                              : fubini::validation::validate(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "validation: {}\n", error.what());
    return 2;
  }
}
