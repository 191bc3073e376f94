// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/model_file.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/io/document.hpp"
#include "fubini/io/ranker.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <thread>

namespace fubini::model_file_test {
namespace {

FittedModel example() {
  return {.model = "davidson",
          .scorer = "products:1x2,3x3",
          .num_features = 3,
          .items = {},
          .weights = {0.1, -1e-300, 1.0 / 3, 2, -5e22},
          .tie_parameters = {"beta"},
          .ties = {-0.7},
          .from = {.command = "fubini fit --data \"ü\\x\"", .data = "train.txt", .iterations = 3}};
}

std::string error_of(const std::string& text) {
  try {
    Ranker::parse(text, "m.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ModelFile, ReadsBackWhatWasWrittenBitForBit) {
  const FittedModel model = example(), back = parse_model(format_model(model), "m.json");
  EXPECT_EQ(back.weights, model.weights);
  EXPECT_EQ(back.ties, model.ties);
  EXPECT_EQ(back.tie_parameters, model.tie_parameters);
  EXPECT_EQ(back.model, model.model);
  EXPECT_EQ(back.scorer, model.scorer);
  EXPECT_EQ(back.from.command, model.from.command);
  EXPECT_EQ(format_model(back), format_model(model));
}

TEST(ModelFile, EveryTruncationIsRefused) {
  const std::string text = format_model(example());
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_THROW(parse_model(text.substr(0, size), "m.json"), FileError) << size;
}

TEST(ModelFile, EveryFlippedBitIsRefusedOrHarmless) {
  const std::string text = format_model(example());
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    try {
      EXPECT_EQ(format_model(parse_model(flipped, "m.json")), text) << bit;  // a space, say
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find("m.json: "), std::string::npos);
    }
  }
}

TEST(ModelFile, SaysWhatIsWrong) {
  const std::string text = format_model(example());
  EXPECT_NE(error_of("").find("not JSON, or cut short"), std::string::npos);
  EXPECT_NE(error_of("[1, 2]").find("not a fubini model"), std::string::npos);
  EXPECT_NE(error_of(replaced(text, "\"version\": 1", "\"version\": 2"))
                .find("version 2 of the format; this fubini reads 1 to 1"),
            std::string::npos);
  EXPECT_NE(error_of(replaced(text, "-0.7", "-0.8")).find("changed or damaged"), std::string::npos);
  EXPECT_NE(error_of(std::string(100000, '[')).find("deep"), std::string::npos);
  FittedModel wrong = example();
  wrong.weights.pop_back();
  EXPECT_NE(error_of(format_model(wrong)).find("4 weights; scorer products:1x2,3x3 wants 5"),
            std::string::npos);
  wrong = example();
  wrong.scorer = "products:3x2";
  EXPECT_NE(error_of(format_model(wrong)).find("wanted increasing pairs"), std::string::npos);
  wrong.scorer = "lineal";
  EXPECT_NE(error_of(format_model(wrong)).find("did you mean linear?"), std::string::npos);
}

// As 0.1.0 wrote it: pairs of products beside the scorer "linear"
TEST(ModelFile, ReadsProductsOfVersion010) {
  Json all = *Json::parse(format_model(example()), "m").find("content");
  all["scorer"] = "linear";
  all["products"] = {{1, 2}, {3, 3}};
  const std::string text = format_document({"fubini model", 1}, all);
  EXPECT_EQ(parse_model(text, "m.json").scorer, "products:1x2,3x3");
  all["products"] = Json::array();
  EXPECT_EQ(parse_model(format_document({"fubini model", 1}, all), "m.json").scorer, "linear");
}

// With a right checksum: nobody checks these by chance.
TEST(ModelFile, RefusesNumbersAndNamesThatMakeNoSense) {
  const auto content = [](const std::string& key, const Json& value) {
    Json all = *Json::parse(format_model(example()), "m").find("content");
    (key == "queries" || key == "iterations" ? all["trained"] : all)[key] = value;
    return error_of(format_document({"fubini model", 1}, all));
  };
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(content("num_features", 3), "no error");
  EXPECT_NE(content("num_features", 100'000'000).find("features with"), std::string::npos);
  EXPECT_NE(content("num_features", kMost).find("not a whole number"), std::string::npos);
  EXPECT_NE(content("products", {{kLeast, 1}, {1, 2}}).find("wanted pairs"), std::string::npos);
  EXPECT_NE(content("products", {{kMost, 1}, {1, 2}}).find("wanted pairs"), std::string::npos);
  EXPECT_NE(content("products", {{"a", {1, 2}}, {"b", {2, 2}}}).find("a list"), std::string::npos);
  EXPECT_NE(content("queries", -1).find("wanted 0 to"), std::string::npos);
  EXPECT_NE(content("iterations", -1).find("wanted 0 to"), std::string::npos);
  EXPECT_NE(content("items", {"a"}).find("names of items; wanted none"), std::string::npos);
  EXPECT_NE(content("items", {"a\n"}).find("'a\\n'; wanted UTF-8"), std::string::npos);
}

TEST(Ranker, ScoresTheSameOnManyThreads) {
  const Ranker ranker(example());
  const std::vector<float> row = {1, 2, 3};
  const double wanted = 0.1 + 2 * -1e-300 + 3.0 / 3 + 2 * (1 * 2) - 5e22 * (3 * 3);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k)
        EXPECT_DOUBLE_EQ(ranker.score(Items::dense(row.data(), 3, 1, 3)).at(0), wanted);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(Ranker, RefusesItemsThatDoNotFit) {
  const Ranker ranker(example());
  const std::vector<float> row = {1, 2};
  const std::vector<Index> ids = {0};
  EXPECT_THROW(ranker.score(Items::dense(row.data(), 2, 1, 2)), ArgumentError);
  EXPECT_THROW(ranker.score(Items::identity(ids)), ArgumentError);
  const std::vector<float> huge = {3e38F, 0, 3e38F};
  EXPECT_NO_THROW(ranker.score(Items::dense(huge.data(), 3, 1, 3)));
  FittedModel large = example();
  large.weights = {1, 1, 1, 1, 1e300};
  EXPECT_THROW(Ranker(large).score(Items::dense(huge.data(), 3, 1, 3)), NumericalError);
}

TEST(Ranker, ReadsDataForItsItems) {
  FittedModel model{.model = "davidson",
                    .scorer = "worths",
                    .items = {"a", "b"},
                    .weights = {0, 1},
                    .tie_parameters = {"beta"},
                    .ties = {0},
                    .from = {}};
  const Ranker ranker(model);
  const std::string text = "item_i,item_j,wins_i,wins_j,ties\nb,a,1,0,0\n";
  const ReadData read = parse_dataset(text, "f", ranker.read_options());
  EXPECT_EQ(ranker.score(read.data.query(0).items), (std::vector<double>{1, 0}));
  EXPECT_THROW(
      parse_dataset("item_i,item_j,wins_i,wins_j,ties\nb,c,1,0,0\n", "f", ranker.read_options()),
      FileError);
}

}  // namespace
}  // namespace fubini::model_file_test
