// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/tilted_draws.hpp"

#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/random.hpp"
#include "fubini/sample/detail/chance_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fubini::detail {
namespace {

typedef std::int64_t WholeLanes __attribute__((vector_size(64)));

constexpr Index kMostGroup = 4;           // registers of draws, so that none waits for another
constexpr Index kItemsANumber = 16;       // of 53 bits, an item takes one or so
constexpr Index kTableNumbers = 1 << 11;  // of several small sizes: half of the nearest cache
constexpr double kInfinity = std::numeric_limits<double>::infinity();

FUBINI_INLINE Lanes gather(const double* p, WholeLanes at) {
#ifdef __AVX512F__
  return _mm512_i64gather_pd(reinterpret_cast<__m512i>(at), p, 8);
#else
  Lanes v;
  for (Index k = 0; k < kLanes; ++k) v[k] = p[at[k]];
  return v;
#endif
}

// Draws whose chances stand in one table
struct Waiting {
  std::vector<double> table = {0};  // the first number is for lanes without a draw
  std::vector<std::int64_t> at = {}, width = {};
  std::vector<Index> draw = {};  // which one

  void start() {
    table.resize(1);
    at.clear();
    width.clear();
    draw.clear();
  }
};

// Draws of one group of lanes: which items are in, and sums of the basis over them
template <Index kGroup>
void draw_group(const Basis& basis, Index num_items, const Waiting& waiting, Index from,
                const double* numbers, Index numbers_apart, std::uint64_t* bits, double* sums,
                Index sums_apart) {
  WholeLanes at[kGroup], width[kGroup], word[kGroup] = {};
  Lanes u[kGroup], sum[kGroup][kBasis] = {};
  for (Index g = 0; g < kGroup; ++g) {
    std::memcpy(&at[g], &waiting.at[from + g * kLanes], sizeof at[g]);
    std::memcpy(&width[g], &waiting.width[from + g * kLanes], sizeof width[g]);
  }
  const Index words = (num_items + 63) / 64;
  for (Index i = 0; i < num_items; ++i) {
    if (i % kItemsANumber == 0)
      for (Index g = 0; g < kGroup; ++g)
        u[g] = load(numbers + i / kItemsANumber * numbers_apart + g * kLanes);
    const auto bit = static_cast<std::int64_t>(std::uint64_t{1} << (i % 64));
    for (Index g = 0; g < kGroup; ++g) {
      const Lanes h = gather(waiting.table.data(), at[g]);
      const WholeLanes in = u[g] < h;
      // What is left of the number is uniform again.
      u[g] = (in ? u[g] : u[g] - h) / (in ? h : 1 - h);
      at[g] += width[g] + in;
      word[g] |= in & bit;
      for (Index b = 0; b < kBasis; ++b) sum[g][b] += in ? Lanes{} + basis[b][i] : Lanes{};
    }
    if (i % 64 == 63 || i + 1 == num_items)
      for (Index g = 0; g < kGroup; ++g) {
        for (Index l = 0; l < kLanes; ++l)
          bits[(g * kLanes + l) * words + i / 64] = static_cast<std::uint64_t>(word[g][l]);
        word[g] = WholeLanes{};
      }
  }
  for (Index g = 0; g < kGroup; ++g)
    for (Index b = 0; b < kBasis; ++b) store(sums + b * sums_apart + g * kLanes, sum[g][b]);
}

void draw_waiting(const Basis& basis, Waiting& waiting, std::uint64_t seed, std::uint64_t stream,
                  std::uint64_t& first, TiltedDraws& draws) {
  const Index n = draws.subsets.num_items, words = draws.subsets.words();
  const Index count = std::ssize(waiting.at), all = (count + kLanes - 1) / kLanes * kLanes;
  const Index chunks = (n + kItemsANumber - 1) / kItemsANumber;
  waiting.at.resize(all, 0);
  waiting.width.resize(all, 0);
  thread_local std::vector<double> numbers, sums;
  thread_local std::vector<std::uint64_t> bits;
  numbers.resize(chunks * all);
  fill_uniform(seed, stream, first, numbers);
  first += numbers.size();
  sums.resize(kBasis * all);
  bits.resize(all * words);
  const auto draw = [&]<Index registers>(std::integral_constant<Index, registers>, Index from) {
    draw_group<registers>(basis, n, waiting, from, &numbers[from], all, &bits[from * words],
                          &sums[from], all);
  };
  Index from = 0;
  for (; from + kMostGroup * kLanes <= all; from += kMostGroup * kLanes)
    draw(std::integral_constant<Index, kMostGroup>{}, from);
  for (; from + 2 * kLanes <= all; from += 2 * kLanes)
    draw(std::integral_constant<Index, 2>{}, from);
  if (from < all) draw(std::integral_constant<Index, 1>{}, from);
  for (Index k = 0; k < count; ++k) {
    const Index t = waiting.draw[k];
    std::copy_n(&bits[k * words], words, draws.subsets.bits.begin() + t * words);
    for (Index b = 0; b < kBasis; ++b) draws.sums[b][t] = sums[b * all + k];
  }
}

void fill_copies(const SizePlan& plan, const std::array<double, 2>& log_e, const Stratum& stratum,
                 TiltedDraws& draws) {
  for (Index t = stratum.begin; t < stratum.end; ++t) {
    std::array<double, 2> log_part = {-kInfinity, -kInfinity};
    for (std::size_t p = 0; p < 2; ++p) {
      if (plan.parts[p].count == 0) continue;
      log_part[p] = std::log(static_cast<double>(plan.parts[p].count)) - log_e[p];
      for (Index b = 0; b < kBasis; ++b) log_part[p] += plan.parts[p].tilt[b] * draws.sums[b][t];
    }
    const auto [low, high] = std::minmax(log_part[0], log_part[1]);
    draws.log_copies[t] = low == -kInfinity ? high : high + std::log1p(std::exp(low - high));
  }
}

// All subsets of a size: the next after `members` in the order of their first difference
bool advance(std::vector<Index>& members, Index num_items) {
  for (Index j = std::ssize(members); j-- > 0;) {
    if (members[j] == num_items - std::ssize(members) + j) continue;
    for (Index next = members[j] + 1; j < std::ssize(members); ++j) members[j] = next++;
    return true;
  }
  return false;
}

void enumerate(const Basis& basis, const Stratum& stratum, TiltedDraws& draws) {
  const Index words = draws.subsets.words();
  std::vector<Index> members(stratum.size);
  std::iota(members.begin(), members.end(), Index{0});
  Index t = stratum.begin;
  do {
    for (const Index i : members) {
      draws.subsets.bits[t * words + i / 64] |= std::uint64_t{1} << (i % 64);
      for (Index b = 0; b < kBasis; ++b) draws.sums[b][t] += basis[b][i];
    }
    ++t;
  } while (advance(members, draws.subsets.num_items));
}

// What is drawn of one size by one tilt
struct Task {
  std::size_t stratum, part;
  Index begin;  // of the draws
};

// Room for the draws, and what is to be drawn: those of equal tilts beside each other
std::vector<Task> lay_out(const std::vector<SizePlan>& plan, TiltedDraws& draws) {
  Index count = 0;
  std::array<std::vector<Task>, 2> tasks;
  for (std::size_t s = 0; s < plan.size(); ++s) {
    const Index all = num_subsets(draws.subsets.num_items, plan[s].size, plan[s].count());
    const bool whole = all <= plan[s].count();
    if (!whole)
      for (std::size_t p = 0, begin = count; p < 2; begin += plan[s].parts[p++].count)
        if (plan[s].parts[p].count > 0) tasks[p].push_back({s, p, static_cast<Index>(begin)});
    draws.strata.push_back({plan[s].size, count, count + (whole ? all : plan[s].count()), whole});
    count = draws.strata.back().end;
    draws.subsets.sizes.resize(count, plan[s].size);
  }
  draws.subsets.bits.assign(count * draws.subsets.words(), 0);
  draws.log_copies.assign(count, 0.0);
  for (auto& sums : draws.sums) sums.assign(count, 0.0);
  tasks[0].insert(tasks[0].end(), tasks[1].begin(), tasks[1].end());
  return tasks[0];
}

}  // namespace

Index num_subsets(Index n, Index m, Index most) {
  double count = 1;
  for (Index k = 1; k <= std::min(m, n - m); ++k) {
    count *= static_cast<double>(n - k + 1) / static_cast<double>(k);
    if (count > static_cast<double>(most) + 0.5) return most + 1;
  }
  return static_cast<Index>(std::lround(count));
}

TiltedDraws draw_tilted(const Basis& basis, Index num_items, std::span<const SizePlan> plan,
                        std::uint64_t seed, std::uint64_t stream, std::uint64_t& first) {
  TiltedDraws draws{.subsets = {.num_items = num_items}};
  std::vector<SizePlan> wanted(plan.begin(), plan.end());
  std::erase_if(wanted, [](const SizePlan& one) { return one.count() == 0; });
  const std::vector<Task> tasks = lay_out(wanted, draws);
  thread_local Waiting waiting;
  waiting.start();
  std::vector<std::array<double, 2>> log_e(wanted.size());
  std::vector<double> some_log_e;
  for (std::size_t from = 0, end = 0; from < tasks.size(); from = end) {
    Tilt tilt = wanted[tasks[from].stratum].parts[tasks[from].part].tilt;
    const Tilt asked = tilt;
    Index largest = 0;
    for (; end < tasks.size() && tasks[end].part == tasks[from].part &&
           wanted[tasks[end].stratum].parts[tasks[end].part].tilt == asked;
         ++end)
      largest = std::max(largest, wanted[tasks[end].stratum].size);
    if (std::ssize(waiting.table) + num_items * (largest + 1) > kTableNumbers &&
        !waiting.at.empty()) {
      draw_waiting(basis, waiting, seed, stream, first, draws);
      waiting.start();
    }
    const Index table = std::ssize(waiting.table);
    fill_table(basis, num_items, largest, tilt, waiting.table, some_log_e);
    for (std::size_t k = from; k < end; ++k) {
      const Index size = wanted[tasks[k].stratum].size;
      Part& part = wanted[tasks[k].stratum].parts[tasks[k].part];
      part.tilt = tilt;
      log_e[tasks[k].stratum][tasks[k].part] = some_log_e[size - 1];
      waiting.at.insert(waiting.at.end(), part.count, table + size);
      waiting.width.insert(waiting.width.end(), part.count, largest + 1);
      for (Index t = 0; t < part.count; ++t) waiting.draw.push_back(tasks[k].begin + t);
    }
  }
  if (!waiting.at.empty()) draw_waiting(basis, waiting, seed, stream, first, draws);
  for (std::size_t s = 0; s < wanted.size(); ++s) {
    if (draws.strata[s].all)
      enumerate(basis, draws.strata[s], draws);
    else
      fill_copies(wanted[s], log_e[s], draws.strata[s], draws);
  }
  return draws;
}

}  // namespace fubini::detail
