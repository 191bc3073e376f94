// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/read.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/detail/cache.hpp"
#include "fubini/io/detail/compressed.hpp"
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
  Cache(const std::string& path, std::string source_fingerprint)
      : path_(path + ".cache"),
        fingerprint_(std::move(source_fingerprint)),
        usable_(is_file(path)) {}

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
      check_writable(path_);  // and removes what a killed run left
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

std::optional<LetorRows> from_cache(std::optional<Cache>& cache, std::size_t size,
                                    const ReadOptions& options) {
  auto rows = cache ? cache->load() : std::nullopt;
  if (!rows || !fits(*rows, options.num_features)) return std::nullopt;
  if (options.progress) options.progress(size, size);
  return rows;
}

ReadData to_data(LetorRows rows, const ReadOptions& options, std::string fingerprint) {
  return {to_dataset(std::move(rows), options.num_features), {}, std::move(fingerprint)};
}

}  // namespace

ReadData read_dataset(const std::string& path, const ReadOptions& options) {
  const std::string name = shown_name(path);
  std::optional<FileBytes> bytes = FileBytes::read(path, options.threads);
  std::string print = fingerprint(bytes->view());
  std::optional<Cache> cache;
  if (options.cache) cache.emplace(path, print);
  if (auto rows = from_cache(cache, bytes->view().size(), options)) {
    bytes.reset();
    return to_data(std::move(*rows), options, std::move(print));
  }
  std::optional<std::string> text = unpacked(bytes->view(), name);
  if (text) bytes.reset();
  const std::string_view view = text ? std::string_view(*text) : bytes->view();
  if (auto read = parse_csv(view, name, options)) {
    if (options.progress) options.progress(view.size(), view.size());
    read->fingerprint = std::move(print);
    return std::move(*read);
  }
  LetorRows rows = parse_letor(view, name, letor_options(options));
  bytes.reset();  // no longer needed, and as large as what it becomes
  text.reset();
  if (cache) cache->store(rows);
  return to_data(std::move(rows), options, std::move(print));
}

}  // namespace fubini
