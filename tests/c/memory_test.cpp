// SPDX-License-Identifier: BSD-3-Clause
// Memory that is gone at the k-th allocation, for every k: each call ends with its code. What ends
// the program instead (a destructor or a thread that allocates) would end this test.
#include "support.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

namespace {

constexpr long kNever = std::numeric_limits<long>::max();
std::atomic<long> left = kNever;  // allocations until memory is gone
std::atomic<bool> for_good = true;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (left.load(std::memory_order_relaxed) != kNever) {
    const long now = left.fetch_sub(1);
    if (for_good ? now <= 0 : now == 0) throw std::bad_alloc();
  }
  const std::size_t whole = (bytes + alignment) / alignment * alignment;
  void* const memory = alignment <= alignof(std::max_align_t)
                           ? std::malloc(bytes == 0 ? 1 : bytes)
                           : std::aligned_alloc(alignment, whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// Not inlined, or g++ takes new and free for a mismatch.
#define FUBINI_OUT_OF_LINE [[gnu::noinline]]
FUBINI_OUT_OF_LINE void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
FUBINI_OUT_OF_LINE void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// A sanitizer has its own of these, which must not meet our delete.
FUBINI_OUT_OF_LINE void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return allocate(bytes, 1);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
FUBINI_OUT_OF_LINE void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
FUBINI_OUT_OF_LINE void operator delete(void* memory) noexcept { std::free(memory); }
FUBINI_OUT_OF_LINE void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
FUBINI_OUT_OF_LINE void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
FUBINI_OUT_OF_LINE void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace {

// Calls it with ever more allocations that succeed, until it needs no more.
template <class Call>
void expect_codes(const Call& call) {
  ASSERT_EQ(call(), FUBINI_OK) << fubini_last_error();  // what is made once is made now
  for (const bool forever : {true, false}) {
    for_good = forever;
    fubini_status status = FUBINI_UNEXPECTED;
    for (long k = 0; status != FUBINI_OK; ++k) {
      ASSERT_LT(k, 1000000);
      left = k;
      status = call();
      left = kNever;
      if (status != FUBINI_OK && status != FUBINI_OUT_OF_MEMORY && status != FUBINI_FILE)
        FAIL() << status << " at allocation " << k << ": " << fubini_last_error();
      if (status == FUBINI_OK) break;
      ASSERT_NE(std::string(fubini_last_error()).find("emory"), std::string::npos);
    }
  }
}

TEST(CMemory, TrainSaveLoadAndScoreEndWithACodeWhenMemoryIsGone) {
  fubini_dataset* data = nullptr;
  ASSERT_EQ(fubini_dataset_new(2, &data), FUBINI_OK);
  const std::vector<double> grades = {2, 1, 1, 0};
  const std::vector<float> rows = {1, 2, 0.5F, 1, 0.25F, 3, 0, 1};
  ASSERT_EQ(fubini_dataset_add_query(data, "q", 4, grades.data(), rows.data(), 2), FUBINI_OK);
  fubini_train_options options = {.size = sizeof options, .l2 = 0.1, .iterations = 2, .threads = 1};
  const std::string path = testing::TempDir() + "fubini_memory.json";
  fubini_ranker* ranker = nullptr;
  ASSERT_EQ(fubini_train(data, "davidson", &options, &ranker), FUBINI_OK);

  expect_codes([&] {
    fubini_ranker* trained = nullptr;
    const fubini_status status = fubini_train(data, "davidson", &options, &trained);
    left = kNever;
    EXPECT_EQ(trained != nullptr, status == FUBINI_OK);
    fubini_ranker_free(trained);
    return status;
  });
  expect_codes([&] { return fubini_ranker_save(ranker, path.c_str()); });
  expect_codes([&] {
    fubini_ranker* loaded = nullptr;
    const fubini_status status = fubini_ranker_load(path.c_str(), &loaded);
    left = kNever;
    EXPECT_EQ(loaded != nullptr, status == FUBINI_OK);
    fubini_ranker_free(loaded);
    return status;
  });
  std::vector<double> scores(4);
  expect_codes([&] { return fubini_ranker_score(ranker, rows.data(), 4, 2, 2, scores.data()); });
  expect_codes([&] {
    fubini_dataset* grown = nullptr;
    const fubini_status made = fubini_dataset_new(2, &grown);
    const fubini_status status =
        made != FUBINI_OK
            ? made
            : fubini_dataset_add_query(grown, "a name that is longer than what a text holds", 4,
                                       grades.data(), rows.data(), 2);
    left = kNever;
    fubini_dataset_free(grown);
    return status;
  });
  fubini_ranker_free(ranker);
  fubini_dataset_free(data);
  std::remove(path.c_str());
}

TEST(CMemory, WhatNeedsMoreThanThereIsIsRefusedWithItsBytes) {
  constexpr int64_t kItems = 1'000'000;  // two tables of n^2 numbers: 16 TB
  const std::vector<double> f(kItems, 0.0);
  const std::vector<int64_t> sizes(kItems, 1);
  double value = 0;
  EXPECT_EQ(fubini_log_likelihood("pmop_mean", f.data(), kItems, sizes.data(), kItems, nullptr, 0,
                                  &value, nullptr, nullptr),
            FUBINI_OUT_OF_MEMORY);
  EXPECT_NE(std::string(fubini_last_error()).find("takes 16000000000000 bytes"), std::string::npos)
      << fubini_last_error();
}

TEST(CMemory, ALikelihoodEndsWithACodeWhenMemoryIsGone) {
  const std::vector<double> f = {1, 0.5, 0, -1}, ties = {0.1};
  const std::vector<int64_t> sizes = {1, 2, 1};
  double value = 0;
  std::vector<double> gradient(4);
  expect_codes([&] {
    return fubini_log_likelihood("davidson", f.data(), 4, sizes.data(), 3, ties.data(), 1, &value,
                                 gradient.data(), nullptr);
  });
}

}  // namespace
