// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/journal.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/file.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

namespace fubini::journal_test {
namespace {

class JournalTest : public testing::Test {
 protected:
  std::string path_ = testing::TempDir() + "journal." + std::to_string(getpid());
  int computed_ = 0;

  double square(std::span<const double> x, std::span<double> g) {
    ++computed_;
    if (x[0] == 3) throw NumericalError("three");
    g[0] = 2 * x[0];
    return x[0] * x[0];
  }
  double ask(Journal& journal, double x, double* slope = nullptr) {
    double g = 0;
    const double value =
        journal.evaluate({&x, 1}, {&g, 1}, [this](auto at, auto to) { return square(at, to); });
    if (slope) *slope = g;
    return value;
  }
  ~JournalTest() override { std::remove(path_.c_str()); }
};

TEST_F(JournalTest, AnswersTheSameQuestionsWithoutComputing) {
  {
    Journal journal(path_, "fit", false, 1);
    for (const double x : {1.0, 2.0, 5.0}) ask(journal, x);
    EXPECT_THROW(ask(journal, 3), NumericalError);
    EXPECT_EQ(journal.note(std::vector<double>{1}, [] { return 0.25; }), 0.25);
    ask(journal, 7);
    journal.tick();
  }
  computed_ = 0;
  Journal journal(path_, "fit", true, 1);
  double slope = 0;
  for (const double x : {1.0, 2.0, 5.0}) {
    EXPECT_EQ(ask(journal, x, &slope), x * x);
    EXPECT_EQ(slope, 2 * x);
  }
  EXPECT_THROW(ask(journal, 3), NumericalError);
  EXPECT_EQ(journal.note(std::vector<double>{1}, [] { return -1.0; }), 0.25);
  EXPECT_EQ(ask(journal, 7), 49);
  EXPECT_EQ(computed_, 0);
  EXPECT_EQ(journal.replayed(), 5);
  EXPECT_EQ(ask(journal, 8), 64);
  EXPECT_EQ(computed_, 1);
}

TEST_F(JournalTest, EveryTruncationLosesOnlyWhatWasCut) {
  {
    Journal journal(path_, "fit", false, 1);
    for (const double x : {1.0, 2.0, 5.0}) ask(journal, x);
    journal.tick();
  }
  const std::string whole = read_file(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(path_, whole.substr(0, size));
    computed_ = 0;
    {
      Journal journal(path_, "fit", true, 1);
      for (const double x : {1.0, 2.0, 5.0}) EXPECT_EQ(ask(journal, x), x * x);
      journal.tick();
    }
    EXPECT_EQ(computed_ > 0, true) << size;
    EXPECT_EQ(read_file(path_), whole) << "not mended after a cut at " << size;
  }
}

TEST_F(JournalTest, DamageAndOtherQuestionsEndTheReplay) {
  {
    Journal journal(path_, "fit", false, 1);
    for (const double x : {1.0, 2.0}) ask(journal, x);
    journal.tick();
  }
  const std::string whole = read_file(path_);
  std::string damaged = whole;
  damaged[damaged.size() - 12] ^= 1;
  write_file(path_, damaged);
  {
    Journal journal(path_, "fit", true, 1);
    ask(journal, 1);
    EXPECT_EQ(computed_, 2);
    EXPECT_EQ(ask(journal, 2), 4);
    EXPECT_EQ(computed_, 3);
  }
  EXPECT_EQ(read_file(path_), whole);
  Journal journal(path_, "fit", true, 1);
  EXPECT_EQ(ask(journal, 4), 16);
  EXPECT_FALSE(journal.replaying());
  EXPECT_EQ(ask(journal, 2), 4);
}

TEST_F(JournalTest, BelongsToOneFit) {
  {
    Journal journal(path_, "fit", false, 1);
    ask(journal, 1);
    journal.tick();
  }
  EXPECT_THROW(Journal(path_, "tif", true, 1), FileError);
  const std::string whole = read_file(path_);
  { Journal journal(path_, "tif", false, 1); }
  EXPECT_EQ(read_file(path_), whole) << "touched before there was anything to write";
  {
    Journal journal(path_, "tif", false, 2);
    ask(journal, 1);
  }
  EXPECT_EQ(read_file(path_), whole) << "no iteration came to its end";
  {
    Journal journal(path_, "tif", false, 2);
    ask(journal, 1);
    journal.tick();
  }
  EXPECT_NO_THROW(Journal(path_, "tif", true, 1));
  write_file(path_, "something else, long enough to be read");
  EXPECT_THROW(Journal(path_, "fit", true, 1), FileError);
}

TEST_F(JournalTest, AFullDiskIsReported) {
  Journal journal("/dev/full/x", "fit", false, 1);
  ask(journal, 1);
  EXPECT_THROW(journal.tick(), FileError);
}

}  // namespace
}  // namespace fubini::journal_test
