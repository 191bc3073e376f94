// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

// What every checker gets: a function of R^n, a gradient beside it that is right or wrong, and the
// one point that a user would try.
namespace fubini::faults {

using In = std::span<const double>;
using Out = std::span<double>;
using Point = std::vector<double>;
using Points = std::vector<Point>;
using Value = std::function<double(In)>;
using Slopes = std::function<void(In x, Out g)>;  // writes every entry, unless that is the fault

struct Subject {
  std::string name;
  std::string kind;  // "right", or what sort of fault
  std::string what;  // the fault in words, or what makes a right one hard
  Point start;
  Points shows;  // evaluated one after the other, these show the fault; no checker is told
  Value value;
  Slopes right, slopes;  // a copy of `slopes` has a memory of its own

  bool is_right() const { return kind == "right"; }
};

// A text with the gradient that is checked: what a user hands to a checker that takes any scalar.
template <class Text>
struct Beside {
  Text text;
  Slopes slopes;

  template <class T>
  T operator()(std::span<const T> x) const {
    return text(x);
  }
};

}  // namespace fubini::faults
