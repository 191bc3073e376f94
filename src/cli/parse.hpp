// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/memory.hpp"
#include "fubini/sample/sampler.hpp"

#include <array>
#include <string>
#include <string_view>

// How rankings are drawn, in words that several commands take
namespace fubini::cli {

inline constexpr std::array kWays = {"exact", "gibbs", "gibbs-as-printed", "metropolis",
                                     "metropolis-as-printed"};
inline constexpr auto kWaysHelp =
    "How rankings are drawn: exact, gibbs, gibbs-as-printed, metropolis\nor metropolis-as-printed";
SampleOptions parse_way(const std::string& text);  // one of them

// What the library cannot do with a model, it says without the option that named it.
template <class Call>
auto naming_model(const Call& call) {
  try {
    return call();
  } catch (const MemoryError&) {
    throw;
  } catch (const ArgumentError& error) {
    if (std::string_view(error.what()).starts_with("--")) throw;
    throw ArgumentError("--model: " + std::string(error.what()));
  }
}

}  // namespace fubini::cli
