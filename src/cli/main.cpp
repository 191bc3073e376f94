// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cli.hpp"

int main(int argc, char** argv) {
  return fubini::run_cli(&fubini::built_in_with_autodiff, argc, argv);
}
