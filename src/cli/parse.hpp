// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/sampler.hpp"

#include <array>
#include <string>

// How rankings are drawn, in words that several commands take
namespace fubini::cli {

inline constexpr std::array kWays = {"exact", "gibbs", "gibbs-as-printed", "metropolis",
                                     "metropolis-as-printed"};
inline constexpr auto kWaysHelp =
    "How rankings are drawn: exact, gibbs, gibbs-as-printed, metropolis\nor metropolis-as-printed";
SampleOptions parse_way(const std::string& text);  // one of them

}  // namespace fubini::cli
