// SPDX-License-Identifier: BSD-3-Clause
#include "c/fubini.h"
#include "c/guard.hpp"
#include "c/options.hpp"

#include "fubini/check/gradient.hpp"

#include <span>
#include <string>
#include <vector>

using namespace fubini;
using namespace fubini::c;

namespace {

thread_local std::string last_report;

std::vector<double> border(const double* numbers, Index n) {
  return numbers == nullptr ? std::vector<double>{} : std::vector<double>(numbers, numbers + n);
}

check::FunctionOptions translated(const fubini_check_options& given, Index n) {
  check::FunctionOptions result;
  if (given.name != nullptr) result.name = given.name;
  result.lower = border(given.lower, n);
  result.upper = border(given.upper, n);
  if (given.seconds != 0) result.seconds = given.seconds;
  if (given.seed != 0) result.seed = given.seed;
  if (given.points != 0) result.points = given.points;
  result.threads = given.threads != 0;
  return result;
}

}  // namespace

fubini_status fubini_check_gradient(fubini_value_callback value, fubini_gradient_callback gradient,
                                    void* data, const double* x, int64_t n,
                                    const fubini_check_options* options, int32_t* outcome,
                                    const char** report) {
  return guarded(__func__, [&] {
    not_null(value, "value");
    not_null(gradient, "gradient");
    const Index count = checked_count(n, "n", sizeof(double));
    const std::span<const double> at{not_null(x, "x"), static_cast<std::size_t>(count)};
    const fubini_check_options given = known(options, "fubini_check_options");
    const check::FunctionReport found =
        check::gradient([=](std::span<const double> there) { return value(there.data(), n, data); },
                        [=](std::span<const double> there, std::span<double> out) {
                          gradient(there.data(), n, out.data(), data);
                        },
                        at, translated(given, count));
    if (report != nullptr) {
      last_report = given.json != 0 ? check::to_json({found}) : check::to_text({found});
      *report = last_report.c_str();
    }
    if (outcome != nullptr) *outcome = static_cast<int32_t>(found.outcome());
  });
}
