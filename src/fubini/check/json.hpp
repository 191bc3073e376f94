// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/everything.hpp"
#include "fubini/io/json.hpp"

#include <cstdint>
#include <string>

// Reports as JSON, with the columns of the tables as keys.
namespace fubini::check {

// Every document of a check begins so.
Json envelope(const std::string& version, std::uint64_t seed, bool passed);

Json to_json(const WorstEntry& worst);
Json to_json(const GradientReport& report);
Json to_json(const LawReport& report);
Json to_json(const LeftOut& one);
Json to_json(const Everything& found, const std::string& version, std::uint64_t seed);

}  // namespace fubini::check
