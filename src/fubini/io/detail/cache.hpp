// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/letor.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fubini {

// Parsed rows as bytes: a mark, a version, the fingerprint of the file that they were parsed from,
// the rows, and a checksum of it all. Numbers stand as this machine writes them (little endian).
std::string encode_cache(const LetorRows& rows, const std::string& source_fingerprint);

// Nothing unless these are the rows of that source, to the last bit, and go together.
std::optional<LetorRows> decode_cache(std::string_view bytes,
                                      const std::string& source_fingerprint);

// Whether it may be written over: a cache of this or another version, also a damaged one; not a
// file of another kind that happens to have the name.
bool looks_like_cache(std::string_view bytes);

}  // namespace fubini
