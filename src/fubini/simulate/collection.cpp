// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/collection.hpp"

#include "fubini/core/random.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fubini {
namespace {

using Factors = std::array<double, kFactors>;

// Streams of random numbers; query q has stream q of each kind.
constexpr std::uint64_t kDocuments = 0;
constexpr std::uint64_t kMeasurements = std::uint64_t{1} << 60;
constexpr std::uint64_t kStructure = std::uint64_t{2} << 60;
constexpr std::uint64_t kCalibration = std::uint64_t{3} << 60;

constexpr double kQueryShare = 0.25;                        // of a factor's variance
constexpr std::array kShares = {0.26, 0.36, 0.285, 0.076};  // of grades 0 to 3 (Yahoo! set 1)
constexpr double kSteps = 1e4;  // features have four decimals, as published collections do

class Normals {
 public:
  explicit Normals(Draws& draws) : draws_(draws) {}
  double next() {
    if (spare_used_) {
      const double radius = std::sqrt(-2 * std::log(draws_.uniform()));
      const double angle = 2 * std::numbers::pi * draws_.uniform();
      spare_ = radius * std::sin(angle);
      spare_used_ = false;
      return radius * std::cos(angle);
    }
    spare_used_ = true;
    return spare_;
  }
  Factors factors() {
    Factors z;
    for (double& x : z) x = next();
    return z;
  }

 private:
  Draws& draws_;
  double spare_ = 0;
  bool spare_used_ = true;
};

struct QueryPart {
  Factors factors;
  double level;  // how relevant a query's documents are on the whole; no feature knows
};

struct Document {
  Factors factors;
  double truth;  // raw
  double error;
};

// A linear part, saturation, and products; the square makes features of the first factor matter
// together.
double raw_truth(const Factors& z, double level) {
  const double linear = 0.55 * z[0] + 0.3 * z[1] + 0.25 * z[2] - 0.2 * z[5] + 0.15 * z[6] +
                        0.15 * z[7] - 0.1 * z[8] + 0.1 * z[9];
  const double saturated = 0.4 * std::tanh(2 * z[3]) - 0.3 * std::tanh(2 * z[4]);
  const double products = 0.4 * z[0] * z[0] + 0.3 * z[0] * z[1] + 0.2 * z[2] * z[3] -
                          0.15 * z[1] * z[4] + 0.15 * z[5] * z[6];
  return linear + saturated + products + 0.3 * level;
}

Document draw_document(const QueryPart& query, Normals& normals) {
  Document document{normals.factors(), 0, 0};
  for (std::size_t l = 0; l < document.factors.size(); ++l)
    document.factors[l] = std::sqrt(kQueryShare) * query.factors[l] +
                          std::sqrt(1 - kQueryShare) * document.factors[l];
  document.truth = raw_truth(document.factors, query.level);
  document.error = normals.next();
  return document;
}

QueryPart draw_query(Normals& normals) {
  QueryPart query{normals.factors(), 0};
  query.level = normals.next();
  return query;
}

// Position j of a sequence that fills (0, 1) evenly from any start: shares of kinds of features
// vary less than if they were drawn one by one.
double evenly(double start, Index j, double step) {
  const double x = start + static_cast<double>(j) * step;
  return x - std::floor(x);
}

// Which factor a feature measures above all: the first ones are measured most.
Index main_factor(double u) {
  constexpr std::array kFirst = {0.36, 0.12, 0.08, 0.06, 0.05};
  for (std::size_t l = 0; l < kFirst.size(); ++l) {
    if (u < kFirst[l]) return static_cast<Index>(l);
    u -= kFirst[l];
  }
  const double rest = 1 - std::accumulate(kFirst.begin(), kFirst.end(), 0.0);
  const Index first = std::ssize(kFirst), count = kFactors - first;
  return first +
         std::clamp(static_cast<Index>(u / rest * static_cast<double>(count)), Index{0}, count - 1);
}

SimulatedFeature::Kind kind_of(double u) {
  using Kind = SimulatedFeature::Kind;
  return u < 0.5 ? Kind::smooth : u < 0.7 ? Kind::discrete : u < 0.9 ? Kind::sparse : Kind::query;
}

SimulatedFeature draw_feature(std::uint64_t seed, Index j) {
  const double start = uniform(seed, kStructure, 0), other_start = uniform(seed, kStructure, 1);
  Draws draws(seed, kStructure + 1 + static_cast<std::uint64_t>(j));
  SimulatedFeature feature;
  feature.kind = kind_of(evenly(start, j, std::numbers::phi));
  feature.factors[0] = main_factor(evenly(other_start, j, std::numbers::sqrt2));
  const double main = draws.between(0.6, 0.85);  // shares of its variance
  const double others = draws.between(0.02, 0.1);
  feature.own = std::sqrt(1 - main - others);
  feature.loadings[0] = std::sqrt(main);
  for (std::size_t k = 1; k < SimulatedFeature::kLoadings; ++k) {
    // one of the others, so that the variances add up
    const auto step = static_cast<Index>(k) + 3 * draws.below(kFactors / 3 - 1);
    feature.factors[k] = (feature.factors[0] + step) % kFactors;
    const double sign = draws.uniform() < 0.5 ? -1 : 1;
    feature.loadings[k] = sign * std::sqrt(others / (SimulatedFeature::kLoadings - 1));
  }
  if (draws.uniform() < 0.2)  // measured the other way round
    for (double& loading : feature.loadings) loading = -loading;
  feature.threshold = draws.between(0.3, 1.6);
  feature.levels = 2 + static_cast<double>(draws.below(9));
  return feature;
}

// x: t on (0, 1), nearly uniform
double value(const SimulatedFeature& feature, double t, double x) {
  using Kind = SimulatedFeature::Kind;
  if (feature.kind == Kind::sparse && t < feature.threshold) return 0;
  if (feature.kind == Kind::discrete)
    return std::min(std::floor(x * feature.levels) / (feature.levels - 1), 1.0);
  return x;
}

}  // namespace

SimulatedCollection::SimulatedCollection(std::uint64_t seed, Index num_features, double mean_size,
                                         double noise)
    : seed_(seed), mean_size_(mean_size), noise_(noise) {
  for (Index j = 0; j < num_features; ++j) features_.push_back(draw_feature(seed, j));
  calibrate();
}

void SimulatedCollection::calibrate() {
  constexpr std::size_t kCount = 1 << 15;
  std::vector<double> truths, observed;
  for (std::uint64_t d = 0; d < kCount; ++d) {
    Draws draws(seed_, kCalibration + d);
    Normals normals(draws);
    const QueryPart query = draw_query(normals);
    const Document document = draw_document(query, normals);
    truths.push_back(document.truth);
    observed.push_back(document.error);
  }
  constexpr auto count = static_cast<double>(kCount);
  centre_ = std::accumulate(truths.begin(), truths.end(), 0.0) / count;
  double squares = 0;
  for (const double x : truths) squares += (x - centre_) * (x - centre_);
  scale_ = std::sqrt(squares / count);
  for (std::size_t d = 0; d < kCount; ++d)
    observed[d] = (truths[d] - centre_) / scale_ + noise_ * observed[d];
  std::ranges::sort(observed);
  double below = 0;
  for (std::size_t k = 0; k < thresholds_.size(); ++k) {
    below += kShares[k];
    thresholds_[k] = observed[static_cast<std::size_t>(below * count)];
  }
}

// One more than the sum of two geometric numbers: its mean is mean_size exactly, and one query in
// 600 has more than 100 documents where the mean is 24.
Index SimulatedCollection::draw_size(std::uint64_t number) const {
  if (mean_size_ <= 1) return 1;
  const double scale = 1 / std::log1p(2 / (mean_size_ - 1));
  Index size = 1;
  for (const std::uint64_t index : {0, 1})
    size += static_cast<Index>(-scale * std::log(uniform(seed_, kMeasurements + number, index)));
  return size;
}

void SimulatedCollection::measure(std::span<const double> of_query,
                                  std::span<const double> of_document, std::uint64_t number,
                                  std::uint64_t document, std::span<float> row) const {
  constexpr double kDeviation = std::numbers::inv_sqrt3 / 2;  // of a uniform number
  constexpr double kSlope = -1.702;  // 1 / (1 + exp(-1.702 t)) is nearly the normal law
  thread_local std::vector<double> t, x;
  t.resize(features_.size());
  x.resize(features_.size());
  for (std::size_t j = 0; j < features_.size(); ++j) {
    const SimulatedFeature& feature = features_[j];
    const bool shared = feature.kind == SimulatedFeature::Kind::query;
    const auto& z = shared ? of_query : of_document;
    // two numbers were used for the size
    const std::uint64_t index = ((shared ? 0 : document + 1) << 32) + j + 2;
    t[j] = feature.own / kDeviation * (uniform(seed_, kMeasurements + number, index) - 0.5);
    for (std::size_t k = 0; k < SimulatedFeature::kLoadings; ++k)
      t[j] += feature.loadings[k] * z[feature.factors[k]];
    x[j] = kSlope * t[j];
  }
  vector_math::exp(x);
  for (std::size_t j = 0; j < features_.size(); ++j)
    row[j] =
        static_cast<float>(std::round(kSteps * value(features_[j], t[j], 1 / (1 + x[j]))) / kSteps);
}

SimulatedQuery SimulatedCollection::query(std::uint64_t number) const {
  const Index size = draw_size(number);
  const std::size_t width = features_.size();
  SimulatedQuery result;
  result.features.resize(size * width);
  Draws draws(seed_, kDocuments + number);
  Normals normals(draws);
  const QueryPart query = draw_query(normals);
  for (Index i = 0; i < size; ++i) {
    const Document document = draw_document(query, normals);
    const double truth = (document.truth - centre_) / scale_;
    const double observed = truth + noise_ * document.error;
    result.truth.push_back(truth);
    result.grades.push_back(
        static_cast<double>(std::ranges::upper_bound(thresholds_, observed) - thresholds_.begin()));
    measure(query.factors, document.factors, number, static_cast<std::uint64_t>(i),
            std::span(result.features).subspan(i * width, width));
  }
  return result;
}

}  // namespace fubini
