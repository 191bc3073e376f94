// SPDX-License-Identifier: BSD-3-Clause
// Fubini: check::function of each text with the gradient beside it; check::gradients of models, which takes minutes.
// With "functions" as the first argument, no models.
#include "all_texts.hpp"
#include "examine.hpp"
#include "examine_models.hpp"

int main(int argc, char** argv) {
  using namespace fubini::faults;
  std::vector<Job> jobs;
  for_each_function([&jobs](Label label, auto text, Slopes slopes) {
    const Subject one = subject(std::move(label), text, std::move(slopes));
    jobs.push_back({one, [one, text](bool right) {
                      const Beside<decltype(text)> asked{text, right ? one.right : one.slopes};
                      return finding(examine(asked, one.start));
                    }});
  });
  if (argc > 1 && std::string(argv[1]) == "functions") {
    --argc, ++argv;
  } else {
    for (Job& job : jobs_of_models()) jobs.push_back(std::move(job));
  }
  return run_jobs(jobs, argc, argv);
}
