// SPDX-License-Identifier: BSD-3-Clause
// Ceres' GradientChecker at the start, with the precision that its Solver takes (1e-8) and its own step.
#include "checker.hpp"

#include <ceres/cost_function.h>
#include <ceres/gradient_checker.h>

#include <algorithm>

namespace fubini::faults {
namespace {

class Cost final : public ceres::CostFunction {
 public:
  explicit Cost(const Subject& subject)
      : value_(subject.value), slopes_(subject.slopes), size_(subject.start.size()) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(size_));
  }
  bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override {
    const In at(x[0], size_);
    residuals[0] = value_(at);
    if (jacobians != nullptr && jacobians[0] != nullptr) slopes_(at, Out(jacobians[0], size_));
    return true;
  }

 private:
  Value value_;
  Slopes slopes_;
  std::size_t size_;
};

Finding probe(const Subject& subject) {
  const Cost cost(subject);
  const double* at = subject.start.data();
  const std::vector<const ceres::Manifold*>* euclidean = nullptr;
  const ceres::GradientChecker checker(&cost, euclidean, ceres::NumericDiffOptions());
  ceres::GradientChecker::ProbeResults results;
  const bool passed = checker.Probe(&at, 1e-8, &results);
  return ok_if(passed, results.return_value
                           ? "relative error " + std::to_string(results.maximum_relative_error)
                           : results.error_log.substr(0, 200));
}

}  // namespace
}  // namespace fubini::faults

int main(int argc, char** argv) {
  return fubini::faults::run_checker(fubini::faults::probe, argc, argv);
}
