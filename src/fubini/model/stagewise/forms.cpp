// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/forms.hpp"

#include <array>

namespace fubini {

std::string in_words(Family family) {
  constexpr std::array words = {"of any subset", "affine in the mean score for each size",
                                "additive", "of the extremes"};
  return words[static_cast<std::size_t>(family)];
}

}  // namespace fubini
