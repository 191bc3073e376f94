// SPDX-License-Identifier: BSD-3-Clause
#include "tasks.hpp"

#include "collection.hpp"
#include "limits.hpp"
#include "whole_fit.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/read.hpp"
#include "fubini/io/write.hpp"
#include "fubini/catalogue/models.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

namespace fubini::bench {
namespace {

template <class Work>
Json timed(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  const double value = work();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return {{"seconds", time.count()}, {"value", value}};
}

// Median of at least five calls, and of 30 ms of them
template <class Work>
Json timed_repeatedly(const Work& work) {
  std::vector<double> times;
  double spent = 0;
  while (times.size() < 5 || (spent < 0.03 && times.size() < 10'000)) {
    times.push_back(timed(work)["seconds"]);
    spent += times.back();
  }
  std::ranges::nth_element(times, times.begin() + std::ssize(times) / 2);
  return {{"seconds", times[times.size() / 2]}};
}

// |a - b| / |b|
double distance(std::span<const double> a, std::span<const double> b) {
  double difference = 0, norm = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    difference += (a[j] - b[j]) * (a[j] - b[j]);
    norm += b[j] * b[j];
  }
  return std::sqrt(difference / norm);
}

Json growth(const std::string& name, Index items) {
  const Model model = built_in_models().make(name);
  const check::Case one = check::make_case({.num_items = items,
                                            .shape = check::Shape::five_buckets,
                                            .num_ties = model.tie_parameters().size(),
                                            .largest_bucket = model.info().largest_bucket},
                                           1, 0);
  std::vector<double> scores(one.scores.size()), ties(one.ties.size());
  return timed_repeatedly([&] {
    std::ranges::fill(scores, 0.0);
    return model.log_likelihood(one.ranking, one.scores, one.ties, {scores, ties});
  });
}

}  // namespace

const Dataset& Tasks::data(const std::string& name) {
  auto& made = data_[name];
  if (!made) {
    if (name == "few_ties")
      made = std::make_unique<Dataset>(with_few_ties(data("dense")));
    else if (name == "sparse")
      made = std::make_unique<Dataset>(as_sparse(data("dense"), 0.1));
    else
      throw ArgumentError("data '" + name +
                          "'; wanted dense (after the task data), few_ties, sparse");
  }
  return *made;
}

Json Tasks::make_data(Index rows, Index features, const std::string& folder) {
  auto& made = data_["dense"];
  made = std::make_unique<Dataset>(simulated(rows, features));
  return timed([&] {
    write_arrays(*made, folder);
    return static_cast<double>(made->num_rows());
  });
}

// By data, model, scorer and threads
Evaluation& Tasks::evaluation(const std::vector<std::string>& words) {
  auto& made = evaluations_[words[1] + " " + words[2] + " " + words[3] + " " + words[4]];
  if (!made) {
    made = std::make_unique<Evaluation>(data(words[1]), words[2], words[3], std::stoi(words[4]));
    (*made)();  // threads and memory
  }
  return *made;
}

Json Tasks::evaluate(const std::vector<std::string>& words) {
  Evaluation& one = evaluation(words);
  if (words.size() < 6) return timed([&] { return one(); });
  const Index queries = std::min<Index>(std::stol(words[5]), data(words[1]).num_queries());
  Json result = timed_repeatedly([&] { return one(queries); });
  result["rows"] = data(words[1]).first_row(queries);
  return result;
}

Json Tasks::cached(const std::string& name, const std::string& model) {
  constexpr Index kRows = 100;
  const Dataset& all = data(name);
  Evaluation& one = evaluation({"", name, model, "linear", "1"});
  Index queries = 1;
  while (queries < all.num_queries() && all.first_row(queries) < kRows) ++queries;
  Json result = timed_repeatedly([&] { return one(queries); });
  const double seconds = result["seconds"];
  result["seconds"] =
      seconds * static_cast<double>(all.num_rows()) / static_cast<double>(all.first_row(queries));
  return result;
}

Json Tasks::stan(const std::string& model, int threads) {
  auto& made = stan_[model];
  if (!made) made = std::make_unique<StanProgram>(model, data("dense"));
  Evaluation& one = evaluation({"", "dense", model, "linear", std::to_string(threads)});
  one();
  std::vector<double> gradient(one.at().size());
  Json result = timed([&] { return made->value_and_gradient(one.at(), gradient, threads); });
  result["error"] = distance(gradient, one.gradient());
  return result;
}

Json Tasks::variant(const std::string& name, int threads) {
  auto& made = variants_[name];
  if (!made) made = std::make_unique<Variant>(name, data("dense"));
  Evaluation& one = evaluation({"", "dense", "pmop_full", "linear", std::to_string(threads)});
  one();
  std::vector<double> gradient(one.at().size());
  Json result = timed([&] { return made->value_and_gradient(one.at(), gradient, threads); });
  result["error"] = distance(gradient, one.gradient());
  return result;
}

Json Tasks::train(const std::string& model, int iterations, int threads) {
  const Objective objective(data("dense"),
                            by_hand(built_in_models().make(model), scorer("linear", data("dense"))),
                            {.threads = threads});
  Json result = timed([&] {
    return maximise(objective, objective.start(), {.iterations = iterations, .tolerance = 0})
        .objective;
  });
  result["iterations"] = iterations;
  return result;
}

Json Tasks::run(const std::vector<std::string>& words) {
  const auto number = [&](std::size_t k) { return std::stol(words.at(k)); };
  const auto threads = [&](std::size_t k) { return std::stoi(words.at(k)); };
  const std::map<std::string, std::function<Json()>> tasks = {
      {"data", [&] { return make_data(number(1), number(2), words.at(3)); }},
      {"text",
       [&] {
         return timed([&] {
           const Dataset some = first_queries(data("dense"), number(2));
           write_file(words.at(1), letor_text(some));
           return static_cast<double>(some.num_rows());
         });
       }},
      {"read", [&] { return timed([&] { return read_rows(data("dense"), threads(1)); }); }},
      {"sum", [&] { return timed([&] { return sum_rows(data("dense"), threads(1)); }); }},
      {"evaluate", [&] { return evaluate(words); }},
      {"cached", [&] { return cached(words.at(1), words.at(2)); }},
      {"stan", [&] { return stan(words.at(1), threads(2)); }},
      {"variant", [&] { return variant(words.at(1), threads(2)); }},
      {"growth", [&] { return growth(words.at(1), number(2)); }},
      {"features",
       [&] {
         const Dataset some = simulated(20'000, number(1));
         Evaluation one(some, "pmop_full", "linear", 1);
         Json result = timed_repeatedly([&] { return one(); });
         result["rows"] = some.num_rows();
         return result;
       }},
      {"parse",
       [&] {
         return timed([&] {
           const ReadData read = read_dataset(words.at(1), {.threads = threads(2)});
           return static_cast<double>(read.data.num_rows());
         });
       }},
      {"train", [&] { return train(words.at(1), static_cast<int>(number(2)), threads(3)); }},
      {"fit", [&] {
         return Json(whole_fit(number(1), number(2), static_cast<int>(number(3)), threads(4)));
       }}};
  const auto task = tasks.find(words.at(0));
  if (task != tasks.end()) return task->second();
  std::vector<std::string> names;
  for (const auto& [name, unused] : tasks) names.push_back(name);
  throw UnknownName(unknown_name("task", words[0], names));
}

}  // namespace fubini::bench
