// SPDX-License-Identifier: BSD-3-Clause
// The subjects as a shared library, for checkers of other languages.
#include "suite.hpp"

#include <exception>

using fubini::faults::In;
using fubini::faults::Out;
using fubini::faults::Subject;

namespace {

const std::vector<Subject>& all() {
  static const std::vector<Subject> subjects = fubini::faults::every_subject();
  return subjects;
}

}  // namespace

#define FAULTS_C extern "C" __attribute__((visibility("default")))

FAULTS_C int faults_count() { return static_cast<int>(all().size()); }
FAULTS_C const char* faults_name(int k) { return all()[k].name.c_str(); }
FAULTS_C const char* faults_kind(int k) { return all()[k].kind.c_str(); }
FAULTS_C const char* faults_what(int k) { return all()[k].what.c_str(); }
FAULTS_C int faults_size(int k) { return static_cast<int>(all()[k].start.size()); }
FAULTS_C const double* faults_start(int k) { return all()[k].start.data(); }

// With a state of its own
FAULTS_C void* faults_open(int k) { return new Subject(all()[k]); }
FAULTS_C void faults_close(void* subject) { delete static_cast<Subject*>(subject); }
FAULTS_C double faults_value(void* subject, const double* x, int n) {
  return static_cast<Subject*>(subject)->value(In(x, static_cast<std::size_t>(n)));
}
// The gradient under test, or the right one. 1 if it threw
FAULTS_C int faults_slopes(void* handle, int right, const double* x, int n, double* g) {
  const auto size = static_cast<std::size_t>(n);
  const auto* subject = static_cast<const Subject*>(handle);
  try {
    (right != 0 ? subject->right : subject->slopes)(In(x, size), Out(g, size));
    return 0;
  } catch (const std::exception&) {
    return 1;
  }
}
