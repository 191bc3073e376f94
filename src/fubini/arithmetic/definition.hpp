// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/items.hpp"
#include "fubini/core/ranking.hpp"

#include <functional>

// The text of a model or a scorer in some arithmetic, as a value. This header needs neither Stan
// Math nor Boost: what a call holds is known where an arithmetic's own header is included.
//
//   Definition<Reverse> text = define<Reverse>(davidson{});      // with autodiff.hpp
//   Definition<Digits> text = define<Digits>(davidson{});        // with digits.hpp
//
// What is derived from such texts stands in derivatives.hpp.
namespace fubini {

struct Plain;    // doubles
struct Reverse;  // Stan Math's reverse mode
struct Forward;  // its forward mode
struct Nested;   // forward over reverse mode: second derivatives
struct Digits;   // 50 decimal digits that record their own derivatives

template <class A>
struct ModelCall;  // scores and tie parameters in, value out
template <class A>
struct ScorerCall;  // weights in, scores out

template <class A>
using Definition = std::function<void(const Ranking&, ModelCall<A>&)>;
template <class A>
using ScorerDefinition = std::function<void(const Items&, ScorerCall<A>&)>;

// The three arithmetics of autodiff, which are compiled together.
template <template <class> class D>
struct Autodiff {
  D<Reverse> reverse;
  D<Forward> forward;
  D<Nested> nested;
};
using ModelAutodiff = Autodiff<Definition>;
using ScorerAutodiff = Autodiff<ScorerDefinition>;

}  // namespace fubini
