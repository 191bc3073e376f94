// SPDX-License-Identifier: BSD-3-Clause
#include "tests/c/support.hpp"

#include <cmath>
#include <limits>

namespace fubini {
namespace {

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

TEST_F(CInterface, NullsAreNamed) {
  double x = 0;
  const float row[] = {1, 2};
  fubini_dataset* data = nullptr;
  fubini_ranker* ranker = nullptr;
  const auto bad = FUBINI_BAD_ARGUMENT;
  EXPECT_REFUSED(fubini_dataset_new(2, nullptr), bad, "fubini_dataset_new: out is NULL");
  EXPECT_REFUSED(fubini_dataset_read("x", nullptr), bad, "out is NULL");
  EXPECT_REFUSED(fubini_dataset_read(nullptr, &data), bad, "path is NULL");
  EXPECT_REFUSED(fubini_dataset_add_query(nullptr, "q", 1, &x, row, 2), bad, "data is NULL");
  EXPECT_REFUSED(fubini_dataset_add_query(data_, nullptr, 1, &x, row, 2), bad, "id is NULL");
  EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", 1, nullptr, row, 2), bad, "grades is NULL");
  EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", 1, &x, nullptr, 2), bad, "features is NULL");
  EXPECT_REFUSED(fubini_train(nullptr, "davidson", nullptr, &ranker), bad, "data is NULL");
  EXPECT_REFUSED(fubini_train(data_, nullptr, nullptr, &ranker), bad, "model is NULL");
  EXPECT_REFUSED(fubini_train(data_, "davidson", nullptr, nullptr), bad, "out is NULL");
  EXPECT_REFUSED(fubini_ranker_load(nullptr, &ranker), bad, "path is NULL");
  EXPECT_REFUSED(fubini_ranker_load("x", nullptr), bad, "out is NULL");
  EXPECT_REFUSED(fubini_ranker_save(nullptr, "x"), bad, "ranker is NULL");
  EXPECT_REFUSED(fubini_ranker_save(ranker_, nullptr), bad, "path is NULL");
  EXPECT_REFUSED(fubini_ranker_score(nullptr, row, 1, 2, 2, &x), bad, "ranker is NULL");
  EXPECT_REFUSED(fubini_ranker_score(ranker_, nullptr, 1, 2, 2, &x), bad, "rows is NULL");
  EXPECT_REFUSED(fubini_ranker_score(ranker_, row, 1, 2, 2, nullptr), bad, "scores is NULL");
  for (auto* number :
       {fubini_dataset_num_queries, fubini_dataset_num_rows, fubini_dataset_num_features}) {
    EXPECT_REFUSED(number(nullptr), -1, "data is NULL");
  }
  EXPECT_REFUSED(fubini_ranker_num_features(nullptr), -1, "ranker is NULL");
  EXPECT_EQ(fubini_dataset_free(nullptr), FUBINI_OK);
  EXPECT_EQ(fubini_ranker_free(nullptr), FUBINI_OK);
}

TEST_F(CInterface, FreedHandlesStayRefusedWhateverComesAfter) {
  fubini_dataset *old = nullptr, *next = nullptr;
  ASSERT_EQ(fubini_dataset_new(1, &old), FUBINI_OK);
  ASSERT_EQ(fubini_dataset_free(old), FUBINI_OK);
  ASSERT_EQ(fubini_dataset_new(1, &next), FUBINI_OK);
  EXPECT_NE(old, next);
  EXPECT_REFUSED(fubini_dataset_num_rows(old), -1,
                 "a handle that was freed; wanted a live dataset");
  EXPECT_REFUSED(fubini_dataset_free(old), FUBINI_BAD_ARGUMENT, "freed");
  EXPECT_EQ(fubini_dataset_num_rows(next), 0);
  EXPECT_EQ(fubini_dataset_free(next), FUBINI_OK);
  fubini_ranker* ranker = ranker_;
  EXPECT_EQ(fubini_ranker_free(ranker), FUBINI_OK);
  EXPECT_REFUSED(fubini_ranker_free(ranker), FUBINI_BAD_ARGUMENT, "freed; wanted a live ranker");
}

TEST_F(CInterface, GarbageIsNoHandle) {
  std::vector<float> memory(64);
  double x = 0;
  for (const std::uintptr_t garbage :
       {std::uintptr_t{1}, std::uintptr_t{8}, ~std::uintptr_t{0},
        reinterpret_cast<std::uintptr_t>(memory.data()), reinterpret_cast<std::uintptr_t>(this),
        reinterpret_cast<std::uintptr_t>(data_) + 1000}) {
    auto* data = reinterpret_cast<fubini_dataset*>(garbage);
    auto* ranker = reinterpret_cast<fubini_ranker*>(garbage);
    EXPECT_REFUSED(fubini_dataset_num_rows(data), -1, "no handle that Fubini gave");
    EXPECT_REFUSED(fubini_dataset_free(data), FUBINI_BAD_ARGUMENT, "no handle");
    EXPECT_REFUSED(fubini_ranker_score(ranker, memory.data(), 1, 2, 2, &x), FUBINI_BAD_ARGUMENT,
                   "no handle");
    EXPECT_REFUSED(fubini_ranker_free(ranker), FUBINI_BAD_ARGUMENT, "no handle");
  }
  EXPECT_REFUSED(fubini_ranker_free(reinterpret_cast<fubini_ranker*>(data_)), FUBINI_BAD_ARGUMENT,
                 "ranker is a dataset; wanted a live ranker");
  EXPECT_REFUSED(fubini_dataset_num_rows(reinterpret_cast<fubini_dataset*>(ranker_)), -1,
                 "data is a ranker; wanted a live dataset");
}

TEST_F(CInterface, WrongSizesAreRefusedBeforeAnythingIsRead) {
  double x = 0;
  const float row[] = {1, 2};
  fubini_dataset* data = nullptr;
  const auto bad = FUBINI_BAD_ARGUMENT;
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{-1}, -kHuge, kHuge}) {
    const std::string found = " is " + std::to_string(size) + "; wanted ";
    EXPECT_REFUSED(fubini_dataset_new(size, &data), bad, "num_features" + found);
    EXPECT_EQ(data, nullptr);
    EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", size, &x, row, 2), bad, "count" + found);
    EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", 1, &x, row, size), bad, "stride" + found);
    EXPECT_REFUSED(fubini_ranker_score(ranker_, row, size, 2, 2, &x), bad, "count" + found);
    EXPECT_REFUSED(fubini_ranker_score(ranker_, row, 1, 2, size, &x), bad, "stride" + found);
    EXPECT_REFUSED(fubini_ranker_score(ranker_, row, 1, size, 2, &x), bad,
                   "num_features is " + std::to_string(size) + "; the ranker wants 2");
  }
  EXPECT_REFUSED(fubini_ranker_score(ranker_, row, 1, 2, 1, &x), bad, "at least num_features, 2");
  EXPECT_REFUSED(fubini_ranker_score(ranker_, row, kHuge / 8, 2, 3, &x), bad, "stride is 3");
  EXPECT_EQ(fubini_dataset_num_queries(data_), 2);
}

TEST_F(CInterface, NumbersThatAreNotFiniteAreRefused) {
  double x = 7;
  for (const float value : {NAN, INFINITY, -INFINITY}) {
    const float row[] = {1, value};
    const double grade = 1, bad_grade = value;
    EXPECT_REFUSED(fubini_ranker_score(ranker_, row, 1, 2, 2, &x), FUBINI_BAD_ARGUMENT,
                   "feature 2 of item 1 is ");
    EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", 1, &grade, row, 2), FUBINI_BAD_ARGUMENT,
                   "feature 2 of item 1 is ");
    EXPECT_REFUSED(fubini_dataset_add_query(data_, "q", 1, &bad_grade, row, 2), FUBINI_BAD_ARGUMENT,
                   "grade 1 is ");
  }
  EXPECT_EQ(x, 7) << "a failed call writes nothing";
  EXPECT_EQ(fubini_dataset_num_queries(data_), 2);
}

TEST_F(CInterface, TrainOptionsAreChecked) {
  const auto refused = [&](fubini_train_options options, fubini_status status, const char* words) {
    fubini_ranker* ranker = ranker_;
    EXPECT_REFUSED(fubini_train(data_, "pmop_full", &options, &ranker), status, words);
    EXPECT_EQ(ranker, nullptr);
  };
  constexpr std::size_t size = sizeof(fubini_train_options);
  const auto bad = FUBINI_BAD_ARGUMENT;
  refused({.size = 0}, bad, "options->size is 0");
  refused({.size = size - 1}, bad, "options->size is ");
  refused({.size = ~std::size_t{0}}, bad, "options->size is ");
  refused({.size = size, .scorer = "liner"}, FUBINI_UNKNOWN_NAME, "did you mean linear");
  refused({.size = size, .optimizer = "adm"}, FUBINI_UNKNOWN_NAME, "did you mean adam");
  refused({.size = size, .metric = "ndcgg"}, FUBINI_UNKNOWN_NAME, "ndcg");
  refused({.size = size, .l2 = -1}, bad, "options->l2 is -1; wanted");
  refused({.size = size, .l1 = NAN}, bad, "options->l1 is nan");
  refused({.size = size, .tolerance = -1}, bad, "options->tolerance");
  refused({.size = size, .rate = INFINITY}, bad, "options->rate");
  refused({.size = size, .iterations = -1}, bad, "options->iterations is -1");
  refused({.size = size, .patience = -1}, bad, "options->patience is -1");
  refused({.size = size, .patience = 1}, bad, "patience without validation");
  refused({.size = size, .threads = -1}, bad, "options->threads is -1");
  refused({.size = size, .reserved = 1}, bad, "does not know; wanted 0");
  refused({.size = size, .validation = reinterpret_cast<fubini_dataset*>(ranker_)}, bad,
          "options->validation is a ranker");
}

TEST_F(CInterface, NewerOptionsAreTakenWhileTheyAreZero) {
  struct Newer {
    fubini_train_options known = {.size = sizeof(Newer)};
    double more = 0;
  } newer;
  fubini_ranker* ranker = nullptr;
  EXPECT_EQ(fubini_train(data_, "pmop_full", &newer.known, &ranker), FUBINI_OK);
  EXPECT_EQ(fubini_ranker_free(ranker), FUBINI_OK);
  newer.more = 1;
  EXPECT_REFUSED(fubini_train(data_, "pmop_full", &newer.known, &ranker), FUBINI_BAD_ARGUMENT,
                 "does not know; wanted 0");
}

TEST_F(CInterface, ModelsThatCannotBeAreRefused) {
  fubini_ranker* ranker = nullptr;
  fubini_dataset* empty = nullptr;
  EXPECT_REFUSED(fubini_train(data_, "davidsn", nullptr, &ranker), FUBINI_UNKNOWN_NAME,
                 "fubini_train: unknown model 'davidsn'; did you mean davidson?");
  EXPECT_REFUSED(fubini_train(data_, "davidson_luce:max_order=1", nullptr, &ranker),
                 FUBINI_BAD_ARGUMENT, "max_order");
  ASSERT_EQ(fubini_dataset_new(2, &empty), FUBINI_OK);
  EXPECT_REFUSED(fubini_train(empty, "davidson", nullptr, &ranker), FUBINI_BAD_ARGUMENT,
                 "data has no queries");
  EXPECT_EQ(fubini_dataset_free(empty), FUBINI_OK);
}

TEST(CLikelihood, WrongRankingsAreRefused) {
  const double f[] = {1, 0}, tie = 0.5, nan = NAN;
  double value = 7;
  const auto refused = [&](const char* model, const double* scores, std::int64_t count,
                           std::vector<std::int64_t> buckets, std::int64_t num_ties,
                           fubini_status status, const char* words) {
    EXPECT_REFUSED(
        fubini_log_likelihood(model, scores, count, buckets.data(), std::ssize(buckets),
                              num_ties == 0 ? nullptr : &tie, num_ties, &value, nullptr, nullptr),
        status, words);
  };
  const auto bad = FUBINI_BAD_ARGUMENT;
  refused("pmop", f, 2, {1, 1}, 0, FUBINI_UNKNOWN_NAME, "unknown model 'pmop'");
  refused(nullptr, f, 2, {1, 1}, 0, bad, "model is NULL");
  refused("pmop_full", nullptr, 2, {1, 1}, 0, bad, "scores is NULL");
  refused("pmop_full", f, 0, {1, 1}, 0, bad, "count is 0");
  refused("pmop_full", f, 2, {}, 0, bad, "num_buckets is 0");
  refused("pmop_full", f, 2, {1}, 0, bad, "bucket_sizes leave 1 of 2 items over");
  refused("pmop_full", f, 2, {1, 2}, 0, bad, "bucket_sizes[1] is 2; wanted 1 to 1");
  refused("pmop_full", f, 2, {kHuge, kHuge}, 0, bad, "bucket_sizes[0] is ");
  refused("pmop_full", f, 2, {0, 2}, 0, bad, "bucket_sizes[0] is 0");
  refused("pmop_full", f, 2, {-1, 3}, 0, bad, "bucket_sizes[0] is -1");
  refused("pmop_full", f, 2, {1, 1}, 1, bad, "1 tie parameters; wanted 0");
  refused("davidson", f, 2, {1, 1}, 0, bad, "0 tie parameters; wanted 1 (beta)");
  refused("davidson", f, 2, {1, 1}, -1, bad, "num_ties is -1");
  refused("pmop_full", &nan, 1, {1}, 0, bad, "score 1 is nan");
  EXPECT_EQ(value, 7) << "a failed call writes nothing";
}

TEST(CLikelihood, WhatLeavesTheNumbersIsRefused) {
  const double far[] = {-1e308, 1e308}, f[] = {1, 1}, tie = 0.5, ties = 400;
  const std::int64_t apart[] = {1, 1};
  double value = 7, by_scores[] = {7, 7}, by_ties = 7;
  for (double* wanted : {by_scores, static_cast<double*>(nullptr)}) {
    EXPECT_REFUSED(
        fubini_log_likelihood("davidson", far, 2, apart, 2, &tie, 1, &value, wanted, nullptr),
        FUBINI_NUMERICAL, "davidson: the log-likelihood is");
    EXPECT_REFUSED(
        fubini_log_likelihood("glenn_david", f, 2, apart, 2, &ties, 1, &value, wanted, &by_ties),
        FUBINI_NUMERICAL, "too far out");
  }
  EXPECT_EQ(value, 7) << "a failed call writes nothing";
  EXPECT_EQ(by_scores[0], 7);
  EXPECT_EQ(by_ties, 7);
}

}  // namespace
}  // namespace fubini
