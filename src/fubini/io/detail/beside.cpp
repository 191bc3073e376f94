// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/beside.hpp"

#include "fubini/io/detail/target.hpp"
#include "fubini/io/file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <random>

namespace fubini {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::size_t kRandom = 6;  // of them stand at the end of the name

std::string random_letters() {
  std::random_device device;
  std::string letters;
  for (unsigned bits = device(); letters.size() < kRandom; bits >>= 5)
    letters += kLetters[bits % kLetters.size()];
  return letters;
}

// A name may have 255 bytes, and the one beside has to have more than the file's own.
std::string name_beside(const std::string& path) {
  constexpr std::size_t kMost = 200;
  return "." + name_of(path).substr(0, kMost) + ".fubini-";
}

bool is_leftover_name(std::string_view name, const std::string& begins) {
  return name.size() == begins.size() + kRandom && name.starts_with(begins) &&
         name.find_first_not_of(kLetters, begins.size()) == std::string_view::npos;
}

// A file that this process has locked cannot be taken for a leftover any more; it may have been
// just before. File systems without locks have no leftovers removed either.
bool lock(int fd) {
  if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat about {};
  return fstat(fd, &about) == 0 && about.st_nlink > 0;
}

void remove_if_left(int folder, const char* name) {
  const Descriptor file(openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat opened {
  }, named{};
  if (file.get() < 0 || fstat(file.get(), &opened) != 0) return;
  if (!S_ISREG(opened.st_mode) || opened.st_uid != geteuid()) return;
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;  // its run still goes on
  const bool same = fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
                    named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
  if (same) unlinkat(folder, name, 0);
}

}  // namespace

Beside::Beside(std::string path, mode_t mode) : path_(std::move(path)) {
  constexpr int kTries = 100;
  const std::string begins = folder_of(path_) + "/" + name_beside(path_);
  for (int tried = 0; tried < kTries; ++tried) {
    beside_ = begins + random_letters();
    file_ = Descriptor(open(beside_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file_.get() < 0 && errno == EEXIST) continue;
    there_ = file_.get() >= 0;
    if (!there_ || lock(file_.get())) return;
    there_ = false;  // somebody took it for a leftover, and removes it
  }
  file_ = Descriptor();
  errno = EEXIST;
}

Beside::~Beside() {
  if (there_) unlink(beside_.c_str());
}

bool Beside::change_mode(mode_t mode) { return fchmod(file_.get(), mode) == 0; }

bool Beside::write(std::string_view text) { return write_all(file_.get(), text); }

bool Beside::take_name() {
  const bool taken = fsync(file_.get()) == 0 && std::rename(beside_.c_str(), path_.c_str()) == 0;
  there_ = there_ && !taken;
  return taken;
}

void remove_leftovers(const std::string& path) {
  const std::string begins = name_beside(path);
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(folder_of(path).c_str()), &closedir);
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get()))
    if (is_leftover_name(entry->d_name, begins)) remove_if_left(dirfd(folder.get()), entry->d_name);
}

}  // namespace fubini
