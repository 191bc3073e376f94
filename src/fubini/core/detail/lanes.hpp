// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <cstring>
#include <span>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

// Eight doubles side by side, for kernels: one register of the widest machines, two or four of
// others (the compiler splits them). For sources of the library only: what is compiled from here
// depends on the compiler's flags.
namespace fubini {

inline constexpr Index kLanes = 8;

typedef double Lanes __attribute__((vector_size(64)));

#define FUBINI_INLINE inline __attribute__((always_inline))

FUBINI_INLINE Lanes load(const double* p) {
  Lanes v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

FUBINI_INLINE void store(double* p, Lanes v) { std::memcpy(p, &v, sizeof v); }

// Eight floats. (g++ 12 splits its own conversion into halves.)
FUBINI_INLINE Lanes load(const float* p) {
#ifdef __AVX512F__
  return _mm512_cvtps_pd(_mm256_loadu_ps(p));
#else
  typedef float Floats __attribute__((vector_size(32)));
  Floats v;
  std::memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, Lanes);
#endif
}

// The first `count` < 8 numbers, then zeros; nothing behind them is touched.
FUBINI_INLINE Lanes load_some(const double* p, Index count) {
#ifdef __AVX512F__
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>((1U << count) - 1), p);
#else
  Lanes v = {};
  for (Index k = 0; k < count; ++k) v[k] = p[k];
  return v;
#endif
}

FUBINI_INLINE Lanes load_some(const float* p, Index count) {
#if defined(__AVX512F__) && defined(__AVX512VL__)
  return _mm512_cvtps_pd(_mm256_maskz_loadu_ps(static_cast<__mmask8>((1U << count) - 1), p));
#else
  Lanes v = {};
  for (Index k = 0; k < count; ++k) v[k] = p[k];
  return v;
#endif
}

FUBINI_INLINE void store_some(double* p, Index count, Lanes v) {
#ifdef __AVX512F__
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1U << count) - 1), v);
#else
  for (Index k = 0; k < count; ++k) p[k] = v[k];
#endif
}

// Always in the same order
FUBINI_INLINE double sum(Lanes v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// a0 + a1, b0 + b1, a2 + a3, b2 + b3, ...
FUBINI_INLINE Lanes add_neighbours(Lanes a, Lanes b) {
  return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14) +
         __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}

// The sums of the lower halves of v[0], ..., v[3], then of their upper halves
FUBINI_INLINE Lanes half_sums(const Lanes* v) {
  const Lanes a = add_neighbours(v[0], v[1]), b = add_neighbours(v[2], v[3]);
  return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) +
         __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

// The sums of v[0], ..., v[7]
FUBINI_INLINE Lanes eight_sums(const Lanes* v) {
  const Lanes a = half_sums(v), b = half_sums(v + 4);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
         __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

template <class Number>  // float or double
bool all_finite(std::span<const Number> x) {
  Lanes nothing = {};  // 0 times what is not finite is not a number
  std::size_t i = 0;
  for (; i + kLanes <= x.size(); i += kLanes) nothing += 0 * load(x.data() + i);
  nothing += 0 * load_some(x.data() + i, static_cast<Index>(x.size() - i));
  return sum(nothing) == 0;
}

}  // namespace fubini
