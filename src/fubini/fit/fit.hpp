// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/metrics.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"
#include "fubini/core/dataset.hpp"
#include "fubini/fit/options.hpp"
#include "fubini/io/model_file.hpp"

#include <string>

// Fit by name: from data to a fitted model, ready to write and to rank with. The program, C and
// everybody else call this.
//
//   const Fit found = fit(built_in(), data, "pmop_full", {.scorer = "mlp:64,32", .l2 = 0.1});
//   write_model("model.json", found.model);
namespace fubini {

// Everything that a program knows by name.
struct Catalogues {
  ModelCatalogue models;
  ScorerCatalogue scorers;
  OptimizerCatalogue optimizers;
  MetricCatalogue metrics;
};

// What comes with Fubini. Models and scorers without a gradient by hand need the second, which
// needs fubini::autodiff.
Catalogues built_in();
Catalogues built_in_with_autodiff();

struct Fit {
  FittedModel model;  // the best by validation, else the last; weights of raw features
  FitSummary summary;
};

// Fits a model by name, "davidson_luce" or "davidson_luce:max_order=4", with a scorer by name; what
// is not said (orders of ties, the scorer, how far to go) the data decide. Log-worths are relative
// to the first item where a shift of all changes nothing. Throws UnknownName; ArgumentError for
// options that do not go together or with the data, and where the maximum is at infinity, naming
// items; FileError for checkpoints.
Fit fit(const Catalogues& known, const Dataset& data, const std::string& model,
        const FitOptions& options = {});

}  // namespace fubini
