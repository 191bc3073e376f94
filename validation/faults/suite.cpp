// SPDX-License-Identifier: BSD-3-Clause
#include "suite.hpp"

#include "all_texts.hpp"
#include "models.hpp"

namespace fubini::faults {

std::vector<Subject> functions() {
  std::vector<Subject> all;
  for_each_function([&all](Label label, auto text, Slopes slopes) {
    all.push_back(subject(std::move(label), text, std::move(slopes)));
  });
  return all;
}

std::vector<Subject> models() {
  std::vector<Subject> all;
  for (const SpoiltModel& one : spoilt_models()) all.push_back(as_function(one));
  return all;
}

std::vector<Subject> every_subject() {
  std::vector<Subject> all = functions();
  for (Subject& one : models()) all.push_back(std::move(one));
  return all;
}

}  // namespace fubini::faults
