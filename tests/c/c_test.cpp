// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/fit.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/read.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "tests/c/support.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>

namespace fubini {
namespace {

using testing::TempDir;

Ranker by_cpp(const Dataset& data, const std::string& model, const FitOptions& options) {
  return Ranker(fit(built_in(), data, model, options).model);
}

std::vector<double> scores(const Ranker& ranker, const std::vector<float>& rows) {
  const Index n = ranker.num_features();
  return ranker.score(Items::dense(rows.data(), n, std::ssize(rows) / n, n));
}

// A file of its own for a test, gone with it
struct File {
  explicit File(const std::string& name)
      : path(TempDir() + "fubini-c-" + std::to_string(getpid()) + "-" + name) {}
  ~File() { std::remove(path.c_str()); }
  std::string path;
};

TEST_F(CInterface, ScoresAreThoseOfTheLibrary) {
  std::vector<double> found(num_documents());
  ASSERT_EQ(score(found.data()), FUBINI_OK);
  EXPECT_EQ(found,
            scores(by_cpp(example_.dataset(), "pmop_full", {.l2 = 0.1}), example_.documents));
}

TEST_F(CInterface, EveryTrainOptionReachesTheLibrary) {
  fubini_train_options options = {.size = sizeof options,
                                  .scorer = "mlp:3:relu",
                                  .optimizer = "adam",
                                  .metric = "ndcg@2",
                                  .validation = data_,
                                  .l2 = 0.2,
                                  .rate = 0.05,
                                  .seed = 7,
                                  .iterations = 9,
                                  .patience = 4,
                                  .threads = 1};
  fubini_ranker* ranker = nullptr;
  ASSERT_EQ(fubini_train(data_, "davidson", &options, &ranker), FUBINI_OK) << fubini_last_error();
  std::vector<double> found(num_documents());
  EXPECT_EQ(
      fubini_ranker_score(ranker, example_.documents.data(), num_documents(), 2, 2, found.data()),
      FUBINI_OK);
  const Dataset data = example_.dataset();
  FitOptions how;
  how.scorer = options.scorer;
  how.optimizer = built_in_optimizers().make("adam");
  how.metric = parse_metric(options.metric);
  how.validation = &data;
  how.l2 = options.l2;
  how.rate = options.rate;
  how.seed = options.seed;
  how.iterations = options.iterations;
  how.patience = options.patience;
  EXPECT_EQ(found, scores(by_cpp(data, "davidson", how), example_.documents));
  EXPECT_EQ(fubini_ranker_free(ranker), FUBINI_OK);
}

TEST_F(CInterface, LbfgsOptionsReachTheLibrary) {
  fubini_train_options options = {.size = sizeof options, .l1 = 0.3, .tolerance = 0.01};
  fubini_ranker* ranker = nullptr;
  ASSERT_EQ(fubini_train(data_, "rao_kupper", &options, &ranker), FUBINI_OK);
  std::vector<double> found(num_documents());
  EXPECT_EQ(
      fubini_ranker_score(ranker, example_.documents.data(), num_documents(), 2, 2, found.data()),
      FUBINI_OK);
  EXPECT_EQ(found, scores(by_cpp(example_.dataset(), "rao_kupper", {.l1 = 0.3, .tolerance = 0.01}),
                          example_.documents));
  EXPECT_EQ(fubini_ranker_free(ranker), FUBINI_OK);
}

TEST_F(CInterface, NoOptionsAreTheDefaults) {
  fubini_ranker *without = nullptr, *zeros = nullptr;
  const fubini_train_options none = {.size = sizeof none};
  ASSERT_EQ(fubini_train(data_, "davidson_luce", nullptr, &without), FUBINI_OK);
  ASSERT_EQ(fubini_train(data_, "davidson_luce", &none, &zeros), FUBINI_OK);
  std::vector<double> a(num_documents()), b(num_documents());
  fubini_ranker_score(without, example_.documents.data(), num_documents(), 2, 2, a.data());
  fubini_ranker_score(zeros, example_.documents.data(), num_documents(), 2, 2, b.data());
  EXPECT_EQ(a, b);
  EXPECT_NE(a, std::vector<double>(num_documents()));
  fubini_ranker_free(without);
  fubini_ranker_free(zeros);
}

TEST_F(CInterface, StrideSkipsWhatIsBetweenRows) {
  const Index stride = Example::num_features + 3;
  std::vector<float> wide(num_documents() * stride, std::nanf(""));
  for (Index i = 0; i < num_documents(); ++i)
    for (Index j = 0; j < Example::num_features; ++j)
      wide[i * stride + j] = example_.documents[i * Example::num_features + j];
  std::vector<double> narrow(num_documents()), found(num_documents());
  ASSERT_EQ(score(narrow.data()), FUBINI_OK);
  ASSERT_EQ(fubini_ranker_score(ranker_, wide.data(), num_documents(), Example::num_features,
                                stride, found.data()),
            FUBINI_OK);
  EXPECT_EQ(found, narrow);
  const std::vector<double> grades(num_documents(), 1);
  EXPECT_EQ(
      fubini_dataset_add_query(data_, "wide", num_documents(), grades.data(), wide.data(), stride),
      FUBINI_OK);
}

TEST_F(CInterface, CountsAreThoseOfTheData) {
  EXPECT_EQ(fubini_dataset_num_queries(data_), example_.dataset().num_queries());
  EXPECT_EQ(fubini_dataset_num_rows(data_), example_.dataset().num_rows());
  EXPECT_EQ(fubini_dataset_num_features(data_), Example::num_features);
  EXPECT_EQ(fubini_ranker_num_features(ranker_), Example::num_features);
}

TEST_F(CInterface, SavedRankersScoreTheSame) {
  const File file("model.json");
  fubini_ranker* loaded = nullptr;
  ASSERT_EQ(fubini_ranker_save(ranker_, file.path.c_str()), FUBINI_OK) << fubini_last_error();
  ASSERT_EQ(fubini_ranker_load(file.path.c_str(), &loaded), FUBINI_OK) << fubini_last_error();
  std::vector<double> before(num_documents()), after(num_documents());
  ASSERT_EQ(score(before.data()), FUBINI_OK);
  std::swap(loaded, ranker_);
  ASSERT_EQ(score(after.data()), FUBINI_OK);
  EXPECT_EQ(after, before);
  EXPECT_EQ(fubini_ranker_free(loaded), FUBINI_OK);
}

TEST_F(CInterface, FilesAreReadOrRefusedByNameAndLine) {
  const File good("good.txt"), bad("bad.txt"), pairs("pairs.csv");
  std::ofstream(good.path) << "2 qid:1 1:0.5 2:1\n1 qid:1 1:0.25\n0 qid:2 2:3\n";
  std::ofstream(bad.path) << "2 qid:1 1:0.5\nx qid:1 1:1\n";
  std::ofstream(pairs.path) << "item_i,item_j,wins_i,wins_j,ties\na,b,1,2,3\n";
  fubini_dataset* read = nullptr;
  ASSERT_EQ(fubini_dataset_read(good.path.c_str(), &read), FUBINI_OK) << fubini_last_error();
  EXPECT_EQ(fubini_dataset_num_queries(read), 2);
  EXPECT_EQ(fubini_dataset_num_rows(read), 3);
  EXPECT_EQ(fubini_dataset_num_features(read), 2);
  EXPECT_EQ(fubini_dataset_free(read), FUBINI_OK);
  EXPECT_REFUSED(fubini_dataset_read(bad.path.c_str(), &read), FUBINI_FILE, bad.path + ":2:1");
  EXPECT_EQ(read, nullptr);
  EXPECT_REFUSED(fubini_dataset_read(pairs.path.c_str(), &read), FUBINI_FILE, "without features");
  EXPECT_REFUSED(fubini_dataset_read("/nowhere/x.txt", &read), FUBINI_FILE, "/nowhere/x.txt");
  EXPECT_REFUSED(fubini_ranker_save(ranker_, "/nowhere/x.json"), FUBINI_FILE, "/nowhere/x.json");
  fubini_ranker* loaded = nullptr;
  EXPECT_REFUSED(fubini_ranker_load(good.path.c_str(), &loaded), FUBINI_FILE, good.path);
}

// How a file is stored, dense or sparse, is not the caller's affair.
TEST_F(CInterface, ReadDataGrowsLikeAnyOther) {
  const File file("sparse.txt");
  constexpr Index kFeatures = 1000;
  std::ofstream(file.path) << "2 qid:1 1:0.5\n1 qid:1 2:0.25\n0 qid:1 " << kFeatures << ":1\n";
  ASSERT_EQ(read_dataset(file.path).data.kind(), Items::Kind::sparse);
  std::vector<float> rows(3 * kFeatures);  // the same once more
  rows[0] = 0.5F;
  rows[kFeatures + 1] = 0.25F;
  rows[3 * kFeatures - 1] = 1;
  const std::vector<double> grades = {2, 1, 0};
  fubini_dataset* data = nullptr;
  fubini_ranker *grown = nullptr, *written = nullptr;
  ASSERT_EQ(fubini_dataset_read(file.path.c_str(), &data), FUBINI_OK);
  ASSERT_EQ(fubini_dataset_add_query(data, "2", 3, grades.data(), rows.data(), kFeatures),
            FUBINI_OK);
  ASSERT_EQ(fubini_train(data, "pmop_full", &options_, &grown), FUBINI_OK);
  rows[1] = std::nanf("");
  EXPECT_REFUSED(fubini_dataset_add_query(data, "3", 3, grades.data(), rows.data(), kFeatures),
                 FUBINI_BAD_ARGUMENT, "feature 2 of item 1 is ");
  rows[1] = 0;
  EXPECT_EQ(fubini_dataset_free(data), FUBINI_OK);

  std::ofstream(file.path, std::ios::app)
      << "2 qid:2 1:0.5\n1 qid:2 2:0.25\n0 qid:2 " << kFeatures << ":1\n";
  ASSERT_EQ(fubini_dataset_read(file.path.c_str(), &data), FUBINI_OK);
  ASSERT_EQ(fubini_train(data, "pmop_full", &options_, &written), FUBINI_OK);
  std::vector<double> a(3), b(3);
  EXPECT_EQ(fubini_ranker_score(grown, rows.data(), 3, kFeatures, kFeatures, a.data()), FUBINI_OK);
  EXPECT_EQ(fubini_ranker_score(written, rows.data(), 3, kFeatures, kFeatures, b.data()),
            FUBINI_OK);
  EXPECT_EQ(a, b);
  EXPECT_GT(a[0], a[2]);
  fubini_dataset_free(data);
  fubini_ranker_free(grown);
  fubini_ranker_free(written);
}

TEST(CLikelihood, ValueAndGradientAreThoseOfTheLibrary) {
  const std::vector<double> f = {1.2, 0.3, -0.5}, ties = {0.1};
  const std::vector<std::int64_t> buckets = {1, 2};
  const auto wanted =
      log_likelihood_gradient(built_in_models().make("davidson"), Ranking({1, 2}), f, ties);
  double value = 0, alone = 0;
  std::vector<double> by_scores(f.size()), by_ties(ties.size());
  ASSERT_EQ(fubini_log_likelihood("davidson", f.data(), 3, buckets.data(), 2, ties.data(), 1,
                                  &value, by_scores.data(), by_ties.data()),
            FUBINI_OK);
  EXPECT_EQ(value, wanted.value);
  EXPECT_EQ(by_scores, wanted.scores);
  EXPECT_EQ(by_ties, wanted.ties);
  ASSERT_EQ(fubini_log_likelihood("davidson", f.data(), 3, buckets.data(), 2, ties.data(), 1,
                                  &alone, nullptr, nullptr),
            FUBINI_OK);
  EXPECT_EQ(alone, wanted.value);
}

TEST(CVersion, IsThatOfHeaderAndProject) {
  EXPECT_EQ(fubini_c_version(), FUBINI_C_VERSION);
  EXPECT_STREQ(fubini_version(), FUBINI_VERSION);
}

}  // namespace
}  // namespace fubini
