// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace fubini {

// What gzip or zstd packed (several members or frames, one after the other, as well), unpacked;
// anything else as it is. `name` stands for the file in errors. Refused by FileError: damage, a
// missing end, something else behind the end, and what grows beyond any text (a bomb).
std::string decompress(std::string bytes, const std::string& name);

}  // namespace fubini
