// SPDX-License-Identifier: BSD-3-Clause
#include "variants.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/model/model.hpp"
#include "models/pmop_full.hpp"

#include <cmath>

namespace fubini::bench {
namespace {

typedef float Floats __attribute__((vector_size(64)));
constexpr Index kFloats = 16;

Floats load_floats(const float* p) {
  Floats v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

// As the library's kernel does: each pass asks for every other line of rows further on.
template <class Row>
void look_ahead(const Row* x, Index j, Index size) {
  constexpr Index kRowsAhead = 64;
  __builtin_prefetch(x + kRowsAhead * size + 2 * j, 0, 2);
}

// Rows are whole vectors, with zeros behind the last feature.
double dot(const float* x, const float* w, Index size) {
  Floats total = {};
  for (Index j = 0; j < size; j += kFloats) {
    if (2 * j < size) look_ahead(x, j, size);
    total += load_floats(x + j) * load_floats(w + j);
  }
  float sum = 0;
  for (Index k = 0; k < kFloats; ++k) sum += total[k];
  return sum;
}

void update(const float* x, float slope, float* g, Index size) {
  for (Index j = 0; j < size; j += kFloats) {
    if (2 * j < size) look_ahead(x + kFloats, j, size);
    const Floats sum = load_floats(g + j) + slope * load_floats(x + j);
    std::memcpy(g + j, &sum, sizeof sum);
  }
}

#ifdef __AVX512F__
Lanes load_half(const std::uint16_t* p) {
  return _mm512_cvtps_pd(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
}
#else
Lanes load_half(const std::uint16_t*) { return Lanes{}; }
#endif

double dot(const std::uint16_t* x, const double* w, Index size) {
  Lanes total = {}, other = {};
  for (Index j = 0; j < size; j += 2 * kLanes) {
    if (4 * j < size) look_ahead(x, 2 * j, size);
    total += load_half(x + j) * load(w + j);
    other += load_half(x + j + kLanes) * load(w + j + kLanes);
  }
  return sum(total + other);
}

void update(const std::uint16_t* x, double slope, double* g, Index size) {
  for (Index j = 0; j < size; j += 2 * kLanes) {
    if (4 * j < size) look_ahead(x + 2 * kFloats, 2 * j, size);
    store(g + j, load(g + j) + slope * load_half(x + j));
    store(g + j + kLanes, load(g + j + kLanes) + slope * load_half(x + j + kLanes));
  }
}

template <class Number, class Row>
void score(const Row* rows, Index stride, const std::vector<Number>& w, std::span<double> f) {
  for (std::size_t i = 0; i < f.size(); ++i)
    f[i] = dot(rows + static_cast<Index>(i) * stride, w.data(), stride);
}

}  // namespace

Variant::Variant(const std::string& name, const Dataset& data)
    : data_(data), half_(name == "half") {
  if (name != "float" && !half_)
    throw ArgumentError("variant '" + name + "'; wanted float or half");
#ifdef __AVX512F__
  if (!half_) return;
  const Items items = data.items(0, data.num_queries());
  rows_.resize(items.size() * items.stride());
  for (Index k = 0; k < std::ssize(rows_); k += kLanes)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&rows_[k]),
                     _mm256_cvtps_ph(_mm256_loadu_ps(items.row(0) + k), 0));
#else
  if (half_) throw ArgumentError("variant half: this build has no 16-bit floats");
#endif
}

double Variant::value_and_gradient(std::span<const double> w, std::span<double> gradient,
                                   int threads) const {
  constexpr Index kTasks = 256;
  const Index stride = data_.items(0, 1).stride();
  std::vector<double> wide(stride, 0.0);
  std::ranges::copy(w, wide.begin());
  const std::vector<float> narrow(wide.begin(), wide.end());
  std::vector<double> values(kTasks, 0.0);
  std::vector<std::vector<double>> parts(kTasks);
  const Index per_task = (data_.num_queries() + kTasks - 1) / kTasks;
  for_each_in_parallel(kTasks, threads, [&](Index k) {
    std::vector<double> sum(stride, 0.0);
    std::vector<float> own(stride);
    for (Index q = k * per_task; q < std::min(data_.num_queries(), (k + 1) * per_task); ++q) {
      const Query query = data_.query(q);
      const Index n = query.items.size();
      std::vector<double> f(n), slopes(n, 0.0);
      const std::uint16_t* const packed =
          half_ ? rows_.data() + data_.first_row(q) * stride : nullptr;
      if (half_)
        score(packed, stride, wide, f);
      else
        score(query.items.row(0), stride, narrow, f);
      values[k] += pmop_full{}.log_likelihood(query.ranking, f, {}, Gradient{slopes, {}});
      std::ranges::fill(own, 0.0F);
      for (Index i = 0; i < n; ++i)
        if (half_)
          update(packed + i * stride, slopes[i], sum.data(), stride);
        else
          update(query.items.row(i), static_cast<float>(slopes[i]), own.data(), stride);
      for (Index j = 0; j < stride; ++j) sum[j] += static_cast<double>(own[j]);
    }
    parts[k] = std::move(sum);
  });
  double value = 0;
  std::ranges::fill(gradient, 0.0);
  for (Index k = 0; k < kTasks; ++k) {
    value += values[k];
    for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] += parts[k][j];
  }
  return value;
}

}  // namespace fubini::bench
