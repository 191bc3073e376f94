// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

// The three standard streams, of which any may be closed, full, or a pipe that nobody reads.
namespace fubini::cli {

// Before any file is opened: it must not become the stream that is closed. From here on, what
// cannot be written is an error and no signal.
void prepare_streams();

// To standard error. Where that cannot be written there is nobody to tell, and nothing to do.
void tell(std::string_view text) noexcept;

// To standard output: everything, or why not.
std::string print(std::string_view text);

}  // namespace fubini::cli
