// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

namespace fubini::cli {

// Why a struct of namespace fubini, in a file of its own, cannot be called so: "C++ needs"; nothing
// if it can.
std::optional<std::string> who_needs(const std::string& name);

}  // namespace fubini::cli
