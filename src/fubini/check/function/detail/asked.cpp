// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/asked.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace fubini::check {
namespace {

// A quiet NaN with a payload of its own: sums keep it.
const double kNotANumber = std::bit_cast<double>(std::uint64_t{0x7ff8'0000'0f0b'1001});
constexpr double kLarge = 1.2345678e300;

double filling(Asked::Fill fill) {
  return fill == Asked::Fill::not_a_number ? kNotANumber : kLarge;
}

}  // namespace

std::span<const double> Asked::moved(std::span<const double> x) {
  memory_.assign(x.begin(), x.end());
  return memory_;
}

double Asked::value(std::span<const double> x) {
  return guarded([&] { return parts_.value(moved(x)); })
      .value_or(std::numeric_limits<double>::quiet_NaN());
}

std::optional<std::vector<double>> Asked::gradient(std::span<const double> x, Fill fill) {
  gradient_.assign(x.size(), filling(fill));
  return guarded([&] {
    parts_.gradient(moved(x), gradient_);
    return gradient_;
  });
}

bool Asked::untouched(double entry, Fill fill) {
  return std::bit_cast<std::uint64_t>(entry) == std::bit_cast<std::uint64_t>(filling(fill));
}

std::string Asked::words() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

}  // namespace fubini::check
