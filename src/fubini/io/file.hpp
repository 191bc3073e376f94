// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace fubini {

// The whole file. Throws FileError, naming it and the reason.
std::string read_file(const std::string& path);

// The same for large files: read by several threads (0: as many as TBB may use), into large pages.
class FileBytes {
 public:
  static FileBytes read(const std::string& path, int threads);
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&&) = delete;
  ~FileBytes();

  std::string_view view() const {
    return memory_ == nullptr ? text_ : std::string_view(memory_, size_);
  }

 private:
  FileBytes() = default;
  std::string text_;
  char* memory_ = nullptr;
  std::size_t size_ = 0;
};

// The same for data: what gzip or zstd packed (told by the first bytes, not by the name) is
// unpacked. An archive that is damaged or cut short is refused by FileError.
std::string read_text(const std::string& path);

// All or nothing: the text goes to a new file beside (".NAME.fubini-XXXXXX"), then takes the name.
// If anything fails (full disk, read-only folder), what stood there before is intact and FileError
// says so. Links are followed, and a file keeps its mode. Pipes, devices and /dev/stdout are
// written as they are.
void write_file(const std::string& path, std::string_view text);

// Throws as write_file would, as far as can be told before there is anything to write; removes what
// killed runs left beside the file. The second: as read_file would, without opening a pipe.
void check_writable(const std::string& path);
void check_readable(const std::string& path);

// A file that grows while others look on: each text is there when append() returns. The first one
// is written as by write_file, so what stood there before is lost only when there is something new.
class GrowingFile {
 public:
  explicit GrowingFile(std::string path) : path_(std::move(path)) {}
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  void append(std::string_view text);  // throws FileError

 private:
  void begin(std::string_view text);

  std::string path_;
  int descriptor_ = -1;
  bool to_close_ = false;
};

// If there is one. Links are followed; folders, pipes and devices stay.
void remove_file(const std::string& path) noexcept;

// All of it, to an open descriptor; false, with errno, if that fails.
bool write_all(int descriptor, std::string_view text) noexcept;

// What a path leads to. A stream has no name to take: a pipe, a device, /dev/stdout.
enum class PathKind { missing, file, folder, stream };
PathKind kind_of(const std::string& path);

// Whether both lead to one file, by links of either kind too, and also if it is not there yet.
// Devices that any number may use (terminals, /dev/null) are never the same.
bool same_file(const std::string& one, const std::string& other);

// At most so many bytes of a file; nothing of what is no file, or cannot be read.
std::string beginning_of(const std::string& path, std::size_t most);

// 16 hexadecimal digits that tell texts apart (XXH3, 64 bits): of files, and as checksum.
std::string fingerprint(std::string_view text);

}  // namespace fubini
