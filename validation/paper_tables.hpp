// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "paper.hpp"

#include "fubini/core/dataset.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/fit/fit.hpp"

#include <array>
#include <optional>

// What the paper's experiment compares, and how it is shown.
namespace fubini::validation {

using PaperNumbers = std::array<double, 3>;  // ERR, NDCG@1, NDCG@5 in the paper's Table 1

struct Method {
  std::string name;
  std::string model;
  Inference inference = Inference::exact;
  bool pairwise = false;                                // by the paper's account
  std::optional<PaperNumbers> first = {}, second = {};  // by order of features
};
const std::vector<Method>& paper_methods();
const std::vector<Metric>& paper_metrics();

struct PaperData {
  Dataset train, test;
  std::string from;  // in words
};

struct PaperFit {
  const Method* method = nullptr;
  bool second = false;
  Cost cost = Cost::unknown;  // of value and gradient, as the model declares it
  int iterations = 0;
  double seconds = 0;  // of all iterations
  Index products = 0;
  double likelihood = 0, at_start = 0;  // log-likelihood of the training data a query; equal scores
  std::vector<Summary> measured = {};
};

Section paper_table_1(const std::vector<PaperFit>& fits, const PaperData& data,
                      const Conventions& conventions, const PaperOptions& options);
Section paper_table_2(const std::vector<PaperFit>& fits, const PaperData& data);

}  // namespace fubini::validation
