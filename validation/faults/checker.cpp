// SPDX-License-Identifier: BSD-3-Clause
#include "checker.hpp"

#include "suite.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

namespace fubini::faults {

Finding ok_if(bool passed, const std::string& note) {
  return {passed ? "ok" : "wrong", passed ? "" : note};
}

namespace {

Finding find(const Job& job, bool right) {
  try {
    return job.run(right);
  } catch (const std::exception& error) {
    return {"wrong", std::string("threw: ") + error.what()};
  }
}

void run_job(const Job& job) {
  const auto start = std::chrono::steady_clock::now();
  Finding finding = find(job, false);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!job.subject.is_right() && finding.outcome == "wrong" && find(job, true).outcome == "wrong")
    finding.outcome = "either";
  std::replace_if(
      finding.note.begin(), finding.note.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  std::printf("%s\t%s\t%s\t%s\t%.3f\t%s\n", job.subject.name.c_str(), job.subject.kind.c_str(),
              job.subject.what.c_str(), finding.outcome.c_str(), took.count(),
              finding.note.c_str());
  std::fflush(stdout);
}

}  // namespace

int run_jobs(const std::vector<Job>& jobs, int argc, char** argv) {
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  for (const Job& job : jobs)
    if (wanted.empty() || std::ranges::count(wanted, job.subject.name) > 0) run_job(job);
  return 0;
}

int run_checker(const std::function<Finding(const Subject&)>& check, int argc, char** argv) {
  std::vector<Job> jobs;
  for (const Subject& subject : every_subject())
    jobs.push_back({subject, [subject, check](bool right) {
                      Subject asked = subject;
                      if (right) asked.slopes = asked.right;
                      return check(asked);
                    }});
  return run_jobs(jobs, argc, argv);
}

}  // namespace fubini::faults
