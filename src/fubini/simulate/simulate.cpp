// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/simulate/collection.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace fubini {
namespace {

constexpr std::uint64_t kRankings = std::uint64_t{4} << 60;  // streams apart from the collection's

void check_count(const char* name, Index value, Index least, Index most) {
  if (value < least || value > most)
    throw ArgumentError(std::string("simulate: ") + name + " is " + std::to_string(value) +
                        "; wanted " + std::to_string(least) + " to " + std::to_string(most));
}

void check_number(const char* name, double value, double least, double most) {
  if (!(value >= least && value <= most))
    throw ArgumentError(std::string("simulate: ") + name + " is " + format_double(value) +
                        "; wanted " + format_double(least) + " to " + format_double(most));
}

// Of the features in memory and as text, which takes 8 bytes a feature or so
void check_room(const SimulateOptions& options) {
  constexpr double kBytes = 4 + 2 * 8;
  check_memory("simulate",
               std::to_string(options.queries) + " queries of " + format_double(options.mean_size) +
                   " documents with " + std::to_string(options.features) + " features",
               kBytes * static_cast<double>(options.queries) * options.mean_size *
                   static_cast<double>(options.features),
               "fewer queries at a time, the others by --first-query");
}

void check(const SimulateOptions& options) {
  check_count("queries", options.queries, 1, kMostSimulatedQueries);
  check_count("features", options.features, 1, kMostSimulatedFeatures);
  check_count("first_query", options.first_query, 0, kMostSimulatedQueries);
  check_count("threads", options.threads, 0, 1'000'000);
  check_number("mean_size", options.mean_size, 1, kLargestMeanSize);
  check_number("noise", options.noise, 0, kLargestNoise);
  check_number("scale", options.scale, -kLargestScale, kLargestScale);
  check_room(options);
  if (!options.model) return;
  const ModelInfo& info = options.model->info();
  if (info.kind == Kind::loss)
    throw ArgumentError("simulate: model " + info.name +
                        " is a loss, not a probability, so nothing can be drawn from it");
  if (!options.model->can_sample())
    throw ArgumentError("simulate: model " + info.name +
                        " does not choose bucket after bucket, so it cannot draw whole rankings; "
                        "simulate_pairs (--items) draws paired comparisons from it");
  check_arguments(info.name, options.model->tie_parameters(), Ranking({1}), std::vector{0.0},
                  options.ties);
}

Ranking draw(const SimulateOptions& options, std::uint64_t number, std::span<const double> scores) {
  try {
    return options.model->draw(scores, options.ties, options.seed, kRankings + number,
                               options.draw);
  } catch (const ArgumentError& error) {
    // Some potentials can be enumerated only.
    const bool large = options.draw.by == SampleBy::exact && scores.size() > 20;
    throw ArgumentError("simulate: query " + std::to_string(number) + ": " + error.what() +
                        (large ? "; gibbs takes any number" : ""));
  }
}

std::vector<double> drawn_grades(const SimulateOptions& options, std::uint64_t number,
                                 std::vector<double> scores) {
  for (double& f : scores) f *= options.scale;
  const Ranking drawn = draw(options, number, scores);
  std::vector<double> grades(scores.size());
  for (Index p = 0; p < drawn.num_items(); ++p)
    grades[drawn.order()[p]] = static_cast<double>(drawn.num_buckets() - 1 - drawn.bucket_of(p));
  return grades;
}

}  // namespace

Dataset simulate(const SimulateOptions& options) {
  check(options);
  const SimulatedCollection collection(options.seed, options.features, options.mean_size,
                                       options.noise);
  Dataset data = Dataset::dense(options.features);
  // In pieces, so that few queries stand in memory twice.
  constexpr Index kPiece = 512;
  std::vector<SimulatedQuery> piece;
  for (Index begin = 0; begin < options.queries; begin += kPiece) {
    piece.assign(std::min(kPiece, options.queries - begin), {});
    for_each_in_parallel(std::ssize(piece), options.threads, [&](Index k) {
      const auto number = static_cast<std::uint64_t>(options.first_query + begin + k);
      piece[k] = collection.query(number);
      if (options.model) piece[k].grades = drawn_grades(options, number, piece[k].truth);
    });
    for (Index k = 0; k < std::ssize(piece); ++k)
      data.add_query(std::to_string(options.first_query + begin + k), piece[k].grades,
                     piece[k].features);
  }
  return data;
}

}  // namespace fubini
