// SPDX-License-Identifier: BSD-3-Clause
#include "cli/training.hpp"

#include "cli/parse.hpp"

namespace fubini::cli {

std::string scorers_in_words(const ScorerCatalogue& scorers) {
  std::vector<std::string> usages;
  for (const ScorerEntry& entry : scorers) usages.push_back(entry.usage);
  return join(usages, ", ");
}

void add_training_options(CLI::App& app, TrainingWords& to, const Catalogues& known) {
  FitOptions& how = to.how;
  app.add_option("--scorer", how.scorer,
                 scorers_in_words(known.scorers) + "\n(linear; without features worths)");
  app.add_option("--optimizer", to.optimizer, join(known.optimizers.names(), ", ") + " (lbfgs)");
  app.add_option("--inference", to.inference,
                 "Where gradients come from: exact (default), or chains by gibbs,\n"
                 "metropolis or metropolis-as-printed, for optimizers by steps");
  app.add_option("--l2", how.l2, "(l2/2) |w|^2 off the objective (0)");
  app.add_option("--l1", how.l1, "l1 |w| off the objective, by OWL-QN (0)");
  app.add_option("--iterations", how.iterations,
                 "At most so many, or passes over the data (100; worths 1000)");
  app.add_option("--tolerance", how.tolerance,
                 "lbfgs stops when the objective rises by less, of itself (1e-5;\nworths 0)");
  app.add_option("--rate", how.rate, "Of optimizers by steps (0.1; adam 0.01)");
  app.add_option("--batch", how.batch, "Queries in a step; 0: all (32; chains 0)");
  app.add_option("--samples", how.samples, "Steps of a chain (1)");
  app.add_flag("--raw", to.raw, "Features as they are, not standardised");
  app.add_option("--seed", to.seed, "Of everything drawn at random (1)");
  app.add_option("--threads", how.threads, "At most so many; 0: all. The same bits (0)");
  app.get_formatter()->column_width(24);
}

FitOptions parse_training(const TrainingWords& words, const Catalogues& known) {
  FitOptions result = words.how;
  if (!result.scorer.empty()) known.scorers.find(Specification(result.scorer).name);
  result.standardise = !words.raw;
  result.optimizer = known.optimizers.make(words.optimizer);
  result.inference = parse_inference(words.inference);
  result.seed = parse_seed(words.seed);
  return result;
}

ReadOptions reading_options(const TrainingWords& words) {
  if (words.how.threads < 0)
    throw ArgumentError("--threads: " + std::to_string(words.how.threads) + "; wanted 0 or more");
  return {.threads = words.how.threads};
}

}  // namespace fubini::cli
