// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini.h"
#include "fubini/core/dataset.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fubini {

// Two queries in the caller's memory, as the README has them
struct Example {
  static constexpr Index num_features = 2;
  std::vector<double> berlin = {3, 1, 1, 0}, hamburg = {0, 2, 2};
  std::vector<float> berlin_rows = {.9F, .1F, .5F, .2F, .3F, .8F, .1F, .6F};
  std::vector<float> hamburg_rows = {.2F, .9F, .7F, .3F, .8F, .5F};
  std::vector<float> documents = {.1F, .7F, .9F, .4F, .3F, .3F};

  Dataset dataset() const {
    Dataset data = Dataset::dense(num_features);
    data.add_query("berlin", berlin, berlin_rows);
    data.add_query("hamburg", hamburg, hamburg_rows);
    return data;
  }
};

inline bool said(const std::string& words) {
  return std::string(fubini_last_error()).find(words) != std::string::npos;
}

// A refusal: the status, and the words somewhere in the sentence
#define EXPECT_REFUSED(call, status, words) \
  EXPECT_EQ(call, status);                  \
  EXPECT_TRUE(said(words)) << fubini_last_error()

class CInterface : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(fubini_dataset_new(Example::num_features, &data_), FUBINI_OK);
    ASSERT_EQ(add("berlin", example_.berlin, example_.berlin_rows), FUBINI_OK);
    ASSERT_EQ(add("hamburg", example_.hamburg, example_.hamburg_rows), FUBINI_OK);
    ASSERT_EQ(fubini_train(data_, "pmop_full", &options_, &ranker_), FUBINI_OK);
  }
  void TearDown() override {
    fubini_ranker_free(ranker_);
    fubini_dataset_free(data_);
  }

  fubini_status add(const char* id, const std::vector<double>& grades,
                    const std::vector<float>& rows) {
    return fubini_dataset_add_query(data_, id, std::ssize(grades), grades.data(), rows.data(),
                                    Example::num_features);
  }
  fubini_status score(double* scores) const {
    return fubini_ranker_score(ranker_, example_.documents.data(), num_documents(),
                               Example::num_features, Example::num_features, scores);
  }
  Index num_documents() const { return std::ssize(example_.documents) / Example::num_features; }

  Example example_;
  fubini_train_options options_ = {.size = sizeof(fubini_train_options), .l2 = 0.1};
  fubini_dataset* data_ = nullptr;
  fubini_ranker* ranker_ = nullptr;
};

}  // namespace fubini
