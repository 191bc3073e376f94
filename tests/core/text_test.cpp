// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/text.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>
#include <random>
#include <string>
#include <vector>

namespace fubini::text_test {
namespace {

using Strings = std::vector<std::string>;
using Views = std::vector<std::string_view>;

TEST(ParseDouble, ReadsNumbers) {
  EXPECT_EQ(parse_double("0"), 0.0);
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("-2e3"), -2000.0);
  EXPECT_EQ(parse_double("2.5E-3"), 0.0025);
  EXPECT_EQ(parse_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_double("2.2250738585072014e-308"), std::numeric_limits<double>::min());
  EXPECT_EQ(parse_double("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(ParseDouble, ReadsTheNonFiniteOnesAsSuch) {
  ASSERT_TRUE(parse_double("nan").has_value());
  EXPECT_TRUE(std::isnan(*parse_double("nan")));
  EXPECT_EQ(parse_double("inf"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_double("-inf"), -std::numeric_limits<double>::infinity());
}

TEST(ParseDouble, RefusesWhatIsNotOneNumber) {
  for (const char* text :
       {"",  " ",  " 1",    "1 ",  "1,5",  "1.5x", "1e",  "1e+", "--1",   "+-1",  "-",
        ".", "e5", "1.2.3", "1 2", "0x10", "one",  "1\n", "\t1", "1_000", "1'000"})
    EXPECT_EQ(parse_double(text), std::nullopt) << '"' << text << '"';
  EXPECT_EQ(parse_double(std::string_view("1\0", 2)), std::nullopt);
}

TEST(ParseDouble, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(parse_double("1e999"), std::nullopt);
  EXPECT_EQ(parse_double("-1e999"), std::nullopt);
}

TEST(ParseNumbers, StopAtTheEndOfTheView) {
  const std::string_view digits = "123456";  // no terminator after the part
  EXPECT_EQ(parse_double(digits.substr(0, 3)), 123.0);
  EXPECT_EQ(parse_integer(digits.substr(2, 2)), 34);
}

TEST(ParseInteger, ReadsTheWholeRange) {
  EXPECT_EQ(parse_integer("42"), 42);
  EXPECT_EQ(parse_integer("-7"), -7);
  EXPECT_EQ(parse_integer("007"), 7);
  for (const long extreme : {std::numeric_limits<long>::max(), std::numeric_limits<long>::min()})
    EXPECT_EQ(parse_integer(std::to_string(extreme)), extreme);
}

TEST(ParseInteger, RefusesWhatIsNotOneInteger) {
  for (const char* text : {"", " ", " 1", "1 ", "4.0", "1e3", "1,000", "--1", "+-1", "-", "0x10",
                           "x", "nan", "9223372036854775808", "-9223372036854775809"})
    EXPECT_EQ(parse_integer(text), std::nullopt) << '"' << text << '"';
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,b,,c", ','), (Views{"a", "b", "", "c"}));
  EXPECT_EQ(split(",a,", ','), (Views{"", "a", ""}));
  EXPECT_EQ(split(",", ','), (Views{"", ""}));
  EXPECT_EQ(split("a b", ','), (Views{"a b"}));
  EXPECT_EQ(split("a:b,c", ':'), (Views{"a", "b,c"}));
}

TEST(Split, AnEmptyTextHasNoParts) { EXPECT_TRUE(split("", ',').empty()); }

TEST(FormatDouble, ReadsBackAsTheSameNumberAndNoTextIsShorter) {
  std::vector<double> numbers = {
      0.0,        -0.0, 1,      0.1,    1.0 / 3,
      123456,     1e21, 5e-324, -1e300, std::numeric_limits<double>::max(),
      1 + 0x1p-52};
  std::mt19937_64 bits(1);
  while (numbers.size() < 2000) {
    const double x = std::bit_cast<double>(bits());
    if (std::isfinite(x)) numbers.push_back(x);
  }
  for (const double x : numbers) {
    const std::string text = format_double(x);
    const std::optional<double> back = parse_double(text);
    ASSERT_TRUE(back.has_value()) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(x)) << text;
    // printf with the fewest digits that read back is an upper bound on the length
    char printed[64];
    for (int digits = 1; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
      std::snprintf(printed, sizeof printed, "%.*g", digits, x);
      if (std::strtod(printed, nullptr) == x) break;
    }
    EXPECT_LE(text.size(), std::string_view(printed).size()) << text << " against " << printed;
  }
}

TEST(FormatDouble, WritesNonFiniteNumbersThatReadBack) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(parse_double(format_double(infinity)), infinity);
  EXPECT_EQ(parse_double(format_double(-infinity)), -infinity);
  ASSERT_TRUE(parse_double(format_double(std::nan(""))).has_value());
  EXPECT_TRUE(std::isnan(*parse_double(format_double(std::nan("")))));
}

void expect_a_point_and_no_comma() {
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("1,5"), std::nullopt);
  EXPECT_EQ(parse_double("1.234.567"), std::nullopt);
  EXPECT_EQ(parse_integer("1234567"), 1234567);
  EXPECT_EQ(parse_integer("1.234.567"), std::nullopt);
  EXPECT_EQ(format_double(1234567.5), "1234567.5");
}

// Decimal comma and grouped thousands, as in German, on every machine.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Text, IgnoresTheLocaleOfStreams) {
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Comma));
  expect_a_point_and_no_comma();
  std::locale::global(old);
}

TEST(Text, IgnoresTheLocaleOfC) {
  const std::string old = std::setlocale(LC_ALL, nullptr);
  const auto set_one = [] {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"})
      if (std::setlocale(LC_ALL, name) != nullptr) return true;
    return false;
  };
  if (!set_one()) GTEST_SKIP() << "no locale with a decimal comma on this machine";
  expect_a_point_and_no_comma();
  std::setlocale(LC_ALL, old.c_str());
}

TEST(NearestFirst, FewerEditsComeFirst) {
  // edits from "davidsn": davidson 1, david 2, luce 7
  EXPECT_EQ(nearest_first("davidsn", {"luce", "david", "davidson"}),
            (Strings{"davidson", "david", "luce"}));
}

TEST(NearestFirst, InsertingRemovingAndReplacingAreOneEditEach) {
  // all one edit from "cat", so the order stays, whichever it is
  for (const Strings& candidates :
       {Strings{"cut", "cart", "at"}, Strings{"at", "cut", "cart"}, Strings{"cart", "at", "cut"}})
    EXPECT_EQ(nearest_first("cat", candidates), candidates);
}

TEST(NearestFirst, EqualOnesKeepTheirOrder) {
  EXPECT_EQ(nearest_first("cat", {"dog", "cut", "pig", "cat", "bat"}),
            (Strings{"cat", "cut", "bat", "dog", "pig"}));
  Strings many;  // a sort that is not stable shows it only on longer lists
  for (char c = 'a'; c <= 'z'; ++c) many.push_back({c, c, 'x'});
  std::ranges::reverse(many);
  Strings wanted = many;
  std::erase(wanted, "xxx");
  wanted.insert(wanted.begin(), "xxx");
  EXPECT_EQ(nearest_first("xxx", many), wanted);
}

TEST(NearestFirst, TakesEmptyNamesAndLists) {
  EXPECT_TRUE(nearest_first("cat", {}).empty());
  EXPECT_EQ(nearest_first("", {"abc", "", "a"}), (Strings{"", "a", "abc"}));
}

TEST(UnknownName, IsOneSentenceNearestFirst) {
  EXPECT_EQ(unknown_name("model", "davidsn", {"luce", "david", "davidson"}),
            "unknown model 'davidsn'; did you mean davidson? There are: davidson, david, luce");
}

TEST(UnknownName, HasRoomForAnyNameAndList) {
  const Strings many(1000, std::string(20, 'c'));
  const std::string sentence = unknown_name("model", std::string(100'000, 'n'), many);
  EXPECT_LE(sentence.size(), 500U);
  EXPECT_TRUE(sentence.ends_with(" more")) << sentence;
}

TEST(Listed, SaysHowManyAreLeftOut) {
  EXPECT_EQ(listed({"a", "b"}), "a, b");
  EXPECT_EQ(listed({"a", std::string(300, 'b'), "c"}), "a, and 2 more");
}

TEST(Shown, QuotesCutsAndEscapes) {
  EXPECT_EQ(shown("ab c"), "'ab c'");
  EXPECT_EQ(shown(""), "''");
  EXPECT_EQ(shown("\xc3\xa9"), "'\xc3\xa9'");  // e with an accent
  EXPECT_EQ(shown("a\nb\t\x1b[1m\x7f"), "'a\\nb\\x09\\x1b[1m\\x7f'");
  EXPECT_EQ(shown(std::string("\0", 1)), "'\\x00'");
  // Not UTF-8: a byte alone, a character that is cut, one that is too long, a C1 control
  EXPECT_EQ(shown("\xff"), "'\\xff'");
  EXPECT_EQ(shown("\xe2\x82"), "'\\xe2\\x82'");
  EXPECT_EQ(shown("\xc0\xaf"), "'\\xc0\\xaf'");
  EXPECT_EQ(shown("\xc2\x85"), "'\\xc2\\x85'");
  EXPECT_EQ(shown(std::string(43, 'x')), "'" + std::string(43, 'x') + "'");
  EXPECT_EQ(shown(std::string(44, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(shown(std::string(39, 'x') + "\xc3\xa9xxxx"), "'" + std::string(39, 'x') + "...'");
}

TEST(ShownName, LeavesPlainShortOnesAlone) {
  EXPECT_EQ(shown_name("data/train.txt"), "data/train.txt");
  EXPECT_EQ(shown_name("two\nlines"), "'two\\nlines'");
  EXPECT_EQ(shown_name(""), "''");
  const std::string path = std::string(1000, 'd') + "/train.txt";
  EXPECT_EQ(shown_name(path),
            "'" + std::string(40, 'd') + "..." + std::string(50, 'd') + "/train.txt'");
  EXPECT_EQ(shown_name(shown_name(path)), shown_name(path));
}

TEST(Error, IsOnePlainLineWhateverWentIntoIt) {
  const std::string what = ArgumentError(std::string(1000, 'a') + "\n").what();
  EXPECT_EQ(what, std::string(497, 'a') + "...");
  EXPECT_STREQ(FileError("a\nb\xff").what(), "a\\nb\\xff");
}

TEST(Join, PutsTheSeparatorOnlyBetween) {
  EXPECT_EQ(join({"a", "", "c"}, ", "), "a, , c");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({}, ", "), "");
}

struct plain {
  struct nested {};
};
template <class T>
struct holder {
  struct nested {};
};

TEST(TypeName, IsTheTypesOwnName) {
  struct local {};
  EXPECT_EQ(type_name<plain>(), "plain");
  EXPECT_EQ(type_name<plain::nested>(), "nested");
  EXPECT_EQ(type_name<local>(), "local");
  EXPECT_EQ(type_name<int>(), "int");
}

TEST(TypeName, KeepsTheArgumentsOfATemplate) {
  EXPECT_EQ(type_name<holder<int>>(), "holder<int>");
  EXPECT_TRUE(type_name<holder<plain::nested>>().starts_with("holder<"));
}

TEST(TypeName, ForgetsATemplateThatSurroundsTheType) {
  EXPECT_EQ(type_name<holder<plain>::nested>(), "nested");
}

}  // namespace
}  // namespace fubini::text_test
