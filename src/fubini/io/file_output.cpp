// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/beside.hpp"
#include "fubini/io/detail/descriptor.hpp"
#include "fubini/io/detail/target.hpp"
#include "fubini/io/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>

namespace fubini {
namespace {

constexpr mode_t kPermissions = 07777;
constexpr mode_t kOfNewFiles = 0666;  // less the umask, which the kernel takes off

// Throws where it is known that nothing can be written.
Target output_at(const std::string& path) {
  if (path.empty()) fail(path, "cannot write", ENOENT);
  Target target = target_of(path);
  if (target.endless) fail(path, "cannot write", ELOOP);
  if (target.kind == PathKind::folder) fail(path, "cannot write", EISDIR);
  if (target.descriptor >= 0) {
    const int flags = fcntl(target.descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) fail(path, "cannot write", EBADF);
  } else if (target.kind != PathKind::missing &&
             faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) {
    fail(path, "cannot write", errno);
  }
  return target;
}

// Nobody may read, before it is whole, what they could not read after.
mode_t first_mode(const Target& target) {
  return target.kind == PathKind::file ? target.about.st_mode & kOfNewFiles : kOfNewFiles;
}

void check_beside(const std::string& path, const Beside& file) {
  if (!file.ok()) fail(path, "cannot write (no new file can be made beside it)", errno);
}

void put_in_place(const std::string& path, const Target& target, Beside& file,
                  std::string_view text) {
  check_beside(path, file);
  const bool kept =
      target.kind == PathKind::missing || file.change_mode(target.about.st_mode & kPermissions);
  if (!kept || !file.write(text) || !file.take_name())
    fail(path, "cannot write (what was there before is intact)", errno);
}

int open_stream(const Target& target) {
  return open(target.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

void write_stream(const std::string& path, const Target& target, std::string_view text) {
  const Descriptor file(target.descriptor >= 0 ? -1 : open_stream(target));
  const int fd = target.descriptor >= 0 ? target.descriptor : file.get();
  if (fd < 0 || !write_all(fd, text)) fail(path, "cannot write", errno);
}

}  // namespace

bool write_all(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {  // somebody else made the pipe one that does not wait
      pollfd wait{descriptor, POLLOUT, 0};
      if (poll(&wait, 1, -1) >= 0 || errno == EINTR) continue;
    }
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void write_file(const std::string& path, std::string_view text) {
  const Target target = output_at(path);
  if (target.kind == PathKind::stream) return write_stream(path, target, text);
  Beside file(target.path, first_mode(target));
  put_in_place(path, target, file, text);
}

void check_writable(const std::string& path) {
  const Target target = output_at(path);
  if (target.kind == PathKind::stream) return;
  remove_leftovers(target.path);
  check_beside(path, Beside(target.path, first_mode(target)));
}

GrowingFile::~GrowingFile() {
  if (to_close_) close(descriptor_);
}

void GrowingFile::begin(std::string_view text) {
  const Target target = output_at(path_);
  if (target.descriptor >= 0) {
    descriptor_ = target.descriptor;
  } else if (target.kind == PathKind::stream) {
    descriptor_ = open_stream(target);
  } else {
    Beside file(target.path, first_mode(target));
    put_in_place(path_, target, file, text);
    descriptor_ = file.release();
  }
  to_close_ = target.descriptor < 0 && descriptor_ >= 0;
  const bool is_there = target.kind != PathKind::stream;
  if (descriptor_ < 0 || (!is_there && !write_all(descriptor_, text)))
    fail(path_, "cannot write", errno);
}

void GrowingFile::append(std::string_view text) {
  if (descriptor_ < 0) return begin(text);
  if (!write_all(descriptor_, text)) fail(path_, "cannot write", errno);
}

void remove_file(const std::string& path) noexcept {
  try {
    const Target target = target_of(path);
    if (target.kind == PathKind::file) unlink(target.path.c_str());
  } catch (const std::exception&) {  // no memory for a name
  }
}

}  // namespace fubini
