// SPDX-License-Identifier: BSD-3-Clause
// A gradient of one's own, with a slip in it, checked from C.
#include <fubini.h>

#include <stdio.h>

static double value(const double* x, int64_t n, void* data) {
  (void)n, (void)data;
  return x[0] * x[0] * x[1];
}

static void gradient(const double* x, int64_t n, double* g, void* data) {
  (void)n, (void)data;
  g[0] = 2 * x[0] * x[1];
  g[1] = x[0];  // wanted: x[0] * x[0]
}

int main(void) {
  const double x[] = {1.2, 0.7};
  const char* report = NULL;
  int32_t outcome = 0;
  if (fubini_check_gradient(value, gradient, NULL, x, 2, NULL, &outcome, &report)) {
    fprintf(stderr, "%s\n", fubini_last_error());
    return 2;
  }
  fputs(report, stdout);
  return outcome == FUBINI_GRADIENT_WRONG ? 0 : 1;  // it was to be found
}
