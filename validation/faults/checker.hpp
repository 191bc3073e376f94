// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "subject.hpp"

#include <functional>
#include <string>
#include <vector>

// A checker as a program: it says of each subject what it makes of it, a line each. `table.py` puts
// the lines of all checkers side by side.
namespace fubini::faults {

struct Finding {
  std::string outcome;  // ok, wrong, either, loses digits, undecided
  std::string note;     // why, on one line
};

Finding ok_if(bool passed, const std::string& note);

// A subject, and what the checker makes of it: with the gradient under test, or with the right one in its place.
struct Job {
  Subject subject;
  std::function<Finding(bool right)> run;
};

// A line a subject: name, kind, what, outcome, seconds, note, with tabs between; only those named by arguments, if there
// are any. An exception that a checker lets through is an alarm. A checker that calls the right gradient wrong at the
// same start has caught nothing: the outcome is `either`.
int run_jobs(const std::vector<Job>& jobs, int argc, char** argv);
int run_checker(const std::function<Finding(const Subject&)>& check, int argc, char** argv);

}  // namespace fubini::faults
