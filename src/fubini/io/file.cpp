// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/file.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/io/detail/descriptor.hpp"

#define XXH_INLINE_ALL  // no library to link with
#define XXH_VECTOR 1    // SSE2: g++ 12 warns of its own AVX-512 intrinsics (GCC bug 105593)
#include <xxhash.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <utility>

namespace fubini {
namespace {

// Whether somebody writes to a file while it is read: half a copy is no data. As far as time stamps
// tell, which some file systems count in hundredths of a second. Pipes and /proc have no size.
class Watched {
 public:
  explicit Watched(int fd) : fd_(fd) {
    watched_ = fstat(fd, &before_) == 0 && S_ISREG(before_.st_mode) && before_.st_size > 0;
  }
  void check(const std::string& path) const {
    struct stat now {};
    if (!watched_ || fstat(fd_, &now) != 0) return;
    const bool same = now.st_size == before_.st_size &&
                      now.st_mtim.tv_sec == before_.st_mtim.tv_sec &&
                      now.st_mtim.tv_nsec == before_.st_mtim.tv_nsec;
    if (!same)
      throw FileError(shown_name(path) +
                      ": was changed while it was read; wanted a file that nobody writes to");
  }

 private:
  int fd_;
  struct stat before_ {};
  bool watched_ = false;
};

// A file may be longer or shorter than it said (a pipe, /proc): what counts is where reading ends.
// One byte more than expected, so that the end is seen at once.
std::string read_all(const std::string& path, int fd, std::size_t expected) {
  std::string text(expected + 1, '\0');
  std::size_t done = 0;
  for (;;) {
    if (done == text.size()) text.resize(2 * text.size() + (std::size_t{1} << 16));
    const ssize_t count = read(fd, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, "cannot read", errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

}  // namespace

std::string read_file(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "cannot open", errno);
  struct stat about {};
  const bool known = fstat(file.get(), &about) == 0;
  if (known && S_ISDIR(about.st_mode)) fail(path, "cannot read", EISDIR);
  const std::size_t size = known && about.st_size > 0 ? static_cast<std::size_t>(about.st_size) : 0;
  const Watched watched(file.get());
  try {
    std::string text = read_all(path, file.get(), size);
    watched.check(path);
    return text;
  } catch (const std::bad_alloc&) {
    fail(path, "cannot read", ENOMEM);
  } catch (const std::length_error&) {
    fail(path, "cannot read", ENOMEM);
  }
}

namespace {

// All of [at, at + size) into `to`; false if the file ends before, or cannot be read like this.
bool read_piece(int fd, std::size_t at, std::size_t size, char* to) {
  while (size > 0) {
    const ssize_t count = pread(fd, to, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    const auto done = static_cast<std::size_t>(count);
    at += done;
    to += done;
    size -= done;
  }
  return true;
}

}  // namespace

FileBytes FileBytes::read(const std::string& path, int threads) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  FileBytes bytes;
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  const bool regular = file.get() >= 0 && fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode);
  const std::size_t size = regular ? static_cast<std::size_t>(about.st_size) : 0;
  if (size > kPiece) {
    const Watched watched(file.get());
    check_memory(path, "reading it", static_cast<double>(size), "a smaller file, or pieces of it");
    try {
      bytes.memory_ = static_cast<char*>(allocate_aligned(size));
    } catch (const std::bad_alloc&) {
      fail(path, "cannot read", ENOMEM);
    }
    bytes.size_ = size;
    std::atomic<bool> whole = true;
    for_each_in_parallel(static_cast<Index>((size + kPiece - 1) / kPiece), threads, [&](Index k) {
      const std::size_t at = static_cast<std::size_t>(k) * kPiece;
      if (!read_piece(file.get(), at, std::min(kPiece, size - at), bytes.memory_ + at))
        whole = false;
    });
    char more = 0;
    watched.check(path);
    if (whole && pread(file.get(), &more, 1, static_cast<off_t>(size)) == 0) return bytes;
    free_aligned(std::exchange(bytes.memory_, nullptr), size);
  }
  bytes.text_ = read_file(path);  // small, no regular file, or wrong: that it says
  return bytes;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : text_(std::move(other.text_)),
      memory_(std::exchange(other.memory_, nullptr)),
      size_(other.size_) {}

FileBytes::~FileBytes() {
  if (memory_ != nullptr) free_aligned(memory_, size_);
}

std::string fingerprint(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const XXH64_hash_t hash = XXH3_64bits(text.empty() ? "" : text.data(), text.size());
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += kDigits[hash >> shift & 15];
  return digits;
}

void check_readable(const std::string& path) {
  if (kind_of(path) == PathKind::folder) fail(path, "cannot read", EISDIR);
  if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) fail(path, "cannot open", errno);
}

std::string beginning_of(const std::string& path, std::size_t most) {
  if (kind_of(path) != PathKind::file) return "";
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(most, '\0');
  const ssize_t count = file.get() < 0 ? 0 : read(file.get(), text.data(), text.size());
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return text;
}

}  // namespace fubini
