// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What a check of anybody's gradient is asked, and what it says: gradient.hpp, function.hpp and
// stan_function.hpp have the checks. Nothing here needs Stan Math.
namespace fubini::check {

// What the gradient is compared with; then what else must hold of it.
enum class Against {
  truth,         // the same generic text in 50 digits
  reverse,       // Stan Math's reverse mode
  forward,       // its forward mode
  complex_step,  // the value at a complex point, where it is analytic
  differences,   // of the value, from steps of many sizes
  value,         // the value itself, against 50 digits
  repeat,        // asked again, after another point: the same answer
  writes,        // every entry is written, whatever stood there
  threads,       // four threads: the same answers as one
};
inline constexpr std::size_t kAgainst = 9;
std::string_view name(Against way);
std::string rule(Against way);  // the pass rule in words

// Relative to the entry. Beside it each comparison allows what rounding does to the gradient, as
// its own change among neighbouring points shows, and differences ten times their own error.
struct FunctionBounds {
  double truth = 1e-13;
  double autodiff = 1e-12;  // both sides round
  double complex_step = 1e-12;
  double differences = 2e-10;
};

struct FunctionOptions {
  std::string name = "f";                 // in reports
  std::vector<std::string> entries = {};  // names of the arguments; without: x[0], x[1], ...
  std::uint64_t seed = 1;
  int points = 200;  // to look at: x, around it, at zeros, equal, tiny and large entries. 1: only x
  std::vector<double> lower = {}, upper = {};  // the box it promises; without: anywhere
  std::vector<Index> sizes = {};  // function(): also with so many arguments, for f of any number
  Index every_entry = 60;         // more arguments: random directions, and some of the entries
  bool threads = true;            // false: it may be called from one thread only
  double seconds = 10;            // no new point after that; what was left out is said
  FunctionBounds bounds = {};
};

// The worst entry of a comparison: the one that exceeds its tolerance the most.
struct FunctionEntry {
  std::string place;  // which point
  std::string entry;  // "x[3]", "random direction 2", "the value"
  std::string point;  // its numbers, where they are few
  double found = 0, wanted = 0;
  double error = 0;      // |found - wanted| over the norm of the gradient
  double tolerance = 0;  // what |found - wanted| was allowed
};

struct FunctionComparison {
  std::int64_t entries = 0;
  std::int64_t failures = 0;
  std::int64_t lost = 0;       // digits lost to rounding, beyond 1e-9 of the norm
  std::int64_t undecided = 0;  // could not be told
  double error = 0;            // the largest
  double excess = 0;           // the largest |found - wanted| over its tolerance
  FunctionEntry worst;
  FunctionEntry first_lost;
  std::string why;  // of the first that could not be told: where, and the reason
};

enum class Outcome { passed, wrong, loses_digits, undecided };

struct FunctionReport {
  std::string function;
  std::uint64_t seed = 1;
  Index size = 0;       // arguments; the most, if it was asked for several sizes
  bool by_hand = true;  // false: it has no gradient, what reverse mode gives was checked
  std::int64_t points = 0;
  std::int64_t no_value = 0;  // points left alone: the value is not finite there, or refused
  std::int64_t left_out = 0;  // points for which there was no time
  std::int64_t entries = 0;
  std::array<FunctionComparison, kAgainst> ways;
  std::vector<std::string> never_judged;  // "x[2]: WHY", of the first few; empty: every entry was
  std::int64_t num_never_judged = 0;
  std::vector<std::string> notes;       // what was left out, and why
  std::vector<std::string> complaints;  // what was thrown, and where (the first few)
  std::int64_t thrown = 0;
  double seconds = 0;

  const FunctionComparison& operator[](Against way) const {
    return ways[static_cast<std::size_t>(way)];
  }
  FunctionComparison& operator[](Against way) { return ways[static_cast<std::size_t>(way)]; }

  // A fault in any comparison is wrong. An entry that nothing could judge leaves it undecided: a
  // kink, a jump or noise is no fault, but proves nothing either.
  Outcome outcome() const;
  bool passed() const { return outcome() == Outcome::passed || outcome() == Outcome::loses_digits; }
  // "ok", "ok (no gradient by hand)", "FAILED: truth, reverse", "loses digits", "undecided: WHY"
  std::string verdict() const;
  // What failed most; else what came nearest to its tolerance
  const FunctionEntry& worst() const;
};

// For people: a table, and under it what failed, where and by which rule
std::string to_text(const std::vector<FunctionReport>& reports);
// For programs: version, seed, passed, and a row a function, in the words of `fubini check --json`
std::string to_json(const std::vector<FunctionReport>& reports);
// JUnit's XML: a test case a function
std::string to_junit(const std::vector<FunctionReport>& reports);
// 0 if all passed, else 1
int exit_code(const std::vector<FunctionReport>& reports);

// For a main(): prints the table (--json: JSON), writes JUnit's XML with --junit FILE, and returns
// the exit code; 2 and a sentence for other arguments.
int conclude(const std::vector<FunctionReport>& reports, int argc = 0,
             const char* const* argv = nullptr);

}  // namespace fubini::check
