// SPDX-License-Identifier: BSD-3-Clause
// Fubini without the text: check::gradient of values and gradients in doubles, which is what the others are given.
#include "examine.hpp"

#include "fubini/check/gradient.hpp"

namespace fubini::faults {
namespace {

Finding ask(const Subject& subject) {
  return finding(check::gradient(subject.value, subject.slopes, subject.start, {.seconds = 60}));
}

}  // namespace
}  // namespace fubini::faults

int main(int argc, char** argv) {
  return fubini::faults::run_checker(fubini::faults::ask, argc, argv);
}
