// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/read.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/cache.hpp"
#include "fubini/io/compressed.hpp"
#include "fubini/io/csv.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/letor.hpp"

#include <filesystem>
#include <optional>
#include <utility>

namespace fubini {
namespace {

LetorOptions letor_options(const ReadOptions& options) {
  return {options.num_features, options.threads, options.progress};
}

// If not, parsing says where and why.
bool fits(const LetorRows& rows, Index num_features) {
  return num_features == 0 ||
         (rows.largest_feature <= num_features && num_features <= kMostFeatures);
}

// The cache of one file. Whatever goes wrong with it, reading goes on without.
class Cache {
 public:
  Cache(const std::string& path, std::string_view source)
      : path_(path + ".cache"), fingerprint_(fingerprint(source)), usable_(is_file(path)) {}

  std::optional<LetorRows> load() {
    std::error_code missing;
    if (!usable_ || !std::filesystem::exists(path_, missing)) return std::nullopt;
    usable_ = is_file(path_);
    try {
      if (!usable_) return std::nullopt;
      const std::string bytes = read_file(path_);
      usable_ = looks_like_cache(bytes);
      return decode_cache(bytes, fingerprint_);
    } catch (const FileError&) {
      usable_ = false;
      return std::nullopt;
    }
  }

  void store(const LetorRows& rows) const {
    if (!usable_) return;
    try {
      write_file(path_, encode_cache(rows, fingerprint_));
    } catch (const FileError&) {  // a folder that cannot be written, a full disk
    }
  }

 private:
  static bool is_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
  }

  std::string path_;
  std::string fingerprint_;
  bool usable_;
};

}  // namespace

ReadData parse_dataset(std::string_view text, const std::string& name, const ReadOptions& options) {
  if (auto read = parse_csv(text, name, options)) {
    if (options.progress) options.progress(text.size(), text.size());
    return std::move(*read);
  }
  return {to_dataset(parse_letor(text, name, letor_options(options)), options.num_features), {}};
}

namespace {

ReadData read_from(std::string text, const std::string& path, const ReadOptions& options) {
  std::optional<Cache> cache;
  if (options.cache) {
    cache.emplace(path, text);
    const std::size_t size = text.size();
    auto rows = cache->load();
    if (rows && fits(*rows, options.num_features)) {
      text = {};
      if (options.progress) options.progress(size, size);
      return {to_dataset(std::move(*rows), options.num_features), {}};
    }
  }
  text = decompress(std::move(text), path);
  if (auto read = parse_csv(text, path, options)) {
    if (options.progress) options.progress(text.size(), text.size());
    return std::move(*read);
  }
  LetorRows rows = parse_letor(text, path, letor_options(options));
  text = {};  // no longer needed, and as large as what it becomes
  if (cache) cache->store(rows);
  return {to_dataset(std::move(rows), options.num_features), {}};
}

}  // namespace

ReadData read_dataset(const std::string& path, const ReadOptions& options) {
  std::string text = read_file(path);
  std::string print = fingerprint(text);
  ReadData read = read_from(std::move(text), path, options);
  read.fingerprint = std::move(print);
  return read;
}

}  // namespace fubini
