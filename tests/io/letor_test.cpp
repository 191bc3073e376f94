// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/letor.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/io/lines.hpp"
#include "fubini/io/detail/quick_float.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <charconv>
#include <string>
#include <vector>

namespace fubini::letor_test {
namespace {

constexpr std::size_t kPieces[] = {1, 7, 64, 1000, 1 << 20};
constexpr int kThreads[] = {1, 2, 4};

// Queries of 1 to 9 rows with comments, empty lines and both ends of lines between them
std::string some_text(int queries, Index num_features, double fill) {
  std::string text = "# some text\r\n\n";
  Draws draws(1, 0);
  for (int q = 0; q < queries; ++q)
    for (Index rows = 1 + draws.below(9); rows > 0; --rows) {
      text += std::to_string(draws.below(5)) + " qid:q" + std::to_string(q);
      for (Index j = 1; j <= num_features; ++j)
        if (draws.uniform() < fill)
          text += ' ' + std::to_string(j) + ':' + std::to_string(draws.between(-2, 2));
      text += draws.uniform() < 0.2 ? "# and so on\r\n" : draws.uniform() < 0.2 ? "\n \t\n" : "\n";
    }
  return text;
}

std::string error_of(const std::string& text, const LetorOptions& options) {
  try {
    parse_letor(text, "f", options);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

class Letor : public testing::Test {
  tbb::global_control more_than_there_are{tbb::global_control::max_allowed_parallelism, 4};
};

TEST_F(Letor, IsTheSameForAnyPiecesAndThreads) {
  for (const double fill : {0.1, 0.9}) {
    const std::string text = some_text(60, 12, fill);
    const Dataset whole = to_dataset(parse_letor(text, "f"));
    ASSERT_EQ(whole.num_queries(), 60);
    ASSERT_EQ(whole.kind(), fill < 0.5 ? Items::Kind::sparse : Items::Kind::dense);
    EXPECT_EQ(broken_promise(whole), "");
    for (const std::size_t piece : kPieces)
      for (const int threads : kThreads)
        EXPECT_EQ(difference(whole, to_dataset(parse_letor(text, "f", {0, threads, {}, piece}))),
                  "")
            << piece << " bytes a piece, " << threads << " threads";
  }
}

TEST_F(Letor, NamesTheFirstErrorOfTheFile) {
  const std::string good = some_text(30, 5, 0.5), again = "1 qid:q3 1:1\n", bad = "1 qid:z 1:x\n",
                    both = "1 qid:q3 1:x\n";
  const auto lines = static_cast<std::size_t>(std::ranges::count(good, '\n'));
  const std::string first = "f:" + std::to_string(lines + 1) + ":";
  const std::string comes_back = first + "3: query 'q3' comes back; wanted all its lines together";
  const std::string no_number =
      first + "11: 'x' as value of feature 1; wanted a finite number, at most 3.4e38 in size";
  for (const std::size_t piece : kPieces)
    for (const int threads : kThreads) {
      const LetorOptions options{0, threads, {}, piece};
      EXPECT_EQ(error_of(good + again + bad + good, options), comes_back);
      EXPECT_EQ(error_of(good + bad + again + bad, options), no_number);
      EXPECT_EQ(error_of(good + both, options), comes_back) << "the earlier column";
    }
}

TEST_F(Letor, TellsItsProgressInOrder) {
  const std::string text = some_text(60, 12, 0.5);
  for (const int threads : kThreads) {
    std::size_t last = 0, calls = 0;
    parse_letor(text, "f",
                {0, threads,
                 [&](std::size_t done, std::size_t total) {
                   EXPECT_GT(done, last);
                   EXPECT_EQ(total, text.size());
                   last = done;
                   ++calls;
                 },
                 500});
    EXPECT_EQ(last, text.size());
    EXPECT_GT(calls, 5u);
  }
}

TEST_F(Letor, RefusesOptionsOutOfRange) {
  EXPECT_THROW(parse_letor("1 qid:1 1:1", "f", {-1}), ArgumentError);
  EXPECT_THROW(parse_letor("1 qid:1 1:1", "f", {kMostFeatures + 1}), ArgumentError);
  EXPECT_THROW(parse_letor("1 qid:1 1:1", "f", {0, -1}), ArgumentError);
}

TEST(QuickFloat, GivesTheBitsOfFromCharsOrNothing) {
  Draws draws(2, 0);
  int quick = 0;
  constexpr int kTrials = 20'000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::string text = draws.uniform() < 0.3 ? "-" : "";
    for (Index digits = draws.below(9); digits > 0; --digits)
      text += static_cast<char>('0' + draws.below(10));
    if (draws.uniform() < 0.8) text += '.';
    for (Index digits = draws.below(9); digits > 0; --digits)
      text += static_cast<char>('0' + draws.below(10));
    float value = 0, expected = 0;
    const char* at = text.data();
    const auto known = std::from_chars(text.data(), text.data() + text.size(), expected);
    if (!quick_float(at, text.data() + text.size(), value)) {
      EXPECT_EQ(at, text.data());
      continue;
    }
    ++quick;
    EXPECT_EQ(known.ec, std::errc{}) << text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(expected)) << text;
    EXPECT_EQ(at, known.ptr) << text;
  }
  EXPECT_GT(quick, kTrials / 2);
}

TEST(QuickFloat, LeavesTheMiddleBetweenTwoFloatsAndOtherTextAlone) {
  for (const std::string text : {"16777217", "1.000000059604645", "1e5", "+1", "", "-", ".", "1:2",
                                 "1x", "inf", "1234567890123456"}) {
    float value = 0;
    const char* at = text.data();
    EXPECT_FALSE(quick_float(at, text.data() + text.size(), value)) << text;
  }
}

TEST(PlainText, IsUtf8WithoutControlCharacters) {
  for (const char* good : {"", "a b", "M\xc3\xbcller", "\xe2\x82\xac", "\xf0\x9f\x8d\x8e"})
    EXPECT_TRUE(is_plain_text(good)) << good;
  for (const char* bad :
       {"\n", "\x7f", "\xc2\x85", "\xff", "\xc3", "M\xfcller", "\xc0\xaf", "\xe0\x80\x80",
        "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\x80", "\xe2\x82"})
    EXPECT_FALSE(is_plain_text(bad)) << bad;
}

}  // namespace
}  // namespace fubini::letor_test
