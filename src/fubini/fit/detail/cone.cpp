// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/cone.hpp"

#include <cstddef>

namespace fubini {
namespace {

// Farkas: there is no such v if and only if -goal is a sum of rows with weights >= 0. Phase 1 of the
// simplex method looks for these weights; its prices, as long as weights are wanting, are a v with
// goal v > 0. Rows of the tableau with a negative right-hand side are turned (goal >= 0).
class Programme {
 public:
  explicit Programme(const Fractions& goal)
      : n_(goal.size()), rows_(n_, Fractions(n_ + 1, 0)), wanting_(n_, true), turned_(n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      turned_[i] = goal[i] > 0;
      rows_[i][0] = goal[i];
      rows_[i][i + 1] = 1;
    }
  }

  // Nothing is wanting: -goal is such a sum.
  bool complete() const {
    for (std::size_t i = 0; i < n_; ++i)
      if (wanting_[i] && rows_[i][0] > 0) return false;
    return true;
  }

  Fractions v() const {
    Fractions result(n_, 0);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; wanting_[i] && j < n_; ++j) result[j] -= rows_[i][j + 1];
    for (std::size_t j = 0; j < n_; ++j)
      if (turned_[j]) result[j] = -result[j];
    return result;
  }

  void take(Fractions row) {
    for (std::size_t j = 0; j < n_; ++j)
      if (turned_[j]) row[j] = -row[j];
    Fractions column(n_, 0);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        if (row[j] != 0) column[i] += rows_[i][j + 1] * row[j];
    const std::size_t out = leaving(column);
    for (Fraction& x : rows_[out]) x /= column[out];
    for (std::size_t i = 0; i < n_; ++i)
      if (i != out && column[i] != 0)
        for (std::size_t j = 0; j <= n_; ++j)
          if (rows_[out][j] != 0) rows_[i][j] -= column[i] * rows_[out][j];
    wanting_[out] = false;
  }

 private:
  // The row whose entries, divided by its entry in the column, come first in the dictionary
  std::size_t leaving(const Fractions& column) const {
    std::size_t best = n_;
    for (std::size_t i = 0; i < n_; ++i)
      if (column[i] > 0 && (best == n_ || before(i, best, column))) best = i;
    return best;
  }
  bool before(std::size_t i, std::size_t k, const Fractions& column) const {
    for (std::size_t j = 0; j <= n_; ++j) {
      const Fraction x = rows_[i][j] * column[k], y = rows_[k][j] * column[i];
      if (x != y) return x < y;
    }
    return false;
  }

  std::size_t n_;
  std::vector<Fractions> rows_;  // right-hand side, then the inverse of the basis
  std::vector<bool> wanting_;    // an artificial variable is in the basis
  std::vector<bool> turned_;
};

}  // namespace

std::optional<Fractions> find_in_cone(
    const Fractions& goal,
    const std::function<std::optional<Fractions>(const Fractions& v)>& violated) {
  Programme programme(goal);
  while (!programme.complete()) {
    Fractions v = programme.v();
    std::optional<Fractions> row = violated(v);
    if (!row) return v;
    programme.take(std::move(*row));
  }
  return {};
}

}  // namespace fubini
