// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

// Where things lie. Only paths.cpp knows, so that a compiler cache serves every clone.
namespace fubini {

std::string program_path();
std::string source_path(const std::string& below);

}  // namespace fubini
