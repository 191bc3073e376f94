// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <unistd.h>

#include <cstring>
#include <string>
#include <utility>

namespace fubini {

// An open file, closed at the end; below 0: none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

[[noreturn]] inline void fail(const std::string& path, const std::string& what, int error) {
  throw FileError(shown_name(path) + ": " + what + ": " + std::strerror(error));
}

}  // namespace fubini
