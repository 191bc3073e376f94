// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as a data file: plain, gzip or zstd, in any format. The first byte says what else is
// asked for, so that small inputs reach pieces, threads' joins and a model's limits too.
#include "fubini/core/error.hpp"
#include "fubini/io/detail/cache.hpp"
#include "fubini/io/detail/compressed.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/read.hpp"
#include "tests/support/same_dataset.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace fubini;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what.c_str());
  std::abort();
}

void read(const std::string& bytes, const ReadOptions& options) {
  const ReadData read = parse_dataset(decompress(bytes, "f"), "f", options);
  expect(broken_promise(read.data).empty(), broken_promise(read.data));
  const bool named = read.data.kind() == Items::Kind::identity;
  expect(std::ssize(read.items) == (named ? read.data.num_distinct_items() : 0), "names");
}

// Small pieces give the same rows as one, and so does a cache of them.
void join(const std::string& text) {
  std::string error, other_error;
  const auto rows = [&](std::size_t piece, std::string& wrong) {
    LetorRows parsed;
    try {
      parsed = parse_letor(text, "f", {0, 1, {}, piece});
    } catch (const FileError& found) {
      wrong = found.what();
    }
    return parsed;
  };
  const LetorRows whole = rows(1 << 20, error), pieces = rows(16, other_error);
  expect(error == other_error, error + " or " + other_error);
  if (!error.empty()) return;
  const auto cached = decode_cache(encode_cache(pieces, fingerprint(text)), fingerprint(text));
  expect(cached.has_value(), "cache");
  if (whole.largest_feature > 1000) return;  // comparing takes long
  expect(difference(to_dataset(whole), to_dataset(*cached)).empty(), "pieces or cache");
}

// As if someone had written a cache with a right checksum
void load(const std::string& bytes) {
  const std::string body = "fubini cache\n" + bytes;
  if (const auto rows = decode_cache(body + fingerprint(body), "0123456789abcdef"))
    expect(broken_promise(to_dataset(*rows)).empty(), "cache");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0] % 8) {
      case 0: join(bytes); break;
      case 1: load(bytes); break;
      case 2: read(bytes, {.num_features = 3, .items = {"a", "b"}, .threads = 1}); break;
      default: read(bytes, {.threads = 1});
    }
  } catch (const Error& error) {
    expect(std::string(error.what()).size() > 8, "an error without a sentence");
  }
  return 0;
}
