// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "c/fubini.h"

#include "fubini/core/dataset.hpp"
#include "fubini/io/ranker.hpp"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace fubini::c {

struct SharedDataset {
  explicit SharedDataset(Dataset made) : data(std::move(made)) {}
  Dataset data;
  std::shared_mutex mutex;  // exclusive while it grows
};

// The caller holds numbers that look like pointers. None is given out twice, so a freed handle can
// never mean a newer object, as an address could; and none is an address, so no other pointer can
// be taken for a handle. All throw ArgumentError for what is not a live handle of the kind.
fubini_dataset* add(std::shared_ptr<SharedDataset> data);
fubini_ranker* add(std::shared_ptr<const Ranker> ranker);
std::shared_ptr<SharedDataset> find(const fubini_dataset* handle, const char* argument);
std::shared_ptr<const Ranker> find(const fubini_ranker* handle, const char* argument);
void remove(const fubini_dataset* handle);
void remove(const fubini_ranker* handle);

}  // namespace fubini::c
