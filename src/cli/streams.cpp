// SPDX-License-Identifier: BSD-3-Clause
#include "cli/streams.hpp"

#include "fubini/io/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace fubini::cli {

void prepare_streams() {
  // Opened the wrong way round: what is written or read is refused, as if it were still closed.
  constexpr int kWrongWay[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", kWrongWay[stream]) != stream) break;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void tell(std::string_view text) noexcept { static_cast<void>(write_all(STDERR_FILENO, text)); }

std::string print(std::string_view text) {
  if (write_all(STDOUT_FILENO, text)) return "";
  return std::string("cannot write to standard output: ") + std::strerror(errno);
}

}  // namespace fubini::cli
