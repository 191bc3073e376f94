// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/stopping.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/fit/optimizers/adam.hpp"
#include "fubini/fit/prediction.hpp"
#include "fubini/io/read.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/random_rows.hpp"

#include <models/davidson.hpp>

#include <cmath>
#include <thread>

namespace fubini::stop_test {
namespace {

// One query, sparse rows of one feature
Dataset one_large_query(Index items) {
  std::vector<double> grades;
  std::vector<Index> offsets = {0};
  for (Index i = 0; i < items; ++i) {
    grades.push_back(static_cast<double>(i % 3));
    offsets.push_back(i + 1);
  }
  const std::vector<Column> columns(items, 0);
  const std::vector<float> values(items, 0.5F);
  Dataset data = Dataset::sparse(1);
  data.add_query("large", grades, SparseRows{offsets, columns, values});
  return data;
}

constexpr Index kHours = 2'000'000;  // items: 2e12 pairs

class StoppedFit : public FolderTest {
 protected:
  // Sets the flag when that iteration is over; so the next evaluation is cut
  FitOptions stopping_after(int iteration, FitOptions options) {
    options.stop = &asked_;
    options.progress = [this, iteration](const FitProgress& now) {
      if (now.iteration == iteration) {
        there_.assign(now.parameters.begin(), now.parameters.end());
        asked_ = true;
      }
      return true;
    };
    return options;
  }

  Dataset data_ = parse_dataset(random_rows(60, 3, 1), "data").data;
  StopFlag asked_ = false;
  std::vector<double> there_;
};

TEST_F(StoppedFit, EndsInTheMiddleOfAnEvaluation) {
  const Dataset data = one_large_query(kHours / 10);
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    asked_ = true;
  });
  EXPECT_THROW(fit(built_in(), data, "davidson", {.stop = &asked_}), Stopped);
  other.join();
}

TEST_F(StoppedFit, KeepsTheLastIteration) {
  for (const Optimizer& optimizer : {Optimizer(lbfgs{}), Optimizer(adam{})}) {
    asked_ = false;
    FitOptions options{.standardise = false, .optimizer = optimizer, .iterations = 20};
    const Fit found = fit(built_in(), data_, "davidson", stopping_after(3, options));
    EXPECT_TRUE(found.summary.cancelled());
    EXPECT_EQ(found.summary.iterations, 3);
    EXPECT_EQ(found.summary.parameters, there_);
    EXPECT_EQ(found.summary.message, "it was interrupted");
    EXPECT_TRUE(std::isfinite(found.model.from.log_likelihood));
  }
}

TEST_F(StoppedFit, GoesOnToTheSameBits) {
  for (const Optimizer& optimizer : {Optimizer(lbfgs{}), Optimizer(adam{})}) {
    asked_ = false;
    FitOptions options{.optimizer = optimizer, .iterations = 12, .tolerance = 0.0};
    const Fit whole = fit(built_in(), data_, "davidson", options);
    options.checkpoint = {.path = path("checkpoint"), .identity = "this fit", .interval = 100};
    EXPECT_TRUE(fit(built_in(), data_, "davidson", stopping_after(5, options)).summary.cancelled());
    options.checkpoint.resume = true;
    int first = 0;
    options.progress = [&](const FitProgress& now) {
      if (first == 0 && !now.replayed) first = now.iteration;
      return true;
    };
    const Fit resumed = fit(built_in(), data_, "davidson", options);
    EXPECT_GT(first, 5);
    EXPECT_EQ(resumed.summary.parameters, whole.summary.parameters);
    std::filesystem::remove(path("checkpoint"));
  }
}

TEST_F(StoppedFit, IsToldBeforeItWaitsForHours) {
  const Dataset large = one_large_query(kHours);
  std::string told;
  FitOptions options{.stop = &asked_};
  options.notice = [&](const std::string& sentence) {
    told = sentence;
    asked_ = true;
  };
  EXPECT_THROW(fit(built_in(), large, "davidson", options), Stopped);
  EXPECT_TRUE(told.starts_with("one evaluation of the objective may take about ")) << told;
  EXPECT_NE(told.find("the largest query has 2000000 items, and davidson takes n^2"),
            std::string::npos)
      << told;

  told.clear();
  asked_ = false;
  fit(built_in(), one_large_query(kHours / 10), "pmop_full",
      {.iterations = 1, .stop = &asked_, .notice = options.notice});
  EXPECT_EQ(told, "");
  fit(built_in(), data_, "davidson", {.iterations = 1, .stop = &asked_, .notice = options.notice});
  EXPECT_EQ(told, "");
}

}  // namespace
}  // namespace fubini::stop_test
