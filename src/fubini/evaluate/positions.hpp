// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"
#include "fubini/evaluate/conventions.hpp"

#include <span>
#include <string>
#include <vector>

// Metrics by position. The calls assume checked arguments; evaluate.hpp checks them.
namespace fubini {

// The grades of a query by decreasing score. Groups of tied scores are ranges whose order is still
// open: TiedScores::average keeps them, otherwise every item is a group of its own.
struct SortedGrades {
  std::vector<double> grades;
  std::vector<Index> group_ends;
  std::vector<double> best;  // the grades, decreasing
};

SortedGrades sort_by_score(std::span<const double> grades, std::span<const double> scores,
                           TiedScores ties);

double gain_of(double grade, Gain gain);

// For metrics of gains: what they want of this grade, and their conventions in words.
std::string gain_wanted(double grade, const Conventions& conventions);
std::string gain_in_words(const Conventions& conventions);
std::string relevance_in_words(const Conventions& conventions);

// Expectations over the orders inside groups; a cutoff of 0 is none. NaN if the query has no value
// (dcg: no item has a gain).
double dcg_at(const SortedGrades& sorted, Index cutoff, Gain gain);
double ndcg_at(const SortedGrades& sorted, Index cutoff, Gain gain);
double err_at(const SortedGrades& sorted, Index cutoff, double max_grade);
double average_precision(const SortedGrades& sorted, double relevant_above);
double reciprocal_rank(const SortedGrades& sorted, Index cutoff, double relevant_above);

}  // namespace fubini
