// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "subject.hpp"

#include "fubini/core/ranking.hpp"
#include "fubini/model/model.hpp"

#include <functional>
#include <string>
#include <vector>

// Rank models whose gradient by hand is spoilt, or right and asked at hard places.
namespace fubini::faults {

struct Asked {
  std::vector<Index> buckets;  // their sizes, best first
  Point x;                     // scores in bucket order, then tie parameters
};

struct SpoiltModel {
  std::string name, kind, what;
  std::string model;         // its specification
  Asked start;               // what a user would try
  std::vector<Asked> shows;  // asked one after the other, these show the fault
  // Makes a gradient of the right one, with a memory of its own
  std::function<Model::Call<Gradient>(const Model& right)> spoil;

  bool is_right() const { return kind == "right"; }
};

std::vector<SpoiltModel> spoilt_models();

// The model with that gradient in the place of its own
Model with_gradient(const Model& model, Model::Call<Gradient> gradient);

// As a function of R^n, on the ranking that it is asked about first
Subject as_function(const SpoiltModel& model);

}  // namespace fubini::faults
