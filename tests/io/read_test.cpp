// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/read.hpp"

#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fubini {
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

TEST(ReadDataset, NamesLineAndWhatWasWanted) {
  struct Bad {
    const char* text;
    const char* line;
    const char* found;
  };
  for (const Bad& bad : {
           Bad{"", "f.txt: ", "empty"},
           Bad{"\n \n", "f.txt: ", "empty"},
           Bad{"# only a comment\n", "f.txt: ", "no data"},
           Bad{"1 qid:1 1:1\nx qid:1 1:1\n", "f.txt:2: ", "'x' is not a grade"},
           Bad{"nan qid:1 1:1\n", "f.txt:1: ", "'nan' is not a grade"},
           Bad{"1 1:1\n", "f.txt:1: ", "qid:NAME"},
           Bad{"1 qid:\n", "f.txt:1: ", "qid:NAME"},
           Bad{"1 qid:1 0:1\n", "f.txt:1: ", "feature number 0"},
           Bad{"1 qid:1 2:1 2:1\n", "f.txt:1: ", "feature 2 after 2"},
           Bad{"1 qid:1 3:1 1:1\n", "f.txt:1: ", "feature 1 after 3"},
           Bad{"1 qid:1 1:inf\n", "f.txt:1: ", "'inf' as value of feature 1"},
           Bad{"1 qid:1 1:1e39\n", "f.txt:1: ", "'1e39' as value of feature 1"},
           Bad{"1 qid:1 1:0,5\n", "f.txt:1: ", "'0,5' as value"},
           Bad{"1 qid:1 1\n", "f.txt:1: ", "'1' is not a feature"},
           Bad{"1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n", "f.txt:3: ", "'1' comes back"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\n", "f.txt: ", "no comparisons"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,1,1\n", "f.txt:2: ", "4 columns; wanted 5"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,a,1,1,0\n", "f.txt:2: ", "with itself"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,-1,1,0\n", "f.txt:2: ", "'-1' as wins_i"},
           Bad{"item_i,item_j,wins_i,wins_j,ties\na,b,0,0,0\n", "f.txt: ", "all counts are 0"},
           Bad{"weight,a,b\n1,1,x\n", "f.txt:2: ", "'x' as rank of b"},
           Bad{"weight,a,b\n1,0,0\n", "f.txt:2: ", "nothing is ranked"},
           Bad{"weight,a,a\n1,1,2\n", "f.txt:1: ", "item 'a' stands twice"},
           Bad{"weight,a,\n1,1,2\n", "f.txt:1: ", "without a name"},
           Bad{"weight,a,b\nnan,1,2\n", "f.txt:2: ", "'nan' as weight"},
       }) {
    const std::string error = error_of(bad.text);
    EXPECT_TRUE(error.starts_with(bad.line)) << bad.text << " gave: " << error;
    EXPECT_NE(error.find(bad.found), std::string::npos) << bad.text << " gave: " << error;
  }
}

TEST(ReadDataset, ShowsNoControlCharacters) {
  const std::string error = error_of("1 qid:1 \x1b[31m:1\n");
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace fubini
