// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/fit.hpp"

#include <string>

namespace fubini::cli {

// For people: how the fit ended; for data without features a table of items with their worths.
std::string fit_as_text(const Fit& found, const std::string& metric);

// For programs: items (name, log_worth, worth), ties by name, log_likelihood, and how it ended.
std::string fit_as_json(const Fit& found);

}  // namespace fubini::cli
