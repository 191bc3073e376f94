// SPDX-License-Identifier: BSD-3-Clause
#include "c/guard.hpp"
#include "c/handles.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace fubini;
using namespace fubini::c;

namespace {

constexpr std::size_t kLargestOptions = 4096;  // of any version to come: more is a slip

// The caller's options, whose header may be older or newer than this library.
fubini_train_options known(const fubini_train_options* given) {
  fubini_train_options result{};
  if (given == nullptr) return result;
  const std::size_t size = given->size;
  if (size < sizeof result || size > kLargestOptions)
    throw ArgumentError("options->size is " + std::to_string(size) +
                        "; wanted sizeof(fubini_train_options), here " +
                        std::to_string(sizeof result));
  std::memcpy(&result, given, sizeof result);
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  if (result.reserved != 0 ||
      std::any_of(bytes + sizeof result, bytes + size, [](unsigned char b) { return b != 0; }))
    throw ArgumentError("options have members that this library, version " FUBINI_VERSION
                        ", does not know; wanted 0 there");
  return result;
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

fubini_status fubini_train(const fubini_dataset* data, const char* model,
                           const fubini_train_options* options, fubini_ranker** out) {
  return guarded(__func__, [&] {
    *not_null(out, "out") = nullptr;
    const auto from = find(data, "data");
    const fubini_train_options given = known(options);
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
