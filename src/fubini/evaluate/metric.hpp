// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/names.hpp"
#include "fubini/evaluate/conventions.hpp"
#include "fubini/evaluate/pair_counts.hpp"
#include "fubini/evaluate/positions.hpp"

#include <concepts>
#include <memory>
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

struct MetricInfo {
  std::string name, description;  // "ndcg@5"
  bool by_position = true;
  std::string tied_scores;
  std::optional<double> empty;
};

// Any metric, as a value.
class Metric {
 public:
  template <GenericMetric M>
  Metric(M metric) : self_(std::make_shared<const Holder<M>>(std::move(metric))) {}

  const MetricInfo& info() const { return self_->info; }
  const std::string& name() const { return info().name; }
  double value(const Judged& query, const Conventions& conventions) const {
    return self_->value(query, conventions);
  }
  std::string wants(double grade, const Conventions& conventions) const {
    return self_->wants(grade, conventions);
  }
  std::string says(const Conventions& conventions) const { return self_->says(conventions); }

  bool operator==(const Metric& other) const { return name() == other.name(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual double value(const Judged&, const Conventions&) const = 0;
    virtual std::string wants(double, const Conventions&) const = 0;
    virtual std::string says(const Conventions&) const = 0;
    MetricInfo info;
  };
  template <class M>
  struct Holder final : Interface {
    explicit Holder(M m) : metric(std::move(m)) {
      MetricInfo& info = this->info;
      info.name = std::string(type_name<M>());
      if constexpr (requires { metric.cutoff; })
        if (metric.cutoff > 0) info.name += "@" + std::to_string(metric.cutoff);
      if constexpr (requires { M::description; }) info.description = M::description;
      if constexpr (requires { M::by_position; }) info.by_position = M::by_position;
      if constexpr (requires { M::tied_scores; }) info.tied_scores = M::tied_scores;
      if constexpr (requires { M::empty; }) info.empty = M::empty;
    }
    double value(const Judged& query, const Conventions& conventions) const override {
      return metric.value(query, conventions);
    }
    std::string wants([[maybe_unused]] double grade,
                      [[maybe_unused]] const Conventions& conventions) const override {
      if constexpr (requires { metric.wants(grade, conventions); })
        return metric.wants(grade, conventions);
      else
        return "";
    }
    std::string says([[maybe_unused]] const Conventions& conventions) const override {
      if constexpr (requires { M::says(conventions); })
        return M::says(conventions);
      else
        return "";
    }
    M metric;
  };

  std::shared_ptr<const Interface> self_;
};

}  // namespace fubini
