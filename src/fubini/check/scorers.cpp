// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/scorers.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace fubini::check {

namespace {

// Those that select by the data of a fit do so for somebody's data, once; a generated query is too
// little to select by.
class Maker {
 public:
  Maker(const ScorerCatalogue& scorers, std::string name)
      : scorers_(scorers), name_(std::move(name)) {}

  ScorerTexts operator()(const Dataset& data) const {
    const Specification asked(name_);
    const ScorerEntry& entry = scorers_.find(asked.name);
    const Index size = scorers_.size_for(name_, data);
    if (entry.select == nullptr || data.num_queries() == 1) return scorers_.texts(name_, size);
    const std::scoped_lock lock(kept_->mutex);
    if (kept_->data != &data) {
      Standardisation by = standardisation_of(data);
      kept_->name = entry.name + ":" + entry.select(asked.arguments, data, by, 0).info().arguments;
      kept_->data = &data;
    }
    return scorers_.texts(kept_->name, size);
  }

 private:
  struct Kept {
    std::mutex mutex;
    const Dataset* data = nullptr;
    std::string name;
  };
  ScorerCatalogue scorers_;
  std::string name_;
  std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

}  // namespace

ScorerUnderTest scorer(const ScorerCatalogue& scorers, std::string_view specification) {
  const std::string name(specification);
  scorers.texts(name, 1);  // complains of arguments now
  return {name, Maker(scorers, name), !scorers.find(Specification(name).name).by_number};
}

std::vector<ScorerUnderTest> all_scorers(const ScorerCatalogue& scorers) {
  std::vector<ScorerUnderTest> all;
  for (const ScorerEntry& entry : scorers)
    all.push_back(
        scorer(scorers, entry.example.empty() ? entry.name : entry.name + ":" + entry.example));
  return all;
}

}  // namespace fubini::check
