// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"

#include "fubini/core/text.hpp"

namespace fubini {

Error::Error(std::string_view sentence) : std::runtime_error(shown_sentence(sentence)) {}

}  // namespace fubini
