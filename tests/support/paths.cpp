// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/paths.hpp"

namespace fubini {

std::string program_path() { return FUBINI_PROGRAM; }
std::string source_path(const std::string& below) { return FUBINI_SOURCE_DIR "/" + below; }

}  // namespace fubini
