// SPDX-License-Identifier: BSD-3-Clause
// Files as they may come: cut, damaged, mixed up. Each reads into data that keep their promises, or
// is refused by a sentence; nothing else.
#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/io/detail/cache.hpp"
#include "fubini/io/detail/compressed.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/read.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fubini::mutations_test {
namespace {

constexpr int kFiles = 1000;  // of each kind
constexpr std::size_t kFingerprint = 16;

const std::array<std::string, 4> kTexts = {
    "# made by hand\n2 qid:10 1:0.5 2:1e-3 3:-2 # best\n0 qid:10 1:1 2:2 3:3\r\n"
    "1.5 qid:11 2:4\n1 qid:11 1:.25 3:7\n\n0 qid:12 1:1 2:0 3:1",
    "3 qid:a 7:1 900:2.5\n1 qid:a 12:-0.125\n1\tqid:a 5000:3\n2 qid:b\n0 qid:b 1:16777217\n",
    "item_i,item_j,wins_i,wins_j,ties\nKarpov,Kasparov,25,39,129\n\"Anand, V.\",Karpov,31,12,49\n"
    "Kasparov,\"Anand, V.\",22,9,54.5\n",
    "weight,apple,pear,plum,fig\n3,1,2,2,0\n1.5,1,1,1,1\n2,0,0,3,1\n"};

void insert(std::string& text, Draws& draws, std::string_view what) {
  text.insert(draws.below(std::ssize(text) + 1), what);
}

void swap_or_repeat_lines(std::string& text, Draws& draws) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    lines.back() += c;
    if (c == '\n') lines.emplace_back();
  }
  const Index i = draws.below(std::ssize(lines)), j = draws.below(std::ssize(lines));
  if (draws.uniform() < 0.5)
    std::swap(lines[i], lines[j]);
  else
    lines.insert(lines.begin() + i, lines[j]);
  text.clear();
  for (const std::string& line : lines) text += line;
}

void mutate(std::string& text, Draws& draws) {
  constexpr std::array<std::string_view, 16> kWords = {"1e309",
                                                       "-1e39",
                                                       "nan",
                                                       "inf",
                                                       "99999999999999999999",
                                                       "0.000000000000000000001",
                                                       "4294967296",
                                                       ":",
                                                       "qid:",
                                                       ",",
                                                       "\n",
                                                       "#",
                                                       "\"",
                                                       "-",
                                                       " ",
                                                       "\r"};
  switch (draws.below(6)) {
    case 0: text.resize(draws.below(std::ssize(text) + 1)); break;
    case 1:
      if (!text.empty())
        text[draws.below(std::ssize(text))] ^= static_cast<char>(1 << draws.below(8));
      break;
    case 2: insert(text, draws, kWords[draws.below(std::ssize(kWords))]); break;
    case 3: {
      std::string noise(1 + draws.below(20), '\0');
      for (char& c : noise) c = static_cast<char>(draws.below(256));
      insert(text, draws, noise);
      break;
    }
    case 4: swap_or_repeat_lines(text, draws); break;
    default: {
      const Index from = draws.below(std::ssize(text) + 1);
      text.erase(from, draws.below(10));
    }
  }
}

std::string mutated(std::string text, Draws& draws) {
  for (Index times = 1 + draws.below(3); times > 0; --times) mutate(text, draws);
  return text;
}

class Mutations : public FolderTest {
 protected:
  void TearDown() override {
    FolderTest::TearDown();
    EXPECT_EQ(accepted + refused, kFiles);
    EXPECT_GT(accepted, kFiles / 100) << "else the mutations are too wild to say anything";
    EXPECT_GT(refused, kFiles / 10) << "or too tame";
  }

  void expect_data_or_sentence(const std::string& bytes) {
    const std::string file = path("data");
    std::filesystem::remove(file);  // writing over a file makes some file systems wait for the disk
    std::ofstream(file, std::ios::binary) << bytes;
    try {
      EXPECT_EQ(broken_promise(read_dataset(file).data), "") << bytes;
      ++accepted;
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(file + ":")) << error.what();
      EXPECT_GT(std::string(error.what()).size(), file.size() + 10);
      ++refused;
    }
  }

  int accepted = 0, refused = 0;
};

TEST_F(Mutations, OfTextReadOrAreRefused) {
  for (int file = 0; file < kFiles; ++file) {
    Draws draws(1, file);
    expect_data_or_sentence(mutated(kTexts[file % 4], draws));
  }
}

TEST_F(Mutations, OfGzipReadOrAreRefused) {
  for (int file = 0; file < kFiles; ++file) {
    Draws draws(2, file);
    const bool inside = draws.uniform() < 0.3;
    const std::string& text = kTexts[file % 4];
    expect_data_or_sentence(inside ? gzipped(mutated(text, draws)) : mutated(gzipped(text), draws));
  }
}

TEST_F(Mutations, OfZstdReadOrAreRefused) {
  for (int file = 0; file < kFiles; ++file) {
    Draws draws(3, file);
    const bool inside = draws.uniform() < 0.3;
    const std::string& text = kTexts[file % 4];
    expect_data_or_sentence(inside ? zstd_packed(mutated(text, draws))
                                   : mutated(zstd_packed(text), draws));
  }
}

// Half of them with a right checksum, as if someone had meant it.
TEST_F(Mutations, OfCachesGiveSoundRowsOrNone) {
  for (int file = 0; file < kFiles; ++file) {
    Draws draws(4, file);
    const std::string& text = kTexts[file % 2];
    const Dataset expected = parse_dataset(text, "f").data;
    const std::string whole = encode_cache(parse_letor(text, "f"), fingerprint(text));
    const std::string body = mutated(whole.substr(0, whole.size() - kFingerprint), draws);
    const bool meant = file % 4 < 2;
    const auto rows =
        decode_cache(body + (meant ? fingerprint(body) : whole.substr(whole.size() - kFingerprint)),
                     fingerprint(text));
    rows ? ++accepted : ++refused;
    if (!rows) continue;
    const Dataset data = to_dataset(*rows);
    EXPECT_EQ(broken_promise(data), "");
    EXPECT_TRUE(meant || difference(data, expected).empty());
  }
}

}  // namespace
}  // namespace fubini::mutations_test
