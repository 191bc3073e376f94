// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// What simulate() draws from: documents with hidden factors, features that measure them, and a
// truth that depends on them. Every number is a function of (seed, query, document, feature), so a
// document is the same whatever the number of queries or features.
namespace fubini {

constexpr Index kFactors = 24;

// How a feature measures the factors: t = sum of loadings times factors + its own noise, variance
// 1; then a value in [0, 1].
struct SimulatedFeature {
  enum class Kind { smooth, discrete, sparse, query };  // query: one value for a whole query
  static constexpr std::size_t kLoadings = 4;

  Kind kind = Kind::smooth;
  std::array<Index, kLoadings> factors{};
  std::array<double, kLoadings> loadings{};
  double own = 0;        // share of its own noise
  double threshold = 0;  // sparse: 0 below
  double levels = 0;     // discrete: so many values
};

struct SimulatedQuery {
  std::vector<double> truth;    // a document, mean 0 and variance 1 over the collection
  std::vector<double> grades;   // 0 .. 4, from the truth and noise
  std::vector<float> features;  // row by row
};

class SimulatedCollection {
 public:
  // Thresholds of grades come from documents drawn for the purpose, which depend on the seed only.
  SimulatedCollection(std::uint64_t seed, Index num_features, double mean_size, double noise);

  SimulatedQuery query(std::uint64_t number) const;

 private:
  Index draw_size(std::uint64_t number) const;
  void calibrate();
  void measure(std::span<const double> of_query, std::span<const double> of_document,
               std::uint64_t number, std::uint64_t document, std::span<float> row) const;

  std::uint64_t seed_;
  double mean_size_;
  double noise_;
  double centre_ = 0, scale_ = 1;  // of the raw truth
  std::array<double, 4> thresholds_{};
  std::vector<SimulatedFeature> features_;
};

}  // namespace fubini
