// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/fit/optimizers/adagrad.hpp"
#include "fubini/fit/optimizers/adam.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/io/read.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/random_rows.hpp"

#include <stdexcept>

namespace fubini::resume_test {
namespace {

constexpr int kIterations = 12;

struct Killed : std::runtime_error {
  Killed() : std::runtime_error("killed") {}
};

class Resume : public FolderTest {
 protected:
  Fit trained(FitOptions options) const {
    options.checkpoint.path = path("checkpoint");
    if (options.checkpoint.identity.empty()) options.checkpoint.identity = "this fit";
    return fit(built_in(), data_, "pmop_mean", options);
  }
  Fit resumed(FitOptions options) const {
    options.checkpoint.resume = true;
    return trained(options);
  }
  // Ends the fit after so many iterations, as a crash would; a checkpoint is left behind.
  void interrupt(FitOptions options, int after) const {
    options.progress = [after](const FitProgress& now) {
      if (now.iteration == after) throw Killed();
      return true;
    };
    EXPECT_THROW(resumed(options), Killed);
  }
  void start_over() const { std::filesystem::remove(path("checkpoint")); }

  std::vector<std::pair<std::string, FitOptions>> every_way() const {
    std::vector<std::pair<std::string, FitOptions>> all = {
        {"lbfgs", {.scorer = "mlp:4"}},
        {"owl-qn", {.l1 = 0.5}},
        {"sgd", {.optimizer = sgd{}}},
        {"adagrad", {.optimizer = adagrad{}}},
        {"adam", {.scorer = "mlp:4", .optimizer = adam{}}},
        {"gibbs", {.optimizer = adagrad{}, .inference = Inference::gibbs}},
        {"metropolis", {.optimizer = sgd{}, .inference = Inference::metropolis}}};
    for (auto& [name, options] : all) {
      options.iterations = kIterations;
      options.tolerance = 0;
      options.batch = 7;
      options.validation = &valid_;
    }
    return all;
  }

  static void expect_same(const Fit& found, const Fit& wanted, const std::string& why) {
    EXPECT_EQ(found.model.weights, wanted.model.weights) << why;
    EXPECT_EQ(found.summary.iterations, wanted.summary.iterations) << why;
    EXPECT_EQ(found.summary.best_iteration, wanted.summary.best_iteration) << why;
    EXPECT_EQ(found.summary.validation, wanted.summary.validation) << why;
    EXPECT_EQ(found.model.from.log_likelihood, wanted.model.from.log_likelihood) << why;
    EXPECT_EQ(found.summary.message, wanted.summary.message) << why;
  }

  const Dataset data_ = parse_dataset(random_rows(20, 3, 1), "train").data;
  const Dataset valid_ = parse_dataset(random_rows(10, 3, 2), "valid").data;
};

TEST_F(Resume, EveryOptimiserEndsWithTheSameBits) {
  for (auto [name, options] : every_way()) {
    options.checkpoint.interval = 3;
    start_over();
    const Fit wanted = trained(options);
    for (const int after : {1, 5, wanted.summary.iterations}) {
      start_over();
      interrupt(options, after);
      expect_same(resumed(options), wanted, name + " killed after " + std::to_string(after));
    }
    start_over();
    for (const int after : {4, 7, 8})
      if (after < wanted.summary.iterations) interrupt(options, after);
    expect_same(resumed(options), wanted, name + " killed three times");
  }
}

TEST_F(Resume, AFitThatWasStoppedGoesOn) {
  for (auto [name, options] : every_way()) {
    start_over();
    const Fit wanted = trained(options);
    start_over();
    FitOptions stopped = options;
    stopped.progress = [](const FitProgress& now) { return now.iteration < 5; };
    EXPECT_TRUE(trained(stopped).summary.cancelled());
    int first_new = 0;
    options.progress = [&](const FitProgress& now) {
      if (!now.replayed && first_new == 0) first_new = now.iteration;
      return true;
    };
    expect_same(resumed(options), wanted, name);
    EXPECT_GE(first_new, 5) << name << ": nothing that was done is done again";
  }
}

TEST_F(Resume, AFitThatRanOutOfPatienceHasEnded) {
  for (auto [name, options] : every_way()) {
    options.iterations = 200;
    options.patience = 2;
    options.checkpoint.interval = 1;
    start_over();
    const Fit wanted = trained(options);
    expect_same(resumed(options), wanted, name + " killed before the checkpoint was removed");
  }
}

TEST_F(Resume, ResumesOnlyTheSameFit) {
  for (auto [name, options] : every_way()) {
    start_over();
    options.checkpoint.interval = 1;
    interrupt(options, 3);
    options.checkpoint.identity = "that fit";
    EXPECT_THROW(resumed(options), FileError) << name;
    EXPECT_NO_THROW(trained(options)) << name << ": without resume it is begun anew";
  }
}

TEST_F(Resume, WithoutACheckpointItBegins) {
  for (auto [name, options] : every_way()) {
    start_over();
    const Fit wanted = trained(options);
    start_over();
    expect_same(resumed(options), wanted, name);
  }
}

TEST_F(Resume, DamageNeverGivesAWrongResult) {
  for (auto [name, options] : every_way()) {
    if (name != "lbfgs" && name != "adam") continue;  // one of each kind of checkpoint
    options.iterations = 4;
    options.checkpoint.interval = 1;
    start_over();
    const Fit wanted = trained(options);
    start_over();
    interrupt(options, 3);
    const std::string whole = read_file(path("checkpoint"));
    const auto expect_refused_or_right = [&, &name = name, &options = options](
                                             const std::string& text, std::size_t at) {
      write("checkpoint", text);
      try {
        expect_same(resumed(options), wanted, name + " damaged at " + std::to_string(at));
      } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find(path("checkpoint")), std::string::npos);
      }
    };
    options.checkpoint.interval = 4;
    const std::size_t step = whole.size() / 12 + 1;
    for (std::size_t at = 0; at < whole.size(); at += step) {
      expect_refused_or_right(whole.substr(0, at), at);
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ 4);
      expect_refused_or_right(flipped, at);
    }
  }
}

// Somebody else's file stands there in the middle of a fit.
TEST_F(Resume, NothingElseIsWrittenOver) {
  for (const auto& [name, how] : every_way()) {
    if (name == "lbfgs" || name == "owl-qn") continue;  // their journal stays open
    start_over();
    FitOptions options = how;
    options.progress = [this](const FitProgress& now) {
      if (now.iteration == 3) write("checkpoint", "mine");
      return true;
    };
    EXPECT_THROW(trained(options), FileError) << name;
    EXPECT_EQ(read_file(path("checkpoint")), "mine") << name;
  }
}

}  // namespace
}  // namespace fubini::resume_test
