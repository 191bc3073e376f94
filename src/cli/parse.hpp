// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/sampler.hpp"

#include <cstdint>
#include <string>
#include <vector>

// What several commands read; errors name the option.
namespace fubini::cli {

std::vector<double> numbers(const std::string& option, const std::string& text);
std::uint64_t parse_seed(const std::string& text);

// How rankings are drawn
inline constexpr auto kWays =
    "How rankings are drawn: exact, gibbs, metropolis or metropolis-as-printed";
SampleOptions parse_way(const std::string& option, const std::string& text);

}  // namespace fubini::cli
