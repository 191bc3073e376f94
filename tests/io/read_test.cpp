// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/read.hpp"

#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fubini::read_test {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_dataset(text, "f.txt");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReadDataset, ReadsLearningToRankLines) {
  const ReadData read = parse_dataset(
      "# a comment first\n"
      "0 qid:7 1:0.5 3:-2 # the worse\r\n"
      "\n"
      "2.5 qid:7 1:1e-1 2:+4 3:1\n"
      "1\tqid:b  2:1",
      "f.txt");
  const Dataset& data = read.data;
  ASSERT_EQ(data.num_queries(), 2);
  EXPECT_EQ(data.num_features(), 3);
  const Query first = data.query(0);
  EXPECT_EQ(first.id, "7");
  ASSERT_EQ(first.items.size(), 2);
  EXPECT_EQ(first.ranking.num_buckets(), 2);
  EXPECT_EQ(first.items.feature(0, 1), 4.0);  // the better one stands first
  EXPECT_EQ(first.items.feature(1, 1), 0.0);
  EXPECT_EQ(first.items.feature(1, 2), -2.0);
  EXPECT_EQ(data.query(1).id, "b");
}

TEST(ReadDataset, PassesOverAByteOrderMark) {
  EXPECT_EQ(parse_dataset("\xef\xbb\xbf"
                          "1 qid:1 1:1\n",
                          "f")
                .data.num_queries(),
            1);
}

TEST(ReadDataset, IsDenseOrSparseByFill) {
  EXPECT_EQ(parse_dataset("1 qid:1 1:1 2:1\n", "f").data.kind(), Items::Kind::dense);
  EXPECT_EQ(parse_dataset("1 qid:1 9:1\n0 qid:1 4:1\n", "f").data.kind(), Items::Kind::sparse);
}

TEST(ReadDataset, ReadsPairedComparisons) {
  const ReadData read =
      parse_dataset("item_i,item_j,wins_i,wins_j,ties\na,b,3,0,2\nb,c,0,1.5,0\n", "f.csv");
  EXPECT_EQ(read.items, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(read.data.num_queries(), 3);  // counts of 0 are no queries
  const Query win = read.data.query(0), tie = read.data.query(1), loss = read.data.query(2);
  EXPECT_EQ(win.weight, 3);
  EXPECT_EQ(win.items.id(0), 0);
  EXPECT_EQ(tie.weight, 2);
  EXPECT_EQ(tie.ranking.num_buckets(), 1);
  EXPECT_EQ(loss.weight, 1.5);
  EXPECT_EQ(loss.items.id(0), 2) << "c beat b";
}

TEST(ReadDataset, ReadsRankingsWithTies) {
  const ReadData read = parse_dataset("weight,x,y,z,u\n2,2,1,2,0\n1,1,0,0,0\n", "f.csv");
  EXPECT_EQ(read.items.size(), 4u);
  const Query first = read.data.query(0);
  EXPECT_EQ(first.weight, 2);
  ASSERT_EQ(first.items.size(), 3);
  EXPECT_EQ(first.items.id(0), 1);
  EXPECT_EQ(first.ranking.bucket_size(1), 2);
  EXPECT_EQ(read.data.query(1).items.size(), 1);
}

TEST(ReadDataset, NamesLineColumnAndWhatWasWanted) {
  struct Bad {
    const char* text;
    const char* line;
    const char* found;
  };
  for (const Bad& bad : {
           Bad{"", "f.txt: ", "empty"},
           Bad{"\n \n", "f.txt: ", "empty"},
           Bad{"# only a comment\n", "f.txt: ", "no data"},
           Bad{"1 qid:1 1:1\nx qid:1 1:1\n", "f.txt:2:1: ", "'x' is not a grade"},
           Bad{"nan qid:1 1:1\n", "f.txt:1:1: ", "'nan' is not a grade"},
           Bad{"1 1:1\n", "f.txt:1:3: ", "qid:NAME"},
           Bad{"1 qid:\n", "f.txt:1:3: ", "qid:NAME"},
           Bad{"1 qid:1 0:1\n", "f.txt:1:9: ", "feature number 0"},
           Bad{"1 qid:1 2:1 2:1\n", "f.txt:1:13: ", "feature 2 after 2"},
           Bad{"1 qid:1 3:1 1:1\n", "f.txt:1:13: ", "feature 1 after 3"},
           Bad{"1 qid:1 1:inf\n", "f.txt:1:11: ", "'inf' as value of feature 1"},
           Bad{"1 qid:1 1:1e39\n", "f.txt:1:11: ", "'1e39' as value of feature 1"},
           Bad{"1 qid:1 1:0,5\n", "f.txt:1:11: ", "'0,5' as value"},
           Bad{"1 qid:1 1\n", "f.txt:1:9: ", "'1' is not a feature"},
           Bad{"1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n", "f.txt:3:3: ", "'1' comes back"},
           Bad{"qid:1 1:1\n", "f.txt:1:1: ", "'qid:1' is not a grade"},
           Bad{"1\n", "f.txt:1:2: ", "nothing after the grade; wanted qid:NAME"},
           Bad{"-1e999 qid:1 1:1\n", "f.txt:1:1: ", "'-1e999' is not a grade"},
           Bad{"1 qid:1 1:-3.5e38\n", "f.txt:1:11: ", "'-3.5e38' as value of feature 1"},
           Bad{"1 qid:1 1:nan\n", "f.txt:1:11: ", "'nan' as value of feature 1"},
           Bad{"1 qid:1 1:\n", "f.txt:1:11: ", "'' as value of feature 1"},
           Bad{"1 qid:1 1:1:2\n", "f.txt:1:11: ", "'1:2' as value of feature 1"},
           Bad{"1 qid:1 1:--1\n", "f.txt:1:11: ", "'--1' as value of feature 1"},
           Bad{"1 qid:1 1:.\n", "f.txt:1:11: ", "'.' as value of feature 1"},
           Bad{"1 qid:1 -1:1\n", "f.txt:1:9: ", "feature number -1"},
           Bad{"1 qid:1 4294967297:1\n", "f.txt:1:9: ", "feature number 4294967297"},
           Bad{"1 qid:1 99999999999999999999:1\n", "f.txt:1:9: ", "is not a feature"},
           Bad{"1 qid:\xff 1:1\n", "f.txt:1:3: ", "wanted a name in UTF-8"},
           Bad{"\xef\xbb\xbf\r\n 1\tqid:1  1:x\r\n", "f.txt:2:13: ", "'x' as value"},
           Bad{"item_i,item_j,wins_i,wins_j\na,b,1,1\n",
               "f.txt:1:28: ", "wanted item_i,item_j,wins"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,1,5,1,1\n", "f.txt:2:11: ", "6 columns"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,1,\"1,5\",1\n", "f.txt:2:7: ", "'1,5' as"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na, b ,1, inf,1\n", "f.txt:2:10: ", "'inf' as"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\n\"a,b,1,2,3\n", "f.txt:2:1: ", "does not end"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\n\"a\"x,b,1,2,3\n", "f.txt:2:4: ", "a comma"},
           Bad{"weight\n1\n", "f.txt:1:7: ", "no items"},
           Bad{"weight,a,b\n1,1,1.5\n", "f.txt:2:5: ", "'1.5' as rank of b"},
           Bad{"weight,a,b\n1,1,9999999999\n", "f.txt:2:5: ", "'9999999999' as rank of b"},
           Bad{"weight,a,\x01\n1,1,2\n", "f.txt:1:10: ", "without control characters"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\n", "f.txt: ", "no comparisons"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,1,1\n", "f.txt:2:8: ", "4 columns; wanted 5"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,a,1,1,0\n", "f.txt:2:3: ", "with itself"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,-1,1,0\n", "f.txt:2:5: ", "'-1' as wins_i"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,0,0,0\n", "f.txt: ", "all counts are 0"},
           Bad{"weight,a,b\n1,1,x\n", "f.txt:2:5: ", "'x' as rank of b"},
           Bad{"weight,a,b\n1,0,0\n", "f.txt:2:3: ", "nothing is ranked"},
           Bad{"weight,a,a\n1,1,2\n", "f.txt:1:10: ", "item 'a' stands twice"},
           Bad{"weight,a,\n1,1,2\n", "f.txt:1:10: ", "without a name"},
           Bad{"weight,a,b\nnan,1,2\n", "f.txt:2:1: ", "'nan' as weight"},
       }) {
    const std::string error = error_of(bad.text);
    EXPECT_TRUE(error.starts_with(bad.line)) << bad.text << " gave: " << error;
    EXPECT_NE(error.find(bad.found), std::string::npos) << bad.text << " gave: " << error;
  }
}

TEST(ReadDataset, RefusesWhatTheModelDoesNotKnow) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse_dataset(text, "f", {.num_features = 2, .items = {"a", "b"}});
    } catch (const FileError& found) {
      return found.what();
    }
    return "no error";
  };
  EXPECT_EQ(error("1 qid:1 2:1\n"), "no error");
  EXPECT_EQ(error("1 qid:1 3:1\n"), "f:1:9: feature number 3; wanted 1 to 2");
  EXPECT_EQ(error("weight,b,a\n1,1,2\n"), "no error");
  EXPECT_EQ(error("weight,b,c\n1,1,2\n"),
            "f:1:10: item 'c' is unknown; wanted one of the 2 items of the model");
}

TEST(ReadDataset, ReadsQuotedNamesAndBlanksAroundFields) {
  const ReadData read = parse_dataset(
      " item_i, item_j ,\"wins_i\",wins_j,ties \r\n\"a, b\" , \"c \"\"d\"\"\" ,1,\t2, 3 \r\n",
      "f.csv");
  EXPECT_EQ(read.items, (std::vector<std::string>{"a, b", "c \"d\""}));
  ASSERT_EQ(read.data.num_queries(), 3);
  EXPECT_EQ(read.data.query(2).weight, 3);
  EXPECT_EQ(parse_dataset("weight , x , \"y\"\r\n 1 , 1 , 2 \r\n", "f").items,
            (std::vector<std::string>{"x", "y"}));
}

TEST(ReadDataset, ReadsTinyValuesAsZeroAndLargeOnesAsTheyAre) {
  const Dataset data = parse_dataset("1 qid:1 1:1e-60 2:3.4e38 3:1e-40\n", "f").data;
  EXPECT_EQ(data.query(0).items.feature(0, 0), 0);
  EXPECT_EQ(data.query(0).items.feature(0, 1), 3.4e38F);
  EXPECT_EQ(data.query(0).items.feature(0, 2), 1e-40F);
}

TEST(ReadDataset, CountsFeaturesThatAreZeroEverywhere) {
  const Dataset data = parse_dataset("1 qid:1 1:1 5:0\n", "f").data;
  EXPECT_EQ(data.num_features(), 5);
  EXPECT_EQ(data.kind(), Items::Kind::sparse) << "zeros fill nothing";
}

TEST(ReadDataset, ShowsNoControlCharacters) {
  const std::string error = error_of("1 qid:1 \x1b[31m:1\n");
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace fubini::read_test
