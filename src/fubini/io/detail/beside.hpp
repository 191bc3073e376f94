// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/io/detail/descriptor.hpp"

#include <sys/types.h>

#include <string>
#include <string_view>

namespace fubini {

// A new file beside another, ".NAME.fubini-XXXXXX", which takes its name when it is whole. It is
// locked while it lives: what is not was left by a run that was killed.
class Beside {
 public:
  Beside(std::string path, mode_t mode);  // the mode is subject to the umask; see ok()
  ~Beside();                              // leaves nothing, unless it took the name
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // False, with errno, where something failed.
  bool ok() const { return file_.get() >= 0; }
  bool change_mode(mode_t mode);
  bool write(std::string_view text);
  bool take_name();                          // once it is on the disk
  int release() { return file_.release(); }  // the open file, to be closed by the caller

 private:
  Unbroken until_it_is_gone_;  // no signal of ours ends the program before
  std::string path_, beside_;
  Descriptor file_;
  bool there_ = false;
};

// What killed runs left beside this path: of ours alone, and of no run that still goes on.
void remove_leftovers(const std::string& path);

}  // namespace fubini
