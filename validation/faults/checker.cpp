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

int run_jobs(const std::vector<Job>& jobs, int argc, char** argv) {
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  for (const Job& job : jobs) {
    if (!wanted.empty() &&
        std::find(wanted.begin(), wanted.end(), job.subject.name) == wanted.end())
      continue;
    const auto start = std::chrono::steady_clock::now();
    Finding finding;
    try {
      finding = job.run();
    } catch (const std::exception& error) {
      finding = {"wrong", std::string("threw: ") + error.what()};
    }
    std::replace_if(
        finding.note.begin(), finding.note.end(), [](char c) { return c == '\n' || c == '\t'; },
        ' ');
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%s\t%s\t%s\t%s\t%.3f\t%s\n", job.subject.name.c_str(), job.subject.kind.c_str(),
                job.subject.what.c_str(), finding.outcome.c_str(), took.count(),
                finding.note.c_str());
    std::fflush(stdout);
  }
  return 0;
}

int run_checker(const std::function<Finding(const Subject&)>& check, int argc, char** argv) {
  std::vector<Job> jobs;
  for (const Subject& subject : every_subject())
    jobs.push_back({subject, [subject, check] { return check(subject); }});
  return run_jobs(jobs, argc, argv);
}

}  // namespace fubini::faults
