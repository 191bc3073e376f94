// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/every.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/check/cases.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

// Potentials of one's own in the forms that have exact sums, and what must hold of every form.
namespace fubini {

constexpr double kExact = 1e-12;

// The engine of the form against all subsets, one by one
template <class P>
void expect_sum_over_all_subsets(const P& potential = {}) {
  const pmop<P> model{potential};
  const pmop<any_subset<P>> all{{potential}};
  const std::size_t num_ties = model.tie_parameters().size();
  for (const Index n : {1, 2, 3, 5, 9, 13, 16})
    for (const check::Spread spread : {check::Spread::ordinary, check::Spread::wide}) {
      const check::Case one =
          check::make_case({.num_items = n, .spread = spread, .num_ties = num_ties}, 3, n);
      const auto exact = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
      const auto subsets = log_likelihood_gradient(all, one.ranking, one.scores, one.ties);
      EXPECT_LE(check::value_error(exact.value, subsets.value), kExact) << describe(one);
      EXPECT_LE(check::gradient_error(exact, subsets), kExact) << describe(one);
      const double defined =
          model.template log_likelihood<double>(one.ranking, one.scores, one.ties);
      EXPECT_LE(check::value_error(defined, subsets.value), kExact) << describe(one);
    }
}

// The gradient by hand against 50 digits and against autodiff, in five buckets
template <class P>
void expect_right_far_out(Index most, const P& potential = {}) {
  const auto model = in_every_arithmetic(pmop<P>{potential});
  const std::size_t num_ties = model.plain.tie_parameters().size();
  for (const Index n : {Index{7}, Index{24}, most})
    for (const check::Spread spread :
         {check::Spread::ordinary, check::Spread::equal, check::Spread::wide}) {
      const check::Case one = check::make_case({.num_items = n,
                                                .shape = check::Shape::five_buckets,
                                                .spread = spread,
                                                .num_ties = num_ties},
                                               5, n);
      const auto found = log_likelihood_gradient(model.plain, one.ranking, one.scores, one.ties);
      const auto truth = in_fifty_digits(model.digits, one.ranking, one.scores, one.ties);
      EXPECT_LE(check::value_error(found.value, truth.value.high), kExact) << n;
      EXPECT_LE(check::gradient_error(found, truth), kExact) << n;
      ValueAndGradient automatic{0, std::vector<double>(one.scores.size()),
                                 std::vector<double>(one.ties.size())};
      automatic.value = reverse_gradient(model.autodiff.reverse, one.ranking, one.scores, one.ties,
                                         {automatic.scores, automatic.ties});
      EXPECT_LE(check::gradient_error(found, automatic), kExact) << n;
    }
}

// What a wrong slope of the small function comes to: the comparisons above must see it.
template <class P>
double error_by_subsets(const P& potential = {}) {
  const pmop<P> model{potential};
  const check::Case one =
      check::make_case({.num_items = 8, .num_ties = model.tie_parameters().size()}, 3, 1);
  const auto found = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  const auto truth = in_fifty_digits(define<Digits>(model), one.ranking, one.scores, one.ties);
  return check::gradient_error(found, truth);
}

}  // namespace fubini
