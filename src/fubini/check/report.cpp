// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/comparison.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"

#include <exception>
#include <limits>
#include <new>

namespace fubini::check {

std::string_view name(Way way) {
  constexpr std::array<std::string_view, kWays> names = {
      "truth",   "hard",  "entrywise",  "reverse", "forward", "differences",
      "hessian", "value", "value_only", "adds",    "repeat",  "threads"};
  return names[static_cast<std::size_t>(way)];
}

std::string rule(Way way, double bound) {
  constexpr auto kDifferences = " max(norm, 1), ten times the differences' own error included";
  const auto within = [number = format_double(bound, 2)](const char* what, const char* scale) {
    return std::string(what) + number + scale;
  };
  switch (way) {
    case Way::truth:
    case Way::hard: return within("|found - 50 digits| <= ", " max(norm, 1)");
    case Way::entrywise:
      return within("|found - 50 digits| <= ",
                    " times the entry, or what the last digits of the parameters move it by");
    case Way::reverse: return within("|found - reverse mode| <= ", " max(norm, 1)");
    case Way::forward: return within("|found - forward mode| <= ", " max(norm, 1)");
    case Way::differences: return within("|found - differences| <= ", kDifferences);
    case Way::hessian:
      return within("|differences of gradients - forward over reverse mode| <= ", kDifferences);
    case Way::value: return within("|found - 50 digits, or reverse mode| <= ", " max(|value|, 1)");
    case Way::value_only:
      return within("|value alone - value with gradient| <= ", " max(|value|, 1)");
    case Way::adds:
      return within("a gradient is added to what stands there, times the query's weight, to ",
                    " max(norm, 1)");
    case Way::repeat: return "a second evaluation gives the same bits";
    case Way::threads: break;
  }
  return "four threads give the same bits as one";
}

double GradientReport::ulps() const {
  return std::max((*this)[Way::truth].error, (*this)[Way::hard].error) /
         std::numeric_limits<double>::epsilon();
}

const WorstEntry& GradientReport::worst() const {
  const Comparison &truth = (*this)[Way::truth], &hard = (*this)[Way::hard];
  return truth.excess >= hard.excess ? truth.worst : hard.worst;
}

bool GradientReport::passed() const {
  return thrown == 0 && !(declares_ranges && loss.cases > 0) &&
         std::ranges::all_of(ways, [](const Comparison& one) { return one.failures == 0; });
}

std::string GradientReport::verdict() const {
  if (passed()) {
    if (loss.cases > 0) return "loses digits";
    if (cases > 0 && outside == cases) return "outside its range";
    if (!model_by_hand) return "ok (no gradient by hand)";
    if (!scorer_by_hand) return "ok (scorer by autodiff)";
    return errors.empty() ? "ok (but nothing in 50 digits)" : "ok";
  }
  std::vector<std::string> failed;
  if (thrown > 0) failed.push_back("threw");
  if (declares_ranges && loss.cases > 0) failed.push_back("loses digits");
  for (std::size_t way = 0; way < kWays; ++way)
    if (ways[way].failures > 0) failed.emplace_back(name(static_cast<Way>(way)));
  return "FAILED: " + join(failed, ", ");
}

void merge(Comparison& into, const Comparison& from) {
  into.entries += from.entries;
  into.failures += from.failures;
  into.unsure += from.unsure;
  into.error = std::max(into.error, from.error);
  if (from.excess > into.excess) {
    into.excess = from.excess;
    into.worst = from.worst;
  }
}

std::string thrown_words() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

}  // namespace fubini::check
