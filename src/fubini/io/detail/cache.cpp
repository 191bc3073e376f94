// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/cache.hpp"

#include "fubini/io/file.hpp"
#include "fubini/io/lines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <unordered_set>

namespace fubini {
namespace {

static_assert(std::endian::native == std::endian::little, "caches are little endian");

constexpr std::string_view kMark = "fubini cache\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kFingerprint = 16;

template <class T>
void put(std::string& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class Range>
void put_array(std::string& bytes, const Range& values) {
  put<std::uint64_t>(bytes, values.size());
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
}

// Takes numbers off the front. What is not there leaves it !ok(), and nothing is allocated for it.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }
  std::string_view text(std::size_t count) {
    ok_ = ok_ && count <= rest_.size();
    if (!ok_) return {};
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  template <class T>
  T number() {
    T value{};
    if (const std::string_view bytes = text(sizeof(T)); ok_)
      std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  template <class T>
  void array(std::vector<T>& values) {
    const auto count = number<std::uint64_t>();
    ok_ = ok_ && count <= rest_.size() / sizeof(T);
    if (!ok_ || count == 0) return;
    values.resize(count);
    std::memcpy(values.data(), text(count * sizeof(T)).data(), count * sizeof(T));
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

bool goes_together(const LetorPiece& piece, Index num_features) {
  if (piece.grades.size() != piece.counts.size() || piece.columns.size() != piece.values.size())
    return false;
  const auto finite = [](auto x) { return std::isfinite(x); };
  if (!std::ranges::all_of(piece.grades, finite) || !std::ranges::all_of(piece.values, finite))
    return false;
  std::size_t entry = 0;
  for (const std::size_t count : piece.counts) {
    if (count > piece.columns.size() - entry) return false;
    const auto row = std::span(piece.columns).subspan(entry, count);
    if (std::ranges::adjacent_find(row, std::greater_equal{}) != row.end()) return false;
    if (!row.empty() && static_cast<Index>(row.back()) >= num_features) return false;
    entry += count;
  }
  return entry == piece.columns.size();
}

bool goes_together(const LetorRows& rows) {
  if (rows.largest_feature < 1 || rows.largest_feature > kMostFeatures) return false;
  Index left = 0;
  for (const LetorPiece& piece : rows.pieces) {
    if (!goes_together(piece, rows.largest_feature)) return false;
    left += static_cast<Index>(piece.grades.size());
  }
  std::unordered_set<std::string_view> seen;
  for (const LetorRows::Query& query : rows.queries) {
    if (query.rows < 1 || query.rows > left || !is_plain_text(query.id)) return false;
    if (!seen.insert(query.id).second) return false;
    left -= query.rows;
  }
  return left == 0 && !rows.queries.empty();
}

}  // namespace

std::string encode_cache(const LetorRows& rows, const std::string& source_fingerprint) {
  std::size_t size = kMark.size() + 64;
  for (const LetorRows::Query& query : rows.queries) size += query.id.size() + 16;
  for (const LetorPiece& piece : rows.pieces)
    size += 12 * piece.grades.size() + 8 * piece.values.size() + 32;
  std::string bytes;
  bytes.reserve(size + kFingerprint);
  bytes += kMark;
  put(bytes, kVersion);
  bytes += source_fingerprint;
  put<std::int64_t>(bytes, rows.largest_feature);
  put<std::uint64_t>(bytes, rows.queries.size());
  for (const LetorRows::Query& query : rows.queries) {
    put<std::int64_t>(bytes, query.rows);
    put_array(bytes, query.id);
  }
  put<std::uint64_t>(bytes, rows.pieces.size());
  for (const LetorPiece& piece : rows.pieces) {
    put_array(bytes, piece.grades);
    put_array(bytes, piece.counts);
    put_array(bytes, piece.columns);
    put_array(bytes, piece.values);
  }
  return bytes += fingerprint(bytes);
}

std::optional<LetorRows> decode_cache(std::string_view bytes,
                                      const std::string& source_fingerprint) {
  if (!bytes.starts_with(kMark) || bytes.size() < kMark.size() + kFingerprint) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - kFingerprint);
  if (fingerprint(body) != bytes.substr(body.size())) return std::nullopt;
  Taker taker(body.substr(kMark.size()));
  if (taker.number<std::uint32_t>() != kVersion || taker.text(kFingerprint) != source_fingerprint)
    return std::nullopt;
  LetorRows rows;
  rows.largest_feature = taker.number<std::int64_t>();
  for (auto left = taker.number<std::uint64_t>(); left > 0 && taker.ok(); --left) {
    const Index count = taker.number<std::int64_t>();
    rows.queries.push_back({std::string(taker.text(taker.number<std::uint64_t>())), count});
  }
  for (auto left = taker.number<std::uint64_t>(); left > 0 && taker.ok(); --left) {
    LetorPiece& piece = rows.pieces.emplace_back();
    taker.array(piece.grades);
    taker.array(piece.counts);
    taker.array(piece.columns);
    taker.array(piece.values);
  }
  if (!taker.at_end() || !goes_together(rows)) return std::nullopt;
  return rows;
}

bool looks_like_cache(std::string_view bytes) { return bytes.starts_with(kMark); }

}  // namespace fubini
