// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

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

// All or nothing: the text goes to a new file beside, then takes the name. If anything fails (full
// disk, read-only folder), what stood there before is intact and FileError says so.
// Links are followed, and a file keeps its mode.
void write_file(const std::string& path, std::string_view text);

// 16 hexadecimal digits that tell texts apart (XXH3, 64 bits): of files, and as checksum.
std::string fingerprint(std::string_view text);

// Throws as write_file would, as far as can be told before there is anything to write.
void check_writable(const std::string& path);

}  // namespace fubini
