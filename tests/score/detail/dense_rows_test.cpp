// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/detail/dense_rows.hpp"

#include "fubini/core/items.hpp"
#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace fubini::dense_rows_test {
namespace {

using Numbers = std::vector<double>;

// A sum of n terms in any order is wrong by at most n roundings of the sum of their sizes, and each
// term may be rounded once more.
constexpr double rounding_per_term = std::numeric_limits<double>::epsilon();

struct Shape {
  Index features, rows, stride, offset;  // the first row stands `offset` floats into the memory
};

std::string name(const Shape& s) {
  return std::to_string(s.rows) + " rows of " + std::to_string(s.features) + ", stride " +
         std::to_string(s.stride) + ", offset " + std::to_string(s.offset);
}

// Rows in memory that ends behind the last feature of the last row, where the address sanitizer
// watches; between the rows stands what spoils every sum.
class Rows {
 public:
  explicit Rows(const Shape& shape)
      : shape_(shape),
        memory_(shape.offset + (shape.rows - 1) * shape.stride + shape.features, std::nanf("")) {
    Draws draws(1, shape.features);
    for (Index i = 0; i < shape.rows; ++i)
      for (Index j = 0; j < shape.features; ++j)
        memory_[shape.offset + i * shape.stride + j] = static_cast<float>(draws.between(-1, 1));
  }
  Items items() const { return part(0, shape_.rows, 0); }
  Items part(Index first, Index count, Index to_come) const {
    Items items = Items::dense(memory_.data() + shape_.offset + first * shape_.stride,
                               shape_.stride, count, shape_.features);
    items.set_rows_to_come(to_come);
    return items;
  }

 private:
  Shape shape_;
  std::vector<float> memory_;
};

Numbers samples(std::uint64_t stream, Index count) {
  Draws draws(2, stream);
  Numbers x(count);
  for (double& y : x) y = draws.between(-1, 1);
  return x;
}

// A sum and how far from it a sum in another order may be
struct PlainSum {
  long double total = 0, size = 0;
  Index terms = 0;
  void add(long double term) {
    total += term;
    size += std::abs(term);
    ++terms;
  }
  void expect(double found, const char* what, Index at) const {
    const double allowed =
        static_cast<double>(size) * rounding_per_term * static_cast<double>(terms);
    EXPECT_NEAR(found, static_cast<double>(total), allowed) << what << " " << at;
  }
};

void expect_scores(const Items& items) {
  const Numbers w = samples(1, items.num_features());
  Numbers f(items.size(), std::nan(""));  // written, not added to
  dense_rows::score(items, w, f);
  for (Index i = 0; i < items.size(); ++i) {
    PlainSum wanted;
    for (Index j = 0; j < items.num_features(); ++j)
      wanted.add(static_cast<long double>(w[j]) * items.row(i)[j]);
    wanted.expect(f[i], "score", i);
  }
}

void expect_gradient(const Items& items) {
  constexpr double before = 0.5, guard = 7;
  const Numbers df = samples(2, items.size());
  Numbers memory(items.num_features() + 2, before);
  memory.front() = memory.back() = guard;
  const std::span dw = std::span(memory).subspan(1, items.num_features());
  dense_rows::add_gradient(items, df, dw);
  for (Index j = 0; j < items.num_features(); ++j) {
    PlainSum wanted;
    wanted.add(before);
    for (Index i = 0; i < items.size(); ++i)
      wanted.add(static_cast<long double>(df[i]) * items.row(i)[j]);
    wanted.expect(dw[j], "slope", j);
  }
  EXPECT_EQ(memory.front(), guard);
  EXPECT_EQ(memory.back(), guard);
}

// Whatever the kernels treat apart: tails of features, rows left over, gaps, odd addresses
template <class Visit>
void for_each_shape(Visit&& visit) {
  for (Index features = 1; features <= 70; ++features)
    for (Index rows = 1; rows <= 15; ++rows)
      for (const Index gap : {0, 1, 6})
        for (const Index offset : {0, 1}) {
          visit(Shape{features, rows, features + gap, offset});
          if (testing::Test::HasFailure()) return;  // all of them would fill a disk
        }
}

// More than 1 MiB, so that a block of rows does not stay in the cache
const Shape large = {.features = 136, .rows = 2500, .stride = 137, .offset = 1};
static_assert(136 * 2500 * sizeof(float) > 1 << 20);

TEST(DenseRows, ScoresAgreeWithTheDefinitionAtEverySize) {
  for_each_shape([](const Shape& shape) {
    SCOPED_TRACE(name(shape));
    expect_scores(Rows(shape).items());
  });
}

TEST(DenseRows, GradientAgreesWithTheDefinitionAtEverySize) {
  for_each_shape([](const Shape& shape) {
    SCOPED_TRACE(name(shape));
    expect_gradient(Rows(shape).items());
  });
}

TEST(DenseRows, LargeBlocksAgreeWithTheDefinition) {
  expect_scores(Rows(large).items());
  expect_gradient(Rows(large).items());
}

// Results of calls on `step` rows each; `hint` says what follows in memory.
struct Passes {
  Numbers f, dw;
  bool operator==(const Passes&) const = default;
};

Passes in_steps(const Rows& rows, const Shape& shape, Index step, bool hint) {
  const Numbers w = samples(3, shape.features), df = samples(4, shape.rows);
  Passes result{Numbers(shape.rows), samples(5, shape.features)};
  for (Index first = 0; first < shape.rows; first += step) {
    const Index count = std::min(step, shape.rows - first);
    const Items items = rows.part(first, count, hint ? shape.rows - first - count : 0);
    dense_rows::score(items, w, std::span(result.f).subspan(first, count));
    dense_rows::add_gradient(items, std::span(df).subspan(first, count), result.dw);
  }
  return result;
}

void expect_same_bits(const Shape& shape) {
  SCOPED_TRACE(name(shape));
  const Rows rows(shape);
  const Passes at_once = in_steps(rows, shape, shape.rows, false);
  for (const Index step : {1, 2, 5, 7})
    for (const bool hint : {false, true})
      EXPECT_TRUE(in_steps(rows, shape, step, hint) == at_once) << step << " by " << step;
}

TEST(DenseRows, BitsDependOnNeitherTheCutNorTheHint) {
  for (Index features = 1; features <= 70; ++features)
    for (const Index gap : {0, 3}) expect_same_bits({features, 15, features + gap, gap % 2});
  expect_same_bits(large);
}

TEST(DenseRows, BitsDoNotDependOnTheAddress) {
  for (Index features = 1; features <= 70; ++features) {
    const Shape even = {features, 15, features, 0}, odd = {features, 15, features + 5, 1};
    EXPECT_TRUE(in_steps(Rows(even), even, 15, false) == in_steps(Rows(odd), odd, 15, false))
        << features;
  }
}

TEST(DenseRows, NoRowsHaveNoGradient) {
  const Items none = Items::dense(nullptr, 3, 0, 3);
  const Numbers w(3, 1.0);
  Numbers dw = w;
  dense_rows::score(none, w, {});
  dense_rows::add_gradient(none, {}, dw);
  EXPECT_EQ(dw, w);
}

}  // namespace
}  // namespace fubini::dense_rows_test
