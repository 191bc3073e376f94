// SPDX-License-Identifier: BSD-3-Clause
#include "cli/training.hpp"

#include "cli/parse.hpp"

namespace fubini::cli {

std::string scorers_in_words(const ScorerCatalogue& scorers) {
  std::vector<std::string> usages;
  for (const ScorerEntry& entry : scorers) usages.push_back(entry.usage);
  return join(usages, ", ");
}

CLI::Option* add_model(Command& app, std::string& to, const Catalogues& known,
                       const std::string& help) {
  return app.add_name("--model", to, help, known.models.names(),
                      [&known](const std::string& text) { known.models.make(text); });
}

void add_training_options(Command& app, TrainingWords& to, const Catalogues& known) {
  FitOptions& how = to.how;
  app.add_name("--scorer", how.scorer,
               scorers_in_words(known.scorers) + "\n(linear; without features worths)",
               known.scorers.names(),
               [&known](const std::string& text) { known.scorers.find(Specification(text).name); });
  app.add_name("--optimizer", to.optimizer,
               join(known.optimizers.names(), ", ") + " (lbfgs; chains adagrad)",
               known.optimizers.names(),
               [&known](const std::string& text) { known.optimizers.make(text); });
  std::vector<std::string> ways(kWays.begin(), kWays.end());
  ways.emplace_back("importance");
  app.add_choice("--inference", to.inference, ways,
                 "Where gradients come from: exact (default); importance (default\n"
                 "for what cannot be enumerated): draws, with their error; chains by\n"
                 "gibbs, gibbs-as-printed, metropolis or metropolis-as-printed, for\n"
                 "optimizers by steps");
  app.add_number("--l2", how.l2, {.least = 0}, "(l2/2) |w|^2 off the objective (0)");
  app.add_number("--l1", how.l1, {.least = 0}, "l1 |w| off the objective, by OWL-QN (0)");
  app.add_count("--iterations", how.iterations, {.least = 1},
                "At most so many, or passes over the data (100; worths 1000)");
  app.add_number("--tolerance", how.tolerance, {.least = 0},
                 "lbfgs stops when the objective rises by less, of itself (1e-5;\nworths 0)");
  app.add_number("--rate", how.rate, {.least = 0}, "Of optimizers by steps (0.1; adam 0.01)");
  app.add_count("--batch", how.batch, {}, "Queries in a step; 0: all (32; chains 0)");
  app.add_count("--samples", how.samples, {.least = 1}, "Steps of a chain (1)");
  app.add_count("--draws", how.draws, {.least = 2}, "Of a stage, by importance (64)");
  app.add_flag("--raw", to.raw, "Features as they are, not standardised");
  app.add_seed(how.seed, "Of everything drawn at random (1)");
  app.add_count("--threads", how.threads, {}, "At most so many; 0: all. The same bits (0)");
  app.get_formatter()->column_width(24);
}

FitOptions parse_training(const TrainingWords& words, const Catalogues& known) {
  FitOptions result = words.how;
  result.standardise = !words.raw;
  if (!words.optimizer.empty()) result.optimizer = known.optimizers.make(words.optimizer);
  if (!words.inference.empty()) result.inference = parse_inference(words.inference);
  try {
    check_options(result);
  } catch (const ArgumentError& error) {  // numbers were checked: one does not go with the other
    throw ArgumentError(std::string("--optimizer: ") + error.what());
  }
  return result;
}

void check_scorer(const TrainingWords& words, const Catalogues& known, const Dataset& data) {
  const std::string& scorer = words.how.scorer;
  try {
    if (scorer.empty()) return;
    const Index size = known.scorers.size_for(scorer, data);
    const Specification asked(scorer);
    const ScorerEntry& entry = known.scorers.find(asked.name);
    if (entry.select == nullptr)
      entry.make(asked.arguments, size);  // else its arguments need the data
  } catch (const ArgumentError& error) {
    throw ArgumentError(std::string("--scorer: ") + error.what());
  }
}

ReadOptions reading_options(const TrainingWords& words) { return {.threads = words.how.threads}; }

}  // namespace fubini::cli
