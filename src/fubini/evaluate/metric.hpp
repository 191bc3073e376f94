// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/names.hpp"
#include "fubini/evaluate/conventions.hpp"
#include "fubini/evaluate/pair_counts.hpp"
#include "fubini/evaluate/positions.hpp"

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

// A metric, in one sentence: given a query's grades and scores, return how well the scores rank, or
// NaN if the query has no value. It is a small value in a file of its own, NAME.hpp with struct
// fubini::NAME, and --metrics NAME then measures it:
//
//   struct NAME {
//     double value(const Judged& query, const Conventions& conventions) const;
//   };
//
// Optional:
//   Index cutoff = 0;                                   // a member: NAME@5 sets it; 0 is all
//   static constexpr auto description = "one line";
//   static constexpr bool by_position = false;          // takes any grades, not only those from 0
//   std::string wants(double grade, const Conventions&) const;   // "" if it can use this grade
//   static std::string says(const Conventions&);        // what it depends on, in words
//   static constexpr auto tied_scores = "1/2";          // what tied scores count, if not by position
//   static constexpr double empty = 0;                  // of queries without a value, if they count
namespace fubini {

// One query as metrics see it: the i-th grade and the i-th score are of the same item. What several
// metrics need is computed once.
class Judged {
 public:
  Judged(std::span<const double> grades, std::span<const double> scores, TiedScores ties)
      : grades_(grades), scores_(scores), ties_(ties) {}

  std::span<const double> grades() const { return grades_; }
  std::span<const double> scores() const { return scores_; }

  // By decreasing score
  const SortedGrades& sorted() const {
    if (!sorted_) sorted_ = sort_by_score(grades_, scores_, ties_);
    return *sorted_;
  }
  const PairCounts& pairs() const {
    if (!pairs_) pairs_ = count_pairs(grades_, scores_);
    return *pairs_;
  }

 private:
  std::span<const double> grades_, scores_;
  TiedScores ties_;
  mutable std::optional<SortedGrades> sorted_;
  mutable std::optional<PairCounts> pairs_;
};

template <class M>
concept GenericMetric = std::copyable<M> &&
    requires(const M& metric, const Judged& query, const Conventions& conventions) {
  { metric.value(query, conventions) } -> std::convertible_to<double>;
};

// Any metric, as a value.
class Metric {
 public:
  template <class M>
  requires(!std::same_as<M, Metric> && GenericMetric<M>) Metric(M metric)
      : name_(type_name<M>()),
        value_([metric](const Judged& query, const Conventions& by) -> double {
          return metric.value(query, by);
        }) {
    if constexpr (requires { metric.cutoff; })
      if (metric.cutoff > 0) name_ += "@" + std::to_string(metric.cutoff);
    if constexpr (requires { M::by_position; }) by_position_ = M::by_position;
    if constexpr (requires { M::tied_scores; }) tied_scores_ = M::tied_scores;
    if constexpr (requires { M::empty; }) empty_ = M::empty;
    if constexpr (requires(const Conventions& by) { metric.wants(1.0, by); })
      wants_ = [metric](double grade, const Conventions& by) { return metric.wants(grade, by); };
    if constexpr (requires(const Conventions& by) { M::says(by); }) says_ = &M::says;
  }

  const std::string& name() const { return name_; }  // "ndcg@5"
  bool by_position() const { return by_position_; }
  const std::string& tied_scores() const { return tied_scores_; }
  std::optional<double> empty() const { return empty_; }
  double value(const Judged& query, const Conventions& conventions) const {
    return value_(query, conventions);
  }
  std::string wants(double grade, const Conventions& conventions) const {
    return wants_ ? wants_(grade, conventions) : "";
  }
  std::string says(const Conventions& conventions) const { return says_ ? says_(conventions) : ""; }

  bool operator==(const Metric& other) const { return name_ == other.name_; }

 private:
  std::string name_, tied_scores_;
  bool by_position_ = true;
  std::optional<double> empty_;
  std::function<double(const Judged&, const Conventions&)> value_;
  std::function<std::string(double, const Conventions&)> wants_;
  std::function<std::string(const Conventions&)> says_;
};

}  // namespace fubini
