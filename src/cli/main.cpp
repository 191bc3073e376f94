// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cli.hpp"

int main(int argc, char** argv) {
  const fubini::Models models{fubini::built_in_models(), fubini::built_in_autodiff_models(),
                              fubini::built_in_precise_models()};
  return fubini::run_cli(models, argc, argv);
}
