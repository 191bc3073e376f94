// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace fubini {

struct Finished {
  int status = -1;  // exit code; 128 + signal if it was killed
  std::string out, err;
};

// Runs a shell command line and collects what it prints.
inline Finished run(const std::string& command) {
  char folder[] = "/tmp/fubini-test-XXXXXX";
  if (mkdtemp(folder) == nullptr) return {};
  const std::string base = folder;
  const int raw = std::system(("( " + command + " ) >" + base + "/out 2>" + base + "/err").c_str());
  const auto text = [&](const char* name) {
    std::ostringstream all;
    all << std::ifstream(base + name).rdbuf();
    std::remove((base + name).c_str());
    return all.str();
  };
  Finished result{WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw), text("/out"),
                  text("/err")};
  rmdir(folder);
  return result;
}

}  // namespace fubini
