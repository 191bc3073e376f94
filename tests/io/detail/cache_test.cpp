// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/cache.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/read.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <string>

namespace fubini::cache_test {
namespace {

const std::string kText = "2 qid:a 1:0.5 3:-2\n0 qid:a 2:1\n1 qid:b 1:3 2:0.25 # more\n";

class CacheFile : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    path = FolderTest::path("data.txt");
    cache = path + ".cache";
    write_file(path, kText);
  }

  Dataset read(Index num_features = 0) const {
    return read_dataset(path, {.num_features = num_features, .cache = true}).data;
  }
  // Puts other rows into the cache, as if they were those of the file, to see whether it is used.
  void plant() const {
    LetorRows rows = parse_letor("7 qid:planted 2:1\n", "f");
    write_file(cache, encode_cache(rows, fingerprint(read_file(path))));
  }
  bool planted() const { return read().query(0).id == "planted"; }

  std::string path, cache;
};

TEST_F(CacheFile, IsWrittenOnRequestOnlyAndGivesTheSameData) {
  const Dataset expected = read_dataset(path).data;
  EXPECT_FALSE(std::filesystem::exists(cache));
  EXPECT_EQ(difference(read(), expected), "");
  ASSERT_TRUE(std::filesystem::exists(cache));
  EXPECT_EQ(difference(read(), expected), "");
}

TEST_F(CacheFile, IsUsedIfTheBytesAreTheSame) {
  plant();
  EXPECT_TRUE(planted());
  write_file(path, kText + "1 qid:c 1:1\n");
  EXPECT_FALSE(planted()) << "the file changed";
  EXPECT_EQ(read().num_queries(), 3) << "and the cache with it";
}

TEST_F(CacheFile, ServesAnyNumberOfFeaturesThatIsEnough) {
  read();
  EXPECT_EQ(read(5).num_features(), 5);
  EXPECT_EQ(read(3).num_features(), 3);
  try {
    read(2);
    FAIL() << "feature 3 of 2";
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()), path + ":1:15: feature number 3; wanted 1 to 2");
  }
}

TEST_F(CacheFile, IsRebuiltIfDamaged) {
  plant();
  std::string bytes = read_file(cache);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  write_file(cache, bytes);
  EXPECT_FALSE(planted());
  EXPECT_NE(read_file(cache), bytes);
  EXPECT_EQ(difference(read(), read_dataset(path).data), "");
}

TEST_F(CacheFile, OfAnotherKindIsLeftAlone) {
  write_file(cache, "my own notes");
  EXPECT_EQ(read().num_queries(), 2);
  EXPECT_EQ(read_file(cache), "my own notes");
}

TEST_F(CacheFile, ThatCannotBeWrittenIsNoError) {
  std::filesystem::create_directory(cache);
  EXPECT_EQ(read().num_queries(), 2);
}

TEST_F(CacheFile, ServesPackedFiles) {
  write_file(path, zstd_packed(kText));
  const Dataset expected = read_dataset(path).data;
  read();
  ASSERT_TRUE(std::filesystem::exists(cache));
  EXPECT_EQ(difference(read(), expected), "");
}

TEST(Cache, RefusesRowsThatDoNotGoTogether) {
  const std::string source = fingerprint(kText);
  const auto refused = [&](auto&& spoil) {
    LetorRows rows = parse_letor(kText, "f");
    spoil(rows, rows.pieces.at(0));
    return !decode_cache(encode_cache(rows, source), source).has_value();
  };
  using Rows = LetorRows;
  using Piece = LetorPiece;
  EXPECT_FALSE(refused([](Rows&, Piece&) {}));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.values[1] = INFINITY; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.grades[1] = NAN; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.columns[1] = 0; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.columns[1] = 3; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.counts[0] = 4'000'000'000; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { ++piece.counts[2]; }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.counts.pop_back(); }));
  EXPECT_TRUE(refused([](Rows&, Piece& piece) { piece.values.pop_back(); }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { ++rows.queries[1].rows; }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.queries[1].rows = -1; }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.queries[1].id = "a"; }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.queries[1].id = "\n"; }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.queries.clear(); }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.largest_feature = 0; }));
  EXPECT_TRUE(refused([](Rows& rows, Piece&) { rows.largest_feature = kMostFeatures + 1; }));
}

TEST(Cache, KnowsItsSourceAndItsOwnBytes) {
  const LetorRows rows = parse_letor(kText, "f");
  const std::string bytes = encode_cache(rows, fingerprint(kText));
  EXPECT_TRUE(decode_cache(bytes, fingerprint(kText)).has_value());
  EXPECT_FALSE(decode_cache(bytes, fingerprint("other")).has_value());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(decode_cache(damaged, fingerprint(kText)).has_value()) << "bit " << bit;
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_cache(bytes.substr(0, size), fingerprint(kText)).has_value()) << size;
}

}  // namespace
}  // namespace fubini::cache_test
