// SPDX-License-Identifier: BSD-3-Clause
// Stan's diagnose: stan::model::test_gradients at the start, with CmdStan's epsilon and error (1e-6). A gradient by
// hand enters reverse mode as Stan's users do it, by precomputed_gradients.
#include "checker.hpp"

#include <stan/math/rev/mat.hpp>
#include <stan/callbacks/interrupt.hpp>
#include <stan/callbacks/logger.hpp>
#include <stan/callbacks/writer.hpp>
#include <stan/model/test_gradients.hpp>

namespace fubini::faults {
namespace {

using stan::math::var;

struct StanModel {
  Value value;
  Slopes slopes;
  std::size_t size;

  std::size_t num_params_r() const { return size; }
  template <bool propto, bool jacobian>
  double log_prob(std::vector<double>& x, std::vector<int>&, std::ostream*) const {
    return value(x);
  }
  template <bool propto, bool jacobian>
  var log_prob(std::vector<var>& x, std::vector<int>&, std::ostream*) const {
    Point at, g(size, 0.0);
    for (const var& one : x) at.push_back(one.val());
    slopes(at, g);
    return stan::math::precomputed_gradients(value(at), x, g);
  }
};

Finding diagnose(const Subject& subject) {
  const StanModel model{subject.value, subject.slopes, subject.start.size()};
  Point x = subject.start;
  std::vector<int> none;
  stan::callbacks::interrupt interrupt;
  stan::callbacks::logger logger;
  stan::callbacks::writer writer;
  const int failed = stan::model::test_gradients<true, true>(model, x, none, 1e-6, 1e-6, interrupt,
                                                             logger, writer);
  return ok_if(failed == 0, std::to_string(failed) + " parameters");
}

}  // namespace
}  // namespace fubini::faults

int main(int argc, char** argv) {
  return fubini::faults::run_checker(fubini::faults::diagnose, argc, argv);
}
