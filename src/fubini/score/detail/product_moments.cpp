// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/detail/product_moments.hpp"

#include "fubini/core/memory.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/score/detail/row_runs.hpp"

#include <Eigen/Core>

#include <algorithm>

namespace fubini::detail {
namespace {

using Matrix = Eigen::MatrixXd;

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

void for_each_product(const Dataset& data, const Standardisation& features, int threads,
                      const std::function<void(Index, Index, const ProductMoments&)>& visit) {
  const Index size = data.num_features();
  constexpr Index kMostNumbers = Index{1} << 23;  // in all partial sums: 64 MiB
  const Standardiser standardiser(data, features);
  const std::vector<Index> runs =
      runs_of(data, std::clamp<Index>(kMostNumbers / (3 * size * size), 1, 4));
  check_memory("scorer products",
               "moments of all products of " + std::to_string(size) + " features",
               8 * 3.0 * static_cast<double>(runs.size()) * static_cast<double>(size) *
                   static_cast<double>(size),
               "fewer features, or pairs by name as in products:1x3,2x2");
  std::vector<Sums> parts(runs.size() - 1, Sums(0));
  for_each_in_parallel(std::ssize(parts), threads,
                       [&](Index k) { parts[k] = standardiser.sums(runs[k], runs[k + 1]); });
  for (std::size_t k = 1; k < parts.size(); ++k) parts[0].add(parts[k]);

  const auto rows = static_cast<double>(data.num_rows());
  ProductMoments moments{.grade_variance = standardiser.grade_variance()};
  for (Index a = 0; a < size; ++a)
    for (Index b = a; b < size; ++b) {
      moments.mean = parts[0].product(b, a) / rows;
      moments.variance = parts[0].square(b, a) / rows - moments.mean * moments.mean;
      moments.covariance = parts[0].with_grade(b, a) / rows;
      visit(a, b, moments);
    }
}

}  // namespace fubini::detail
