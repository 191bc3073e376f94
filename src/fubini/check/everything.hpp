// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/levels.hpp"
#include "fubini/sample/sampler.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// All that `fubini check` does, in one call: gradients at drawn cases and at the places where faults
// hide, then the laws.
//
//   const check::Everything found = check::everything(in_every_arithmetic(my_model{}));
//   std::fputs(check::to_text(found).c_str(), stdout);
namespace fubini::check {

struct EverythingOptions {
  Level level = check::level("quick");
  std::shared_ptr<const Dataset> data = {};  // queries to check on, instead of generated ones
  // Of all together; those of the level are of one gradient.
  Budget budget = {};
  std::function<void(std::size_t done, std::size_t total, const std::string& what)> progress = {};
};

struct NamedModel {
  std::string name;
  ModelTexts texts;
};

struct Everything {
  std::vector<GradientReport> gradients;
  std::vector<LawReport> laws;
  std::vector<LeftOut> left_out;   // as a whole; what a report left out stands in it
  std::vector<std::string> words;  // of one model, if they were asked for

  std::size_t failed() const;
  bool passed() const { return failed() == 0; }
};

// Every model through every scorer. What a model does at its scores alone is looked at once, through
// the first of them; `others` is where laws find the models that they name.
Everything everything(const std::vector<NamedModel>& models,
                      const std::vector<ScorerUnderTest>& scorers, const ModelCatalogue& others,
                      const EverythingOptions& options = {});

// One model of your own, through the scorers that come with Fubini
Everything everything(const ModelTexts& model, const EverythingOptions& options = {});

// Tables, remarks, what was left out, how many failed.
std::string to_text(const Everything& found);

}  // namespace fubini::check
