// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/potential.hpp"

namespace fubini {

// The exact likelihood of a family of potentials, for pmop. Each family specialises it, with
//
//   static constexpr bool exact = true;
//   template <Potential P> static constexpr Cost cost;          // of value and gradient by hand
//   template <Potential P> static constexpr bool by_hand;       // P has all that a gradient needs
//   template <class T, Potential P>                             // log Z of one stage
//   static T log_normaliser(const P& potential, std::span<const T> f, const Stage& stage,
//                           std::span<const T> ties);
//   template <class T, Potential P>                             // the definition
//   static T log_likelihood(const P& potential, const Ranking& ranking, std::span<const T> f,
//                           std::span<const T> ties);
//   template <Potential P>                                      // by hand
//   static double log_likelihood(const P& potential, const Ranking& ranking,
//                                std::span<const double> f, std::span<const double> ties, Gradient g);
//
// A family that has none is enumerated.
template <Family family>
struct Engine {
  static constexpr bool exact = false;
  template <Potential P>
  static constexpr Cost cost = Cost::exponential;
  template <Potential P>
  static constexpr bool by_hand = false;
};

}  // namespace fubini
