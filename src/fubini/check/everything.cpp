// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/everything.hpp"

#include "fubini/check/tables.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"

#include <algorithm>
#include <cmath>

namespace fubini::check {
namespace {

// Parts of the work one after the other: each may spend its share of the seconds that are left.
class Parts {
 public:
  Parts(const EverythingOptions& options, std::size_t total, Everything& found)
      : options_(options), deadline_(options.budget.seconds), total_(total), found_(found) {}

  // Whether there is time for it
  bool begin(const std::string& what) {
    what_ = what;
    const std::size_t left = total_ - done_++;
    tell(0, 1, "");
    share_ = (options_.budget.seconds - deadline_.spent()) / static_cast<double>(left);
    if (!deadline_.over()) return true;
    leave_out(found_.left_out, "checks",
              "the budget of " + format_double(options_.budget.seconds, 3) + " seconds was spent",
              what);
    return false;
  }
  Budget share() const { return {share_, options_.budget.bytes}; }

  void tell(std::size_t done, std::size_t total, const std::string& inside) const {
    constexpr std::size_t kFine = 1000;  // of a part
    if (!options_.progress) return;
    options_.progress(kFine * (done_ - 1) + kFine * done / std::max<std::size_t>(total, 1),
                      kFine * total_, inside.empty() ? what_ : what_ + ": " + inside);
  }

 private:
  const EverythingOptions& options_;
  Deadline deadline_;
  std::size_t total_, done_ = 0;
  Everything& found_;
  std::string what_;
  double share_ = 0;
};

Budget smaller(const Budget& a, const Budget& b) {
  return {std::min(a.seconds, b.seconds), std::min(a.bytes, b.bytes)};
}

}  // namespace

std::size_t Everything::failed() const {
  const auto wrong = [](const auto& report) { return !report.passed(); };
  return static_cast<std::size_t>(std::ranges::count_if(gradients, wrong) +
                                  std::ranges::count_if(laws, wrong));
}

Everything everything(const std::vector<NamedModel>& models,
                      const std::vector<ScorerUnderTest>& scorers, const ModelCatalogue& others,
                      const EverythingOptions& options) {
  Everything found;
  Parts parts(options, models.size() * (scorers.size() + 1), found);
  for (const NamedModel& model : models) {
    bool first = true;
    for (const ScorerUnderTest& scorer : scorers) {
      if (!parts.begin(model.name + ", " + scorer.name)) continue;
      GradientOptions how = options.level.gradients;
      how.budget = smaller(how.budget, parts.share());
      how.places.of_model = how.places.of_model && std::exchange(first, false);
      how.progress = [&](std::size_t done, std::size_t total, const std::string& what) {
        parts.tell(done, total, what);
      };
      found.gradients.push_back(options.data == nullptr
                                    ? gradients(model.texts, scorer, how)
                                    : gradients(model.texts, scorer, options.data, how));
      found.gradients.back().model = model.name;
    }
    if (!parts.begin(model.name + ", laws")) continue;
    LawOptions how = options.level.laws;
    how.budget = smaller(how.budget, parts.share());
    for (LawReport& report : laws(model.texts, others, how, &found.left_out)) {
      report.model = model.name;
      found.laws.push_back(std::move(report));
    }
  }
  return found;
}

Everything everything(const ModelTexts& model, const EverythingOptions& options) {
  const Catalogues known = built_in_with_autodiff();
  std::vector<ScorerUnderTest> scorers = all_scorers(known.scorers);
  if (options.data != nullptr)
    std::erase_if(scorers, [&](const ScorerUnderTest& scorer) {
      return scorer.features == (options.data->kind() == Items::Kind::identity);
    });
  return everything({{model.plain.info().name, model}}, scorers, known.models, options);
}

std::string to_text(const Everything& found) {
  std::string text = to_text(found.gradients) + "\n" + to_text(found.laws) + "\n";
  for (const LeftOut& one : found.left_out) text += in_words(one) + "\n";
  text += std::to_string(found.gradients.size()) + " gradients and " +
          std::to_string(found.laws.size()) + " laws checked, " + std::to_string(found.failed()) +
          " failed\n";
  if (!found.words.empty()) {
    text += "\n";
    for (const std::string& sentence : found.words) text += sentence + "\n";
  }
  return text;
}

}  // namespace fubini::check
