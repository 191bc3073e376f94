// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/dataset.hpp"
#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::dense_into_sparse_test {
namespace {

TEST(Dataset, SparseDataTakeDenseRowsWithoutTheirZeros) {
  const std::vector<double> grades = {0, 2};
  Dataset sparse = Dataset::sparse(3);
  sparse.add_query("q", grades, std::vector<float>{0, 1, 0, 2, 0, 3}, 0.5);
  const Items items = sparse.query(0).items;  // in bucket order
  EXPECT_EQ(items.feature(0, 0), 2);
  EXPECT_EQ(items.feature(0, 2), 3);
  EXPECT_EQ(items.feature(1, 1), 1);
  EXPECT_EQ(std::ssize(items.sparse_rows().values), 3) << "zeros are not stored";
  EXPECT_EQ(sparse.query(0).weight, 0.5);
  EXPECT_THROW(sparse.add_query("q", grades, std::vector<float>(5)), ArgumentError);
  EXPECT_THROW(sparse.add_query("q", grades, std::vector<float>(6, NAN)), ArgumentError);
  EXPECT_EQ(sparse.num_queries(), 1);
}

}  // namespace
}  // namespace fubini::dense_into_sparse_test
