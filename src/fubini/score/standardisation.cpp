// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/standardisation.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <string>

namespace fubini {
namespace {

using Matrix = Eigen::MatrixXd;

// Queries in at most so many runs of about the same number of rows, whatever the threads
std::vector<Index> runs_of(const Dataset& data, Index most) {
  constexpr Index kFewest = 4096;
  const Index rows = std::max(kFewest, (data.num_rows() + most - 1) / most);
  std::vector<Index> begin = {0};
  for (Index q = 1; q < data.num_queries(); ++q)
    if (data.first_row(q) - data.first_row(begin.back()) >= rows) begin.push_back(q);
  begin.push_back(data.num_queries());
  return begin;
}

// The sum over rows of term(j, x), feature by feature; sparse rows have the terms they store.
template <class Term>
std::vector<double> sum_features(const Dataset& data, int threads, const Term& term) {
  constexpr Index kMostRuns = 64;
  const std::vector<Index> runs = runs_of(data, kMostRuns);
  std::vector<std::vector<double>> parts(runs.size() - 1);
  for_each_in_parallel(std::ssize(parts), threads, [&](Index k) {
    std::vector<double> sum(data.num_features(), 0.0);
    for (Index q = runs[k]; q < runs[k + 1]; ++q) {
      const Items items = data.query(q).items;
      for (Index i = 0; i < items.size(); ++i)
        items.for_each_feature(i, [&](Index j, double x) { sum[j] += term(j, x); });
    }
    parts[k] = std::move(sum);
  });
  std::vector<double> total(data.num_features(), 0.0);
  for (const auto& part : parts)
    for (std::size_t j = 0; j < total.size(); ++j) total[j] += part[j];
  return total;
}

// What is summed over rows for products of standardised features z; lower triangles
struct Sums {
  explicit Sums(Index size)
      : product(Matrix::Zero(size, size)),
        square(Matrix::Zero(size, size)),
        with_grade(Matrix::Zero(size, size)) {}

  // Items in columns; grades less their mean
  void add(const Matrix& z, const Eigen::VectorXd& grades) {
    product.selfadjointView<Eigen::Lower>().rankUpdate(z);
    square.selfadjointView<Eigen::Lower>().rankUpdate(z.cwiseAbs2());
    const Matrix weighted = z * grades.asDiagonal();
    with_grade.triangularView<Eigen::Lower>() += weighted * z.transpose();
  }
  void add(const Sums& other) {
    product += other.product;
    square += other.square;
    with_grade += other.with_grade;
  }

  Matrix product, square, with_grade;
};

class Standardiser {
 public:
  Standardiser(const Dataset& data, const Standardisation& features)
      : data_(data), features_(features) {
    for (Index q = 0; q < data.num_queries(); ++q)
      for (const double grade : data.query(q).grades) mean_grade_ += grade;
    mean_grade_ /= static_cast<double>(std::max<Index>(data.num_rows(), 1));
  }

  // The sums over queries [begin, end), block by block
  Sums sums(Index begin, Index end) const {
    constexpr Index kBlock = 256;  // rows that stay in cache while they are multiplied
    const Index size = data_.num_features();
    Sums total(size);
    Matrix z(size, kBlock);
    Eigen::VectorXd grades(kBlock);
    Index filled = 0;
    const auto flush = [&] {
      if (filled > 0) total.add(z.leftCols(filled), grades.head(filled));
      filled = 0;
    };
    for (Index q = begin; q < end; ++q) {
      const Query query = data_.query(q);
      for (Index i = 0; i < query.items.size(); ++i) {
        fill(query.items, i, z.col(filled));
        grades[filled] = query.grades[i] - mean_grade_;
        if (++filled == kBlock) flush();
      }
    }
    flush();
    return total;
  }

  double grade_variance() const {
    double sum = 0;
    for (Index q = 0; q < data_.num_queries(); ++q)
      for (const double grade : data_.query(q).grades)
        sum += (grade - mean_grade_) * (grade - mean_grade_);
    return sum / static_cast<double>(std::max<Index>(data_.num_rows(), 1));
  }

 private:
  void fill(const Items& items, Index i, Eigen::Ref<Eigen::VectorXd> z) const {
    for (Index j = 0; j < z.size(); ++j) z[j] = -features_.mean[j] / features_.scale[j];
    items.for_each_feature(i, [&](Index j, double x) { z[j] += x / features_.scale[j]; });
  }

  const Dataset& data_;
  const Standardisation& features_;
  double mean_grade_ = 0;
};

}  // namespace

Standardisation standardisation_of(const Dataset& data, int threads) {
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError("standardisation_of: the data has no features; wanted feature rows");
  const auto rows = static_cast<double>(std::max<Index>(data.num_rows(), 1));
  Standardisation result;
  result.mean = sum_features(data, threads, [](Index, double x) { return x; });
  for (double& mean : result.mean) mean /= rows;
  const auto& mean = result.mean;
  result.scale =
      sum_features(data, threads, [&](Index j, double x) { return (x - mean[j]) * (x - mean[j]); });
  const std::vector<double> stored = sum_features(data, threads, [](Index, double) { return 1.0; });
  for (std::size_t j = 0; j < mean.size(); ++j) {
    const double squares = result.scale[j] + (rows - stored[j]) * mean[j] * mean[j];
    const double scale = std::sqrt(squares / rows);
    // What rounding leaves of a constant feature is no spread.
    const bool constant = scale <= 1e-7 * std::abs(mean[j]);
    result.scale[j] = constant || scale == 0 ? 1 : scale;
  }
  return result;
}

Pairs select_products(const Dataset& data, double threshold, Standardisation& features,
                      int threads) {
  const Index size = data.num_features();
  if (size > kMostProductFeatures)
    throw ArgumentError("second-order features: the data has " + std::to_string(size) +
                        " features; wanted at most " + std::to_string(kMostProductFeatures));
  if (!(threshold >= 0) || threshold >= 1)
    throw ArgumentError("second-order features: threshold is " + format_double(threshold) +
                        "; wanted a number from 0 to below 1");
  constexpr Index kMostNumbers = Index{1} << 23;  // in all partial sums: 64 MiB
  const Standardiser standardiser(data, features);
  const std::vector<Index> runs =
      runs_of(data, std::clamp<Index>(kMostNumbers / (3 * size * size), 1, 4));
  std::vector<Sums> parts(runs.size() - 1, Sums(0));
  for_each_in_parallel(std::ssize(parts), threads,
                       [&](Index k) { parts[k] = standardiser.sums(runs[k], runs[k + 1]); });
  for (std::size_t k = 1; k < parts.size(); ++k) parts[0].add(parts[k]);

  const auto rows = static_cast<double>(data.num_rows());
  const double grades = standardiser.grade_variance();
  Pairs pairs;
  features.product_scale.clear();
  for (Index a = 0; a < size; ++a)
    for (Index b = a; b < size; ++b) {
      const double mean = parts[0].product(b, a) / rows;
      const double variance = parts[0].square(b, a) / rows - mean * mean;
      const double covariance = parts[0].with_grade(b, a) / rows;
      // A product that hardly varies beside its own size is rounding.
      if (!(variance > 1e-12 * (mean * mean + 1e-12)) || !(grades > 0)) continue;
      if (std::abs(covariance) <= threshold * std::sqrt(variance * grades)) continue;
      pairs.emplace_back(a, b);
      features.product_scale.push_back(std::sqrt(variance));
    }
  if (pairs.empty())
    throw ArgumentError(
        "second-order features: no product has a correlation with the grade above " +
        format_double(threshold) + "; wanted a lower threshold");
  return pairs;
}

}  // namespace fubini
