// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

// Numbers as words.cpp writes them, whatever the locale.
namespace fubini::check {

std::string fixed(double x, int digits);

// In us, ms or s
std::string duration(double seconds);

}  // namespace fubini::check
