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
  std::string outcome;  // ok, wrong, loses digits, undecided
  std::string note;     // why, on one line
};

Finding ok_if(bool passed, const std::string& note);

// One subject: copies of what it is made of are made before, so that each has a state of its own.
struct Job {
  Subject subject;
  std::function<Finding()> run;
};

// A line is: name, kind, what, outcome, seconds, note, with tabs between. Only subjects named by arguments, if
// there are any. An exception is an outcome, too: the checker lets it through.
int run_jobs(const std::vector<Job>& jobs, int argc, char** argv);
int run_checker(const std::function<Finding(const Subject&)>& check, int argc, char** argv);

}  // namespace fubini::faults
