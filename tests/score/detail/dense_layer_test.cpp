// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/detail/dense_layer.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/items.hpp"
#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace fubini::dense_layer_test {
namespace {

using Numbers = std::vector<double>;

// A sum of n terms in any order is wrong by at most n roundings of the sum of their sizes, and each
// term may be rounded once more.
constexpr double rounding_per_term = std::numeric_limits<double>::epsilon();

struct Sizes {
  Index outputs, features, rows;
};

std::string name(const Sizes& s) {
  return std::to_string(s.outputs) + " outputs, " + std::to_string(s.features) + " features, " +
         std::to_string(s.rows) + " rows";
}

template <class Visit>
void for_each_sizes(Visit&& visit) {
  std::vector<Index> outputs(40);
  std::iota(outputs.begin(), outputs.end(), Index{1});
  outputs.insert(outputs.end(), {64, 65});
  for (const Index h : outputs)
    for (const Index features : {1, 7, 8, 49, 100})
      for (Index rows = 1; rows <= 14; ++rows) {
        visit(Sizes{h, features, rows});
        if (testing::Test::HasFailure()) return;  // all of them would fill a disk
      }
}

// Rows in memory that ends behind the last feature of the last row, where the address sanitizer
// watches; between the rows stands what spoils every sum.
struct Rows {
  Rows(const Sizes& sizes, Index gap, Index offset)
      : memory(offset + (sizes.rows - 1) * (sizes.features + gap) + sizes.features, std::nanf("")),
        items(Items::dense(memory.data() + offset, sizes.features + gap, sizes.rows,
                           sizes.features)) {
    Draws draws(1, sizes.features);
    for (Index i = 0; i < sizes.rows; ++i)
      for (Index j = 0; j < sizes.features; ++j)
        memory[offset + i * items.stride() + j] = static_cast<float>(draws.between(-1, 1));
  }
  Rows(const Rows&) = delete;  // items point into the memory
  std::vector<float> memory;
  Items items;
};

Numbers samples(std::uint64_t stream, Index count) {
  Draws draws(2, stream);
  Numbers x(count);
  for (double& y : x) y = draws.between(-1, 1);
  return x;
}

// found against start + the sum over k < count of term(k)
template <class Term>
void expect_sum(double found, double start, Index count, Term&& term) {
  long double total = start, size = std::abs(start);
  for (Index k = 0; k < count; ++k) {
    const long double x = term(k);
    total += x;
    size += std::abs(x);
  }
  const double terms = static_cast<double>(count + 1);
  EXPECT_NEAR(found, static_cast<double>(total),
              static_cast<double>(size) * rounding_per_term * terms);
}

void expect_outputs(const Sizes& n, const Items& items) {
  const Numbers w = samples(1, n.outputs * n.features), before = samples(2, n.outputs * n.rows);
  Numbers z = before;
  dense_layer::add_outputs(items, w.data(), n.outputs, z.data());
  for (Index i = 0; i < n.rows; ++i)
    for (Index h = 0; h < n.outputs; ++h)
      expect_sum(z[i * n.outputs + h], before[i * n.outputs + h], n.features, [&](Index j) {
        return static_cast<long double>(w[j * n.outputs + h]) * items.row(i)[j];
      });
}

void expect_gradient(const Sizes& n, const Items& items) {
  const Numbers dz = samples(3, n.outputs * n.rows), before = samples(4, n.outputs * n.features);
  Numbers dw = before;
  dense_layer::add_gradient(items, dz.data(), n.outputs, dw.data());
  for (Index j = 0; j < n.features; ++j)
    for (Index h = 0; h < n.outputs; ++h)
      expect_sum(dw[j * n.outputs + h], before[j * n.outputs + h], n.rows, [&](Index i) {
        return static_cast<long double>(dz[i * n.outputs + h]) * items.row(i)[j];
      });
}

TEST(DenseLayer, OutputsAgreeWithTheDefinitionAtEverySize) {
  for_each_sizes([](const Sizes& sizes) {
    SCOPED_TRACE(name(sizes));
    expect_outputs(sizes, Rows(sizes, sizes.rows % 3, 0).items);
  });
}

TEST(DenseLayer, GradientAgreesWithTheDefinitionAtEverySize) {
  for_each_sizes([](const Sizes& sizes) {
    SCOPED_TRACE(name(sizes));
    expect_gradient(sizes, Rows(sizes, sizes.rows % 3, 0).items);
  });
}

TEST(DenseLayer, TakesRowsAtOddAddresses) {
  for (const Index outputs : {1, 8, 13})
    for (const Index features : {1, 8, 49}) {
      const Sizes sizes = {outputs, features, 9};
      SCOPED_TRACE(name(sizes));
      const Rows rows(sizes, 0, 1);
      expect_outputs(sizes, rows.items);
      expect_gradient(sizes, rows.items);
    }
}

TEST(DenseLayer, ManyRowsAgreeWithTheDefinition) {
  const Sizes sizes = {33, 136, 700};  // far more than fits a cache of the first level
  const Rows rows(sizes, 1, 0);
  expect_outputs(sizes, rows.items);
  expect_gradient(sizes, rows.items);
}

using Pass = void (*)(const Items&, const double*, Index, double*);

// What a pass adds to `before`, with its arrays `shift` doubles behind a cache line; and around the
// result nothing changes.
Numbers shifted(Pass pass, const Items& items, Index outputs, const Numbers& from,
                const Numbers& before, Index shift) {
  constexpr double guard = 7;
  AlignedVector<double> source(shift), result(shift, guard);
  source.insert(source.end(), from.begin(), from.end());
  result.insert(result.end(), before.begin(), before.end());
  result.insert(result.end(), 8, guard);
  pass(items, source.data() + shift, outputs, result.data() + shift);
  for (Index k = 0; k < shift; ++k) EXPECT_EQ(result[k], guard);
  for (std::size_t k = shift + before.size(); k < result.size(); ++k) EXPECT_EQ(result[k], guard);
  return {result.begin() + shift, result.end() - 8};
}

TEST(DenseLayer, BitsDoNotDependOnTheAddress) {
  for_each_sizes([](const Sizes& n) {
    if (n.rows != 5 && n.rows != 14) return;  // addresses of rows and of numbers are all that moves
    SCOPED_TRACE(name(n));
    const Rows even(n, 0, 0), odd(n, 3, 1);
    const Numbers weights = samples(5, n.outputs * n.features), z = samples(6, n.outputs * n.rows);
    for (const auto& [pass, from, before] :
         {std::tuple<Pass, Numbers, Numbers>{dense_layer::add_outputs, weights, z},
          {dense_layer::add_gradient, z, weights}})
      for (const Index shift : {1, 4})
        EXPECT_EQ(shifted(pass, odd.items, n.outputs, from, before, shift),
                  shifted(pass, even.items, n.outputs, from, before, 0));
  });
}

}  // namespace
}  // namespace fubini::dense_layer_test
