// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "faults_of_digits.hpp"
#include "faults_of_places.hpp"
#include "faults_of_state.hpp"
#include "faults_of_terms.hpp"
#include "right_hard.hpp"
#include "right_known.hpp"
#include "right_rank.hpp"

namespace fubini::faults {

struct Label {
  std::string name, kind, what;
  Point start;
  Points shows = {};
};

template <class Text>
Subject subject(Label label, Text text, Slopes slopes) {
  return {std::move(label.name),
          std::move(label.kind),
          std::move(label.what),
          std::move(label.start),
          std::move(label.shows),
          [text](In x) { return text(x); },
          [text](In x, Out g) { text.slopes(x, g); },
          std::move(slopes)};
}

// add(Label, text, slopes) of every function: its text in any scalar, the gradient that is checked
template <class Add>
void for_each_function(Add&& add) {
  add_dropped_terms(add);
  add_signs_and_factors(add);
  add_off_by_one(add);
  add_wrong_branches(add);
  add_ties(add);
  add_borders(add);
  add_far_out(add);
  add_stale_state(add);
  add_races(add);
  add_order(add);
  add_lost_digits(add);
  add_tiny_entries(add);
  add_right_known(add);
  add_right_hard(add);
  add_right_rank(add);
}

}  // namespace fubini::faults
