// SPDX-License-Identifier: BSD-3-Clause
#include "c/fubini.h"

#include "c/guard.hpp"
#include "c/handles.hpp"
#include "c/options.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/read.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace fubini;
using namespace fubini::c;

namespace {

// Row beside row, as a dataset wants them
std::vector<float> gathered(const float* rows, Index count, Index num_features, Index stride) {
  std::vector<float> result;
  result.reserve(count * num_features);
  for (Index i = 0; i < count; ++i)
    result.insert(result.end(), rows + i * stride, rows + i * stride + num_features);
  return result;
}

void check_finite(const Items& items) {
  for (Index i = 0; i < items.size(); ++i)
    items.for_each_feature(i, [&](Index j, double x) {
      if (!std::isfinite(x))
        throw ArgumentError("feature " + std::to_string(j + 1) + " of item " +
                            std::to_string(i + 1) + " is " + std::to_string(x) +
                            "; wanted a finite number");
    });
}

std::vector<double> scores_of(const Ranker& ranker, const float* rows, int64_t count,
                              int64_t num_features, int64_t stride) {
  if (ranker.num_features() == 0)
    throw ArgumentError("ranker knows items by name, not by features; wanted one with features");
  if (num_features != ranker.num_features())  // before a row is read
    throw ArgumentError("num_features is " + std::to_string(num_features) + "; the ranker wants " +
                        std::to_string(ranker.num_features()));
  check_rows(count, num_features, stride);
  const Items items = Items::dense(not_null(rows, "rows"), stride, count, num_features);
  check_finite(items);
  return ranker.score(items);
}

Ranking ranking_of(const int64_t* sizes, int64_t num_buckets, int64_t count) {
  const Index buckets = checked_count(num_buckets, "num_buckets", sizeof(int64_t));
  not_null(sizes, "bucket_sizes");
  int64_t left = count;  // asked first: a ranking takes memory for every item
  for (Index k = 0; k < buckets; ++k) {
    if (sizes[k] < 1 || sizes[k] > left)
      throw ArgumentError("bucket_sizes[" + std::to_string(k) + "] is " + std::to_string(sizes[k]) +
                          "; wanted 1 to " + std::to_string(left) + ", what is left of " +
                          std::to_string(count) + " items");
    left -= sizes[k];
  }
  if (left != 0)
    throw ArgumentError("bucket_sizes leave " + std::to_string(left) + " of " +
                        std::to_string(count) + " items over; wanted a bucket for each");
  return Ranking(std::vector<Index>(sizes, sizes + buckets));
}

std::span<const double> ties_of(const double* ties, int64_t num_ties) {
  if (num_ties == 0) return {};
  const Index count = checked_count(num_ties, "num_ties", sizeof(double));
  return {not_null(ties, "ties"), static_cast<std::size_t>(count)};
}

double not_negative(double value, const char* member) {
  if (!std::isfinite(value) || value < 0)
    throw ArgumentError(std::string("options->") + member + " is " + format_double(value) +
                        "; wanted a finite number, 0 or more");
  return value;
}

int not_negative(std::int32_t value, const char* member) {
  if (value < 0)
    throw ArgumentError(std::string("options->") + member + " is " + std::to_string(value) +
                        "; wanted 0 or more");
  return value;
}

FitOptions translated(const fubini_train_options& given, const Catalogues& known) {
  FitOptions result;
  if (given.scorer != nullptr) result.scorer = given.scorer;
  if (given.optimizer != nullptr) result.optimizer = known.optimizers.make(given.optimizer);
  if (given.metric != nullptr) result.metric = known.metrics.make(given.metric);
  result.l2 = not_negative(given.l2, "l2");
  result.l1 = not_negative(given.l1, "l1");
  if (not_negative(given.tolerance, "tolerance") > 0) result.tolerance = given.tolerance;
  result.rate = not_negative(given.rate, "rate");
  if (given.seed != 0) result.seed = given.seed;
  if (not_negative(given.iterations, "iterations") > 0) result.iterations = given.iterations;
  result.patience = not_negative(given.patience, "patience");
  result.threads = not_negative(given.threads, "threads");
  return result;
}

}  // namespace

int32_t fubini_c_version(void) { return FUBINI_C_VERSION; }

const char* fubini_version(void) { return FUBINI_VERSION; }

const char* fubini_last_error(void) { return last_error(); }

fubini_status fubini_dataset_new(int64_t num_features, fubini_dataset** out) {
  return guarded(__func__, [&] {
    *not_null(out, "out") = nullptr;
    constexpr int64_t kMost = std::numeric_limits<Column>::max();
    if (num_features < 1 || num_features > kMost)
      throw ArgumentError("num_features is " + std::to_string(num_features) + "; wanted 1 to " +
                          std::to_string(kMost));
    *out = add(std::make_shared<SharedDataset>(Dataset::dense(num_features)));
  });
}

fubini_status fubini_dataset_read(const char* path, fubini_dataset** out) {
  return guarded(__func__, [&] {
    *not_null(out, "out") = nullptr;
    const std::string file = text(path, "path");
    ReadData read = read_dataset(file);
    if (read.data.kind() == Items::Kind::identity)
      throw FileError(file + ": holds items without features; wanted learning-to-rank text");
    *out = add(std::make_shared<SharedDataset>(std::move(read.data)));
  });
}

fubini_status fubini_dataset_add_query(fubini_dataset* data, const char* id, int64_t count,
                                       const double* grades, const float* features,
                                       int64_t stride) {
  return guarded(__func__, [&] {
    const auto to = find(data, "data");
    const Index num_features = to->data.num_features();  // never changes: no lock
    check_rows(count, num_features, stride);
    const std::span<const double> ranks{not_null(grades, "grades"),
                                        static_cast<std::size_t>(count)};
    const auto rows = gathered(not_null(features, "features"), count, num_features, stride);
    std::string name = text(id, "id");
    const std::unique_lock lock(to->mutex);
    to->data.add_query(std::move(name), ranks, rows);
  });
}

int64_t fubini_dataset_num_queries(const fubini_dataset* data) {
  return guarded_number(__func__, [&] {
    const auto of = find(data, "data");
    const std::shared_lock lock(of->mutex);
    return of->data.num_queries();
  });
}

int64_t fubini_dataset_num_rows(const fubini_dataset* data) {
  return guarded_number(__func__, [&] {
    const auto of = find(data, "data");
    const std::shared_lock lock(of->mutex);
    return of->data.num_rows();
  });
}

int64_t fubini_dataset_num_features(const fubini_dataset* data) {
  return guarded_number(__func__, [&] { return find(data, "data")->data.num_features(); });
}

fubini_status fubini_dataset_free(fubini_dataset* data) {
  return data == nullptr ? FUBINI_OK : guarded(__func__, [&] { remove(data); });
}

fubini_status fubini_train(const fubini_dataset* data, const char* model,
                           const fubini_train_options* options, fubini_ranker** out) {
  return guarded(__func__, [&] {
    *not_null(out, "out") = nullptr;
    const auto from = find(data, "data");
    const fubini_train_options given = known(options, "fubini_train_options");
    const Catalogues known = built_in();
    FitOptions how = translated(given, known);
    std::shared_ptr<SharedDataset> watched;
    if (given.validation != nullptr) watched = find(given.validation, "options->validation");
    std::shared_lock lock(from->mutex, std::defer_lock);
    std::shared_lock<std::shared_mutex> other;
    if (watched && watched != from) {  // together: one after the other could wait for ever
      other = std::shared_lock(watched->mutex, std::defer_lock);
      std::lock(lock, other);
    } else {
      lock.lock();
    }
    if (watched) how.validation = &watched->data;
    const Fit found = fit(known, from->data, text(model, "model"), how);
    *out = add(std::make_shared<const Ranker>(found.model));
  });
}

fubini_status fubini_ranker_load(const char* path, fubini_ranker** out) {
  return guarded(__func__, [&] {
    *not_null(out, "out") = nullptr;
    *out = add(std::make_shared<const Ranker>(Ranker::load(text(path, "path"))));
  });
}

fubini_status fubini_ranker_save(const fubini_ranker* ranker, const char* path) {
  return guarded(__func__,
                 [&] { write_model(text(path, "path"), find(ranker, "ranker")->model()); });
}

int64_t fubini_ranker_num_features(const fubini_ranker* ranker) {
  return guarded_number(__func__, [&] { return find(ranker, "ranker")->num_features(); });
}

fubini_status fubini_ranker_score(const fubini_ranker* ranker, const float* rows, int64_t count,
                                  int64_t num_features, int64_t stride, double* scores) {
  return guarded(__func__, [&] {
    const auto by = find(ranker, "ranker");
    not_null(scores, "scores");
    std::ranges::copy(scores_of(*by, rows, count, num_features, stride), scores);
  });
}

fubini_status fubini_ranker_free(fubini_ranker* ranker) {
  return ranker == nullptr ? FUBINI_OK : guarded(__func__, [&] { remove(ranker); });
}

fubini_status fubini_log_likelihood(const char* model, const double* scores, int64_t count,
                                    const int64_t* bucket_sizes, int64_t num_buckets,
                                    const double* ties, int64_t num_ties, double* value,
                                    double* grad_scores, double* grad_ties) {
  return guarded(__func__, [&] {
    const Model chosen = built_in_models().make(text(model, "model"));
    const auto items = static_cast<std::size_t>(checked_count(count, "count", sizeof(double)));
    const std::span<const double> f{not_null(scores, "scores"), items};
    const Ranking ranking = ranking_of(bucket_sizes, num_buckets, count);
    const std::span<const double> tie_values = ties_of(ties, num_ties);
    not_null(value, "value");
    if (grad_scores == nullptr && grad_ties == nullptr) {
      *value = log_likelihood(chosen, ranking, f, tie_values);
      return;
    }
    const ValueAndGradient both = log_likelihood_gradient(chosen, ranking, f, tie_values);
    *value = both.value;
    if (grad_scores != nullptr) std::ranges::copy(both.scores, grad_scores);
    if (grad_ties != nullptr) std::ranges::copy(both.ties, grad_ties);
  });
}
