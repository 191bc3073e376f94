// SPDX-License-Identifier: BSD-3-Clause
#ifndef FUBINI_H
#define FUBINI_H

/// @file
/// Fubini from C, and through C from any language: rankings with ties.
///
/// Every call may come from any thread, also several on one handle at once. Calls with a
/// fubini_status return FUBINI_OK or leave a sentence in fubini_last_error(); those with a number
/// return -1 then. No exception crosses, and what a failed call should have written is left alone
/// (a new handle: NULL). Strings end with a zero and are UTF-8; counts and strides are of
/// elements, not of bytes.
///
/// Handles are opaque and are never used again after they are freed: NULL, a freed one, one of
/// another kind or any other value is refused. What a handle stands for lives on while a call in
/// another thread uses it.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Of this interface: raised when a program built with an older header must be built again.
#define FUBINI_C_VERSION 1

#if defined(__GNUC__)
#define FUBINI_API __attribute__((visibility("default")))
#else
#define FUBINI_API
#endif

typedef int32_t fubini_status;
enum {
  FUBINI_OK = 0,
  FUBINI_BAD_ARGUMENT = 1,   ///< a handle, pointer, size or value that cannot be used
  FUBINI_UNKNOWN_NAME = 2,   ///< of a model, scorer, optimizer or metric
  FUBINI_NUMERICAL = 3,      ///< valid input led out of the finite numbers
  FUBINI_FILE = 4,           ///< cannot be read or written, or does not hold what it should
  FUBINI_OUT_OF_MEMORY = 5,  ///< nothing was changed
  FUBINI_UNEXPECTED = 6      ///< a fault of the library: please report it
};

typedef struct fubini_dataset fubini_dataset;  ///< queries with graded items and their features
typedef struct fubini_ranker fubini_ranker;    ///< a fitted model that scores items

/// FUBINI_C_VERSION of the library that runs.
FUBINI_API int32_t fubini_c_version(void);

/// Of the library, "0.1.0".
FUBINI_API const char* fubini_version(void);

/// Why the last failed call of this thread failed: the function, the argument, what was found and
/// what was wanted. Never NULL; valid until this thread's next failure. A success leaves it.
FUBINI_API const char* fubini_last_error(void);

/// An empty dataset with so many features an item.
FUBINI_API fubini_status fubini_dataset_new(int64_t num_features, fubini_dataset** out);

/// A dataset from learning-to-rank text ("2 qid:10 1:0.5 3:-2"), plain or packed by gzip or zstd.
FUBINI_API fubini_status fubini_dataset_read(const char* path, fubini_dataset** out);

/// Adds a query of `count` items. Equal grades tie, higher ones are better. Item i has its
/// features at features[i * stride], num_features of them. Everything is copied.
FUBINI_API fubini_status fubini_dataset_add_query(fubini_dataset* data, const char* id,
                                                  int64_t count, const double* grades,
                                                  const float* features, int64_t stride);

FUBINI_API int64_t fubini_dataset_num_queries(const fubini_dataset* data);
FUBINI_API int64_t fubini_dataset_num_rows(const fubini_dataset* data);
FUBINI_API int64_t fubini_dataset_num_features(const fubini_dataset* data);

/// Frees it; NULL is fine, a second time is an error.
FUBINI_API fubini_status fubini_dataset_free(fubini_dataset* data);

/// How to train. Members that are 0 or NULL have their default, so
///     fubini_train_options options = {.size = sizeof options, .l2 = 0.1};
/// stays right when members are added at the end.
typedef struct fubini_train_options {
  size_t size;                       ///< sizeof(fubini_train_options)
  const char* scorer;                ///< "linear", or "mlp:64,32[:tanh|relu|softplus]"
  const char* optimizer;             ///< "lbfgs", or "sgd", "adagrad", "adam"
  const char* metric;                ///< on the validation data: "ndcg@10"
  const fubini_dataset* validation;  ///< the iteration that is best on it is kept; or none
  double l2;                         ///< (l2/2) |w|^2 off the objective: 0
  double l1;                         ///< l1 |w| off the objective, with lbfgs: 0
  double tolerance;                  ///< of the relative improvement, with lbfgs: 1e-5
  double rate;                       ///< of stochastic steps: 0.1, for adam 0.01
  uint64_t seed;                     ///< of everything random: 1
  int32_t iterations;                ///< at most so many, or passes over the data: 100
  int32_t patience;                  ///< iterations without a better validation: any number
  int32_t threads;                   ///< at most; any number gives the same bits: all cores
  int32_t reserved;                  ///< 0
} fubini_train_options;

/// Fits a model of the catalogue ("pmop_full", "davidson_luce:max_order=3"); options may be NULL.
/// The dataset cannot grow while it is trained on: such calls wait.
FUBINI_API fubini_status fubini_train(const fubini_dataset* data, const char* model,
                                      const fubini_train_options* options, fubini_ranker** out);

FUBINI_API fubini_status fubini_ranker_load(const char* path, fubini_ranker** out);
FUBINI_API fubini_status fubini_ranker_save(const fubini_ranker* ranker, const char* path);
FUBINI_API int64_t fubini_ranker_num_features(const fubini_ranker* ranker);

/// scores[i], higher is better, of the `count` items with features at rows[i * stride];
/// num_features must be the ranker's.
FUBINI_API fubini_status fubini_ranker_score(const fubini_ranker* ranker, const float* rows,
                                             int64_t count, int64_t num_features, int64_t stride,
                                             double* scores);

/// Frees it; NULL is fine, a second time is an error.
FUBINI_API fubini_status fubini_ranker_free(fubini_ranker* ranker);

/// The log-likelihood of a ranking: `count` scores in bucket order (best bucket first), the sizes
/// of the buckets, and as many tie parameters as the model has (NULL and 0 if none). Where
/// grad_scores (count numbers) or grad_ties (num_ties) is not NULL, the gradient is written there.
/// FUBINI_NUMERICAL, and nothing written, where one of these numbers is beyond a double; a bucket
/// larger than the model's largest has the value -infinity and no gradient.
FUBINI_API fubini_status fubini_log_likelihood(const char* model, const double* scores,
                                               int64_t count, const int64_t* bucket_sizes,
                                               int64_t num_buckets, const double* ties,
                                               int64_t num_ties, double* value, double* grad_scores,
                                               double* grad_ties);

/// The value of your function at n numbers; `data` is what you gave. NaN where there is none.
typedef double (*fubini_value_callback)(const double* x, int64_t n, void* data);
/// Writes all n entries of its gradient.
typedef void (*fubini_gradient_callback)(const double* x, int64_t n, double* gradient, void* data);

/// How to check a gradient. Members that are 0 or NULL have their default; set `size`.
typedef struct fubini_check_options {
  size_t size;          ///< sizeof(fubini_check_options)
  const char* name;     ///< in the report: "f"
  const double* lower;  ///< n numbers: the box that the gradient is promised for; or anywhere
  const double* upper;  ///< the same
  double seconds;       ///< no new point after that: 10
  uint64_t seed;        ///< of everything random: 1
  int32_t points;       ///< to look at, x first; 1: only x: 200
  int32_t json;         ///< 1: the report is JSON
  int32_t threads;      ///< 1: the callbacks may be called from several threads at once
  int32_t reserved;     ///< 0
} fubini_check_options;

/// What a check has found
enum {
  FUBINI_GRADIENT_HOLDS = 0,
  FUBINI_GRADIENT_WRONG = 1,
  FUBINI_GRADIENT_LOSES_DIGITS = 2,  ///< to rounding; no fault that can be told
  FUBINI_GRADIENT_UNDECIDED = 3      ///< kinks, jumps or noise: nothing was proved
};

/// Compares a gradient with differences of the value, at x and many points around it. `outcome` is
/// one of the four above, `report` a table and what failed where, or JSON: valid until this
/// thread's next check; either may be NULL. options may be NULL. FUBINI_OK says that the check was
/// made, whatever it found. Callbacks must not let exceptions out, nor call longjmp.
FUBINI_API fubini_status fubini_check_gradient(fubini_value_callback value,
                                               fubini_gradient_callback gradient, void* data,
                                               const double* x, int64_t n,
                                               const fubini_check_options* options,
                                               int32_t* outcome, const char** report);

#ifdef __cplusplus
}
#endif

#endif
