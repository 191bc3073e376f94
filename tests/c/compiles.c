// SPDX-License-Identifier: BSD-3-Clause
// The header as a C99 compiler sees it, with what an ABI fixes beside names: an array of size -1
// does not compile. Members may be added at the end of the options, never moved.
#include "fubini.h"

#include <string.h>

#define FIXED(name, condition) typedef char fixed_##name[(condition) ? 1 : -1]

FIXED(version, FUBINI_C_VERSION == 1);
FIXED(status, sizeof(fubini_status) == 4);
FIXED(codes, FUBINI_OK == 0 && FUBINI_BAD_ARGUMENT == 1 && FUBINI_UNKNOWN_NAME == 2 &&
                 FUBINI_NUMERICAL == 3 && FUBINI_FILE == 4 && FUBINI_OUT_OF_MEMORY == 5 &&
                 FUBINI_UNEXPECTED == 6);
FIXED(size, offsetof(fubini_train_options, size) == 0);
FIXED(scorer, offsetof(fubini_train_options, scorer) == 8);
FIXED(optimizer, offsetof(fubini_train_options, optimizer) == 16);
FIXED(metric, offsetof(fubini_train_options, metric) == 24);
FIXED(validation, offsetof(fubini_train_options, validation) == 32);
FIXED(l2, offsetof(fubini_train_options, l2) == 40);
FIXED(l1, offsetof(fubini_train_options, l1) == 48);
FIXED(tolerance, offsetof(fubini_train_options, tolerance) == 56);
FIXED(rate, offsetof(fubini_train_options, rate) == 64);
FIXED(seed, offsetof(fubini_train_options, seed) == 72);
FIXED(iterations, offsetof(fubini_train_options, iterations) == 80);
FIXED(patience, offsetof(fubini_train_options, patience) == 84);
FIXED(threads, offsetof(fubini_train_options, threads) == 88);
FIXED(reserved, offsetof(fubini_train_options, reserved) == 92);
FIXED(whole, sizeof(fubini_train_options) == 96);
FIXED(check_size, offsetof(fubini_check_options, size) == 0);
FIXED(check_name, offsetof(fubini_check_options, name) == 8);
FIXED(check_lower, offsetof(fubini_check_options, lower) == 16);
FIXED(check_upper, offsetof(fubini_check_options, upper) == 24);
FIXED(check_seconds, offsetof(fubini_check_options, seconds) == 32);
FIXED(check_seed, offsetof(fubini_check_options, seed) == 40);
FIXED(check_points, offsetof(fubini_check_options, points) == 48);
FIXED(check_json, offsetof(fubini_check_options, json) == 52);
FIXED(check_threads, offsetof(fubini_check_options, threads) == 56);
FIXED(check_reserved, offsetof(fubini_check_options, reserved) == 60);
FIXED(check_whole, sizeof(fubini_check_options) == 64);
FIXED(outcomes, FUBINI_GRADIENT_HOLDS == 0 && FUBINI_GRADIENT_WRONG == 1 &&
                    FUBINI_GRADIENT_LOSES_DIGITS == 2 && FUBINI_GRADIENT_UNDECIDED == 3);

// The types of all functions: one that changes does not compile.
static fubini_status (*const dataset_new)(int64_t, fubini_dataset**) = fubini_dataset_new;
static fubini_status (*const dataset_read)(const char*, fubini_dataset**) = fubini_dataset_read;
static fubini_status (*const add_query)(fubini_dataset*, const char*, int64_t, const double*,
                                        const float*, int64_t) = fubini_dataset_add_query;
static int64_t (*const numbers[])(const fubini_dataset*) = {
    fubini_dataset_num_queries, fubini_dataset_num_rows, fubini_dataset_num_features};
static fubini_status (*const dataset_free)(fubini_dataset*) = fubini_dataset_free;
static fubini_status (*const train)(const fubini_dataset*, const char*, const fubini_train_options*,
                                    fubini_ranker**) = fubini_train;
static fubini_status (*const load)(const char*, fubini_ranker**) = fubini_ranker_load;
static fubini_status (*const save)(const fubini_ranker*, const char*) = fubini_ranker_save;
static int64_t (*const num_features)(const fubini_ranker*) = fubini_ranker_num_features;
static fubini_status (*const score)(const fubini_ranker*, const float*, int64_t, int64_t, int64_t,
                                    double*) = fubini_ranker_score;
static fubini_status (*const ranker_free)(fubini_ranker*) = fubini_ranker_free;
static fubini_status (*const log_likelihood)(const char*, const double*, int64_t, const int64_t*,
                                             int64_t, const double*, int64_t, double*, double*,
                                             double*) = fubini_log_likelihood;
static fubini_status (*const check)(fubini_value_callback, fubini_gradient_callback, void*,
                                    const double*, int64_t, const fubini_check_options*, int32_t*,
                                    const char**) = fubini_check_gradient;
static const char* (*const texts[])(void) = {fubini_version, fubini_last_error};
static int32_t (*const version)(void) = fubini_c_version;

// Each refuses NULL, so this calls them all.
int main(void) {
  int right = dataset_new(2, NULL) == FUBINI_BAD_ARGUMENT;
  right &= dataset_read(NULL, NULL) == FUBINI_BAD_ARGUMENT;
  right &= add_query(NULL, NULL, 0, NULL, NULL, 0) == FUBINI_BAD_ARGUMENT;
  right &= numbers[0](NULL) == -1 && numbers[1](NULL) == -1 && numbers[2](NULL) == -1;
  right &= dataset_free(NULL) == FUBINI_OK && ranker_free(NULL) == FUBINI_OK;
  right &= train(NULL, NULL, NULL, NULL) == FUBINI_BAD_ARGUMENT;
  right &= load(NULL, NULL) == FUBINI_BAD_ARGUMENT && save(NULL, NULL) == FUBINI_BAD_ARGUMENT;
  right &= num_features(NULL) == -1;
  right &= score(NULL, NULL, 0, 0, 0, NULL) == FUBINI_BAD_ARGUMENT;
  right &= log_likelihood(NULL, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, NULL) == FUBINI_BAD_ARGUMENT;
  right &= check(NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL) == FUBINI_BAD_ARGUMENT;
  right &= strlen(texts[0]()) > 0 && strlen(texts[1]()) > 0 && version() == FUBINI_C_VERSION;
  return right ? 0 : 1;
}
