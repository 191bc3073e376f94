// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fit_progress.hpp"
#include "cli/fit_report.hpp"
#include "cli/reading.hpp"
#include "cli/training.hpp"

#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

namespace fubini::cli {
namespace {

constexpr int kInterrupted = 130;  // as a shell has it

struct FitCommandOptions {
  std::string data, model;
  TrainingOptions training;
  std::optional<std::string> valid, out, log, checkpoint;
  std::string metric = "ndcg@10";
  int patience = 0, every = 10;
  bool resume = false, quiet = false, json = false, cache = false;
};

// What a fit is: a checkpoint serves no other. How long it may go on is not part of it.
std::string identity(const FitCommandOptions& options, const std::string& specification,
                     const TrainOptions& how, const std::string& data) {
  const TrainingOptions& t = options.training;
  return fingerprint(fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", data,
                                 specification, how.scorer, t.features, t.raw, t.l2, t.l1,
                                 t.optimizer, t.inference, t.rate, t.batch.value_or(-1), t.samples,
                                 t.seed, options.metric, how.tolerance, how.gradient_tolerance));
}

std::optional<std::string> checkpoint_path(const FitCommandOptions& options) {
  if (options.checkpoint || !options.out) return options.checkpoint;
  return *options.out + ".checkpoint";
}

// A slip of the hand must not cost the data.
void check_inputs_are_spared(const FitCommandOptions& options) {
  for (const auto& output : {options.out, options.log, checkpoint_path(options)})
    for (const std::string& input : {options.data, options.valid.value_or(options.data)}) {
      std::error_code none;
      if (output && std::filesystem::equivalent(*output, input, none))
        throw ArgumentError(*output + ": would be written over, but is data of this fit");
    }
}

void check_outputs(const FitCommandOptions& options) {
  check_inputs_are_spared(options);
  if (options.out) check_writable(*options.out);
  if (options.resume && !options.checkpoint && !options.out)
    throw ArgumentError("--resume: no checkpoint; wanted --checkpoint FILE, or --out FILE");
  if (options.every < 1)
    throw ArgumentError(fmt::format("--every: {}; wanted 1 or more", options.every));
}

void check_alike(const FitCommandOptions& options, const Dataset& train, const Dataset& valid) {
  const auto has = [](const Dataset& data) {
    return data.kind() == Items::Kind::identity ? "items without features" : "feature rows";
  };
  if (std::string_view(has(train)) != has(valid))
    throw ArgumentError(fmt::format("--valid: {} has {}; wanted {}, as {}", *options.valid,
                                    has(valid), has(train), options.data));
}

Outcome fit_command(const CommandLine& line, const FitCommandOptions& options) {
  check_outputs(options);
  ReadOptions reading = reading_options(options.training);
  reading.cache = options.cache;
  const ReadData read = read_with_progress(options.data, reading, options.quiet);
  reading.num_features = read.data.num_features();
  reading.items = read.items;
  TrainOptions how = parse_training(options.training, read.data);
  how.metric = parse_metric(options.metric);
  how.patience = options.patience;
  std::optional<ReadData> valid;
  if (options.valid) {
    valid = read_with_progress(*options.valid, reading, options.quiet);
    check_alike(options, read.data, valid->data);
    how.validation = &valid->data;
  }
  const ModelToFit chosen = model_to_fit(line.models, options.model, read.data, how.inference);
  check_maximum(read, chosen.model, how.l2);
  if (const auto path = checkpoint_path(options)) {
    const std::string prints = read.fingerprint + "|" + (valid ? valid->fingerprint : "");
    how.checkpoint = {*path, identity(options, chosen.specification, how, prints), options.every,
                      options.resume};
  }

  FitProgressReport report(options.quiet, options.log, options.metric);
  const Interrupt interrupt;
  how.progress = [&](const TrainProgress& now) {
    report.show(now);
    return !Interrupt::asked();
  };
  Trained trained = train(read.data, chosen.model, chosen.specification, chosen.sampler, how);
  report.clear();
  trained.model.items = read.items;
  trained.model.from.command = line.words;
  trained.model.from.data = options.data;
  trained.model.from.fingerprint = read.fingerprint;
  anchor_worths(trained.model, chosen.model);

  Outcome outcome;
  outcome.text = options.json ? fit_as_json(trained) : fit_as_text(trained, options.metric);
  if (trained.cancelled) outcome.status = kInterrupted;
  if (options.out) {
    write_model(*options.out, trained.model);
    if (!options.json) outcome.text += "written to " + *options.out + "\n";
  }
  // A fit that came to its end needs no checkpoint any more.
  if (!how.checkpoint.path.empty() && !trained.cancelled) std::remove(how.checkpoint.path.c_str());
  return outcome;
}

}  // namespace

void add_fit(CommandLine& line) {
  add_command<FitCommandOptions>(
      line, "fit", "Fit a model to data, and write it to a file",
      [](CLI::App& app, FitCommandOptions& to) {
        app.add_option("--data", to.data, "Training data")->required();
        app.add_option("--model", to.model, "Name, with options as NAME:option=value:...")
            ->required();
        app.add_option("--out", to.out, "Model file to write; checkpoints go to OUT.checkpoint");
        app.add_flag("--resume", to.resume, "Go on from the checkpoint: to the same bits");
        app.add_option("--valid", to.valid, "Validation data: the best iteration is kept");
        app.add_option("--patience", to.patience, "Stop after so many iterations without a rise");
        add_training_options(app, to.training);
        app.add_option("--metric", to.metric)->group("");
        app.add_option("--checkpoint", to.checkpoint)->group("");
        app.add_option("--every", to.every)->group("");
        app.add_flag("--cache", to.cache)->group("");
        app.add_option("--log", to.log)->group("");
        app.add_flag("--quiet", to.quiet)->group("");
        app.add_flag("--json", to.json)->group("");
        app.footer(std::string("Also: ") + kMoreTraining +
                   ", --metric M (ndcg@10)\n  --checkpoint FILE, --every N (10), --cache, "
                   "--log FILE, --quiet, --json\n"
                   "Example: fubini fit --data train.txt --model pmop_full --out model.json");
      },
      [&line](const FitCommandOptions& options) { return fit_command(line, options); });
}

}  // namespace fubini::cli
