// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

// Slopes of a function of which nothing is known but its values: from steps of many sizes, each
// with an error of its own. A slope is called different only where two sizes agree on it, and none
// speaks for what was found.
namespace fubini::check {

// Values along a line through the point, at t = 0
struct Line {
  struct Value {
    double t = 0;  // where it was taken in fact: x + t rounds
    double value = 0;
  };
  std::function<Value(double t)> at;  // NaN where there is none
  double reach = 0.25;                // the largest step
  double least = 0;                   // the smallest that tells
  bool below = true, above = true;    // false: the line ends at the point
};

// How the value scatters among neighbours at some spacings, smallest first; infinite if it does
// not stay finite there.
struct Scatter {
  double spacing = 0;
  double deviation = 0;
};
// f(t) near 0, in units where the point's own size is 1
std::vector<Scatter> measure_scatter(const std::function<double(double t)>& f);

enum class Judgement { agrees, differs, undecided };

struct Judged {
  Judgement judgement = Judgement::undecided;
  double slope = 0;
  double error = 0;  // of the slope, by its own account, ten times over
  double allowed = 0;
  std::string why;  // if undecided
};

// What a comparison allows beside the error of the slope
struct Allowance {
  double relative = 0;  // to the slope
  double absolute = 0;
  double unit = 0;     // slopes of this size matter: 1e-4 of it is too rough
  double nothing = 0;  // slopes of this size do not
  double unseen = 0;   // values of this size are lost beside usual ones
};

// Whether `found` is the slope of the line at 0. What is not finite never is.
Judged judge(const Line& line, double found, const Allowance& allowance,
             const std::vector<Scatter>& scatter);

}  // namespace fubini::check
