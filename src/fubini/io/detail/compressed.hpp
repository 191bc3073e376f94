// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fubini {

// What gzip or zstd packed (several members or frames, one after the other, as well), unpacked;
// anything else as it is. `name` stands for the file in errors. Refused by FileError: damage, a
// missing end, something else behind the end, and what grows beyond any text (a bomb).
std::string decompress(std::string bytes, const std::string& name);

// The same of a view; nothing if the bytes are not packed.
std::optional<std::string> unpacked(std::string_view bytes, const std::string& name);

}  // namespace fubini
