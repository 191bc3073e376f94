// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/compressed.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/file.hpp"

#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace fubini {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b", kZstd = "\x28\xb5\x2f\xfd";
constexpr std::size_t kChunk = std::size_t{1} << 17;
// Beyond this no text packs: even one character over and over is 1,000 times smaller by gzip.
constexpr std::size_t kMostGrowth = 2000, kAlwaysAllowed = std::size_t{1} << 24;

// zstd may also begin with a frame to be skipped: 0x184D2A50 to 0x184D2A5F.
bool is_zstd(std::string_view bytes) {
  return bytes.starts_with(kZstd) ||
         (bytes.size() >= 4 && bytes.substr(1, 3) == "\x2a\x4d\x18" && (bytes[0] & 0xf0) == 0x50);
}

class Unpacked {
 public:
  Unpacked(const std::string& name, const char* by, std::size_t packed)
      : name_(name), by_(by), most_(std::max(kAlwaysAllowed, kMostGrowth * packed)) {}

  [[noreturn]] void fail(const std::string& sentence) const {
    throw FileError(name_ + ": " + by_ + " data: " + sentence);
  }
  [[noreturn]] void fail_cut() const {
    fail("the end is missing (was the file cut short?); wanted a whole archive");
  }
  char* chunk() { return chunk_.data(); }
  void take(std::size_t count) {
    if (text_.size() + count > most_)
      fail("grows to more than " + std::to_string(most_) + " bytes; wanted packed text");
    text_.append(chunk_.data(), count);
  }
  std::string text() { return std::move(text_); }

 private:
  const std::string& name_;
  const char* by_;
  std::size_t most_;
  std::string text_;
  std::vector<char> chunk_ = std::vector<char>(kChunk);
};

struct Inflater {
  z_stream stream{};
  Inflater() {
    if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();  // 16: gzip only
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

std::string unpack_gzip(std::string_view bytes, const std::string& name) {
  Unpacked unpacked(name, "gzip", bytes.size());
  Inflater inflater;
  z_stream& stream = inflater.stream;
  while (!bytes.empty()) {
    if (!bytes.starts_with(kGzip)) unpacked.fail("something else follows; wanted nothing more");
    int state = inflateReset(&stream);
    while (state != Z_STREAM_END) {
      const std::size_t given = std::min(bytes.size(), std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
      stream.avail_in = static_cast<uInt>(given);
      stream.next_out = reinterpret_cast<Bytef*>(unpacked.chunk());
      stream.avail_out = static_cast<uInt>(kChunk);
      state = inflate(&stream, Z_NO_FLUSH);
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      if (state == Z_BUF_ERROR) unpacked.fail_cut();
      if (state != Z_OK && state != Z_STREAM_END)
        unpacked.fail(std::string(stream.msg != nullptr ? stream.msg : "damaged") +
                      "; wanted an undamaged archive");
      bytes.remove_prefix(given - stream.avail_in);
      unpacked.take(kChunk - stream.avail_out);
    }
  }
  return unpacked.text();
}

std::string unpack_zstd(std::string_view bytes, const std::string& name) {
  Unpacked unpacked(name, "zstd", bytes.size());
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t wanted = 0;  // 0 at the end of a frame
  for (bool full = false; full || in.pos < in.size;) {
    ZSTD_outBuffer out{unpacked.chunk(), kChunk, 0};
    wanted = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(wanted) != 0)
      unpacked.fail(std::string(ZSTD_getErrorName(wanted)) + "; wanted an undamaged archive");
    full = wanted != 0 && out.pos == kChunk;  // there may be more without further input
    unpacked.take(out.pos);
  }
  if (wanted != 0) unpacked.fail_cut();
  return unpacked.text();
}

}  // namespace

std::optional<std::string> unpacked(std::string_view bytes, const std::string& name) {
  try {
    if (bytes.starts_with(kGzip)) return unpack_gzip(bytes, name);
    if (is_zstd(bytes)) return unpack_zstd(bytes, name);
  } catch (const std::bad_alloc&) {
    throw FileError(name + ": not enough memory to unpack it");
  }
  return std::nullopt;
}

std::string decompress(std::string bytes, const std::string& name) {
  auto text = unpacked(bytes, name);
  return text ? std::move(*text) : std::move(bytes);
}

std::string read_text(const std::string& path) { return decompress(read_file(path), path); }

}  // namespace fubini
