// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/names.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/laws.hpp"
#include "fubini/model/recession.hpp"

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A model, in one sentence: given a query's ranking, the scores of its items in bucket order and
// the tie parameters, return the log-likelihood and, where asked, add its derivative with respect
// to both. It is a small value in a file of its own, models/NAME.hpp:
//
//   struct NAME {
//     std::vector<std::string> tie_parameters() const;       // their names; {} for none
//     template <class T>                                     // the definition: any scalar
//     T log_likelihood(const Ranking& r, std::span<const T> f, std::span<const T> ties) const;
//   };
//
// That is enough. Optional:
//   double log_likelihood(const Ranking& r, std::span<const double> f,
//                         std::span<const double> ties, Gradient g) const;       // by hand
//   static constexpr auto description = "one line";
//   static constexpr auto cost = Cost::n;                   // of value and gradient by hand
//   static constexpr auto kind = Kind::loss;                 // not a probability: value = -loss
//   members with defaults, listed in static constexpr auto options (see options.hpp)
//   void check() const;                                      // throws ArgumentError on bad options
//   Laws laws() const;                                       // what it promises: see laws.hpp
//   Recession recession() const;                             // far out: see recession.hpp
//   Index largest_bucket() const;                            // larger ones have probability 0;
//                                                            // all else has a finite value
//   static std::string options_for(std::span<const Index> bucket_sizes);   // "max_order=4":
//                                                            // what to fit such data with
//   static constexpr Accuracy accuracy{1e-11, "why"};        // if it loses digits
namespace fubini {

enum class Kind { probability, loss };

// How value and gradient grow with the number of items.
enum class Cost { unknown, n, n_log_n, n_squared, n_cubed, exponential };
std::string in_words(Cost cost);  // "n log n"; "" if unknown

// Where a model adds its derivatives.
struct Gradient {
  std::span<double> scores;
  std::span<double> ties;
};

template <class M>
concept GenericModel = std::copyable<M> &&
    requires(const M& model, const Ranking& ranking, std::span<const double> x) {
  { model.tie_parameters() } -> std::convertible_to<std::vector<std::string>>;
  { model.template log_likelihood<double>(ranking, x, x) } -> std::same_as<double>;
};

template <class M>
concept HandGradient = GenericModel<M> &&
    requires(const M& model, const Ranking& ranking, std::span<const double> x, Gradient g) {
  { model.log_likelihood(ranking, x, x, g) } -> std::same_as<double>;
};

// The value alone, by the hand kernel where there is one (it may be of a lower order than the
// definition).
template <GenericModel M>
double value_by_hand(const M& model, const Ranking& ranking, std::span<const double> f,
                     std::span<const double> ties) {
  if constexpr (HandGradient<M>) {
    std::vector<double> unused(f.size() + ties.size());
    const std::span<double> all(unused);
    return model.log_likelihood(ranking, f, ties,
                                Gradient{all.first(f.size()), all.subspan(f.size())});
  } else {
    return model.template log_likelihood<double>(ranking, f, ties);
  }
}

// The model, if its options are usable.
template <GenericModel M>
M checked(M model) {
  if constexpr (requires { model.check(); }) model.check();
  return model;
}

template <GenericModel M>
Index largest_bucket_of([[maybe_unused]] const M& model) {
  if constexpr (requires { model.largest_bucket(); }) return model.largest_bucket();
  return 0;
}

struct ModelInfo {
  std::string name;
  Kind kind = Kind::probability;
  Cost cost = Cost::unknown;
  std::string description;
  bool declares_laws = false;
  Laws laws;
  Recession recession;
  Accuracy accuracy;
  Index largest_bucket = 0;  // 0: any
};

template <GenericModel M>
ModelInfo model_info([[maybe_unused]] const M& model) {
  ModelInfo info;
  if constexpr (requires { M::model_name(); })
    info.name = M::model_name();
  else
    info.name = type_name<M>();
  if constexpr (requires { M::kind; }) info.kind = M::kind;
  if constexpr (requires { M::accuracy; }) info.accuracy = M::accuracy;
  info.largest_bucket = largest_bucket_of(model);
  if constexpr (requires { model.laws(); }) {
    info.declares_laws = true;
    info.laws = model.laws();
  }
  if constexpr (requires { model.recession(); }) info.recession = model.recession();
  if constexpr (requires { M::cost; }) info.cost = M::cost;
  if constexpr (requires { M::description; }) info.description = std::string(M::description);
  return info;
}

// Throws ArgumentError unless the ranking, the scores and the tie parameters go together and every
// number is finite. Called once at the border; kernels assume it.
void check_arguments(std::string_view model, const std::vector<std::string>& tie_parameters,
                     const Ranking& ranking, std::span<const double> f,
                     std::span<const double> ties);

// Whether a bucket has more items than the model's largest one (0: any number): then, and only then,
// the log-likelihood is -infinity, and there is no gradient.
bool impossible(const Ranking& ranking, Index largest_bucket);

// Throws NumericalError if a value or derivative left the numbers: the other border.
void check_result(std::string_view model, Index largest_bucket, const Ranking& ranking,
                  double value, Gradient gradient);

}  // namespace fubini
