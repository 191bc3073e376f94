// SPDX-License-Identifier: BSD-3-Clause
#include "cli/parse.hpp"

namespace fubini::cli {

SampleOptions parse_way(const std::string& text) {
  if (text == "exact") return {.by = SampleBy::exact};
  if (text == "gibbs") return {.by = SampleBy::gibbs};
  if (text == "gibbs-as-printed") return {.by = SampleBy::gibbs, .exchanges = false};
  if (text == "metropolis") return {.by = SampleBy::metropolis};
  return {.by = SampleBy::metropolis, .acceptance = Acceptance::as_printed};
}

}  // namespace fubini::cli
