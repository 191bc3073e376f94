// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/real.hpp"

#include "fubini/arithmetic/detail/real_access.hpp"

namespace fubini {

Real::Real(const Real& other) : wide_(other.wide_) { Access::set(*this, Access::narrow(other)); }
Real& Real::operator=(const Real& other) {
  wide_ = other.wide_;
  return Access::set(*this, Access::narrow(other));
}
Real::~Real() = default;
Real::Real(double x) { Access::set(*this, FiftyDigits(x)); }
Real::Real(std::ptrdiff_t x) { Access::set(*this, FiftyDigits(x)); }
Real Real::wide(double x) {
  Real result;
  return Access::set(result, WideNumber(FiftyDigits(x)));
}
Real::operator double() const {
  return static_cast<double>(wide_ ? FiftyDigits(*wide_) : Access::narrow(*this));
}

Real& Real::operator+=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a + b; });
}
Real& Real::operator-=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a - b; });
}
Real& Real::operator*=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a * b; });
}
Real& Real::operator/=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a / b; });
}

std::partial_ordering Real::compare(const Real& x, const Real& y) {
  const auto order = [](const auto& a, const auto& b) {
    if (a < b) return std::partial_ordering::less;
    if (a > b) return std::partial_ordering::greater;
    return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
  };
  if (x.wide_ || y.wide_) return order(Access::widened(x), Access::widened(y));
  return order(Access::narrow(x), Access::narrow(y));
}

}  // namespace fubini
