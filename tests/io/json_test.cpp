// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/json.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <limits>
#include <string>
#include <vector>

namespace fubini::json_test {
namespace {

using Theirs = nlohmann::ordered_json;
constexpr auto kReplace = Theirs::error_handler_t::replace;

// Numbers of all sizes, whole ones, texts with quotes and broken UTF-8, lists of each
std::string any_text(Draws& draws, int depth) {
  constexpr const char* kAtoms[] = {
      "null", "true",     "-7",    "18446744073709551615", "1.0", "-0.0", "1e-05",
      "5e22", "4.9e-324", R"("")", R"("a\"\\\u00e9\n")"};
  const Index kind = draws.below(depth > 5 ? 2 : 4);
  if (kind == 0) return kAtoms[draws.below(std::size(kAtoms))];
  if (kind == 1) return Theirs(draws.between(-1, 1) * 1e3).dump();
  std::string text;
  const Index size = draws.below(4);
  for (Index k = 0; k < size; ++k)
    text += (k > 0 ? ", " : "") + (kind == 2 ? "" : "\"k" + std::to_string(k) + "\": ") +
            any_text(draws, depth + 1);
  return kind == 2 ? "[" + text + "]" : "{" + text + "}";
}

TEST(Json, ReadsAndWritesAsNlohmannDoes) {
  Draws draws(1, 0);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string text = any_text(draws, 0);
    const Theirs theirs = Theirs::parse(text);
    const Json ours = Json::parse(text, "t");
    EXPECT_EQ(ours.dump(), theirs.dump());
    EXPECT_EQ(ours.dump(2), theirs.dump(2));
  }
}

TEST(Json, IsMadeOfBracesAsTheirsIs) {
  const std::vector<double> numbers = {1, 0.5};
  const std::vector<std::string> texts = {"a", "b\xff"};
  const std::vector<std::vector<long>> lists = {{1, 2}, {}};
  const auto made = []<class J>(const J& none, const auto& x, const auto& t, const auto& l) {
    J all = {{"numbers", x}, {"texts", t}, {"lists", l}, {"none", none}, {"pair", {"a", "b"}}};
    all["object"] = {{"x", 1}, {"y", std::numeric_limits<double>::infinity()}};
    all["more"]["deep"] = true;
    all["list"].push_back({{"z", 1U}});
    all["list"].push_back(2.5);
    J over = {{"x", "new"}, {"w", 0}};
    all["object"].update(over);
    return all;
  };
  EXPECT_EQ(made(Json(), numbers, texts, lists).dump(2),
            made(Theirs(), numbers, texts, lists).dump(2, ' ', false, kReplace));
}

TEST(Json, ListOfNumbersTakesOtherValuesToo) {
  Json list(std::vector<double>{1, 2});
  list.push_back(3.0);
  EXPECT_EQ(list.numbers(), (std::vector<double>{1, 2, 3}));
  list.push_back("a");
  EXPECT_EQ(list.dump(), R"([1.0,2.0,3.0,"a"])");
  EXPECT_FALSE(list.numbers());
}

std::string error_of(const std::string& text) {
  try {
    Json::parse(text, "t.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Json, RefusesWhatItCannotKeep) {
  EXPECT_EQ(error_of(std::string(8, '[') + std::string(8, ']')), "no error");
  EXPECT_EQ(error_of(std::string(9, '[') + std::string(9, ']')), "t.json: nested more than 8 deep");
  EXPECT_EQ(error_of(R"({"a": 1, "b": {"c": 1}, "a": 2})"), "t.json: 'a' stands twice");
  EXPECT_NE(error_of("[1, 2").find("t.json: not JSON, or cut short"), std::string::npos);
  EXPECT_NE(error_of("[1e999]").find("t.json: not JSON"), std::string::npos);
  EXPECT_NE(error_of("").find("t.json: not JSON"), std::string::npos);
}

}  // namespace
}  // namespace fubini::json_test
