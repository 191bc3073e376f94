// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "evaluation.hpp"
#include "stan.hpp"
#include "variants.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fubini::bench {

using Json = nlohmann::ordered_json;

// What the benchmark's script asks for, a line each; every answer has "seconds". What is prepared
// for a task is kept and not timed.
//
//   data ROWS FEATURES FOLDER    makes the collection and writes its arrays
//   text FILE QUERIES            writes the first queries as text
//   read THREADS, sum THREADS    the limits
//   evaluate DATA MODEL SCORER THREADS [QUERIES]     DATA: dense, few_ties, sparse
//   cached DATA MODEL            linear, one thread, queries that stay in cache, scaled to all rows
//   stan MODEL THREADS, variant NAME THREADS
//   growth MODEL ITEMS           one query, scores given
//   features NUMBER              linear, pmop_full, on so many features
//   parse FILE THREADS           of a text
//   train MODEL ITERATIONS THREADS
//   fit ROWS FEATURES ITERATIONS THREADS             standardised, from start to end
class Tasks {
 public:
  Json run(const std::vector<std::string>& words);

 private:
  const Dataset& data(const std::string& name);
  Evaluation& evaluation(const std::vector<std::string>& words);

  Json make_data(Index rows, Index features, const std::string& folder);
  Json evaluate(const std::vector<std::string>& words);
  Json cached(const std::string& name, const std::string& model);
  Json stan(const std::string& model, int threads);
  Json variant(const std::string& name, int threads);
  Json train(const std::string& model, int iterations, int threads);

  std::map<std::string, std::unique_ptr<Dataset>> data_;
  std::map<std::string, std::unique_ptr<Evaluation>> evaluations_;
  std::map<std::string, std::unique_ptr<StanProgram>> stan_;
  std::map<std::string, std::unique_ptr<Variant>> variants_;
};

}  // namespace fubini::bench
