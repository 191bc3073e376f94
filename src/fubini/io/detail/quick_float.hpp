// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace fubini {

// Plain decimals, [-]digits[.digits], which is what data files hold, several times faster than
// std::from_chars and to the same bits: true, with the number and `at` behind it. False where it is
// not certain or not plain, with `at` as it was; then from_chars must decide.
//
// m / 10^k is exact but for one rounding to double (m < 2^53, k <= 22); rounding that once more, to
// float, is wrong only if it lies just in the middle between two floats.
inline bool quick_float(const char*& at, const char* end, float& value) {
  constexpr std::array kPowers = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  constexpr int kMostDigits = 15;  // below 2^53
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1, kMiddle = std::uint64_t{1} << 28;
  const char* p = at;
  const bool negative = p < end && *p == '-';
  if (negative) ++p;
  std::uint64_t mantissa = 0;
  const auto digits = [&] {
    const char* const begin = p;
    for (; p < end; ++p) {
      const auto digit = static_cast<unsigned>(*p - '0');
      if (digit > 9) break;
      mantissa = 10 * mantissa + digit;  // may wrap; then there were too many digits
    }
    return p - begin;
  };
  const auto before = digits();
  decltype(p - at) behind = 0;
  if (p < end && *p == '.') {
    ++p;
    behind = digits();
  }
  if (before + behind < 1 || before + behind > kMostDigits || behind >= std::ssize(kPowers) ||
      (p < end && *p != ' ' && *p != '\t'))
    return false;
  const double exact = static_cast<double>(mantissa) / kPowers[static_cast<std::size_t>(behind)];
  if ((std::bit_cast<std::uint64_t>(exact) & kDropped) == kMiddle) return false;
  value = static_cast<float>(negative ? -exact : exact);
  at = p;
  return true;
}

}  // namespace fubini
