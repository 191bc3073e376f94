// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/command.hpp"
#include "cli/commands.hpp"

#include <functional>
#include <memory>

// How commands come into the program: each adds its options in its own file, and says what to run.
namespace fubini::cli {

struct CommandLine {
  const Catalogues& known;
  CLI::App app{"Models for rankings with ties.", "fubini"};
  std::string words = {};             // the command line, as it was given
  std::function<Outcome()> run = {};  // what it asked for
};

// A subcommand whose options are filled in before `run(options)` is called.
template <class Options, class Add, class Run>
void add_command(CommandLine& line, const char* name, const char* about, const Add& add, Run run) {
  const auto app = std::make_shared<Command>(name, about, &line.app);
  line.app.add_subcommand(app);
  const auto options = std::make_shared<Options>();
  add(*app, *options);
  app->callback([&line, options, run] { line.run = [=] { return run(*options); }; });
}

void add_models(CommandLine& line);
void add_fit(CommandLine& line);
void add_compare(CommandLine& line);
void add_likelihood(CommandLine& line);
void add_check(CommandLine& line);
void add_sample(CommandLine& line);
void add_evaluate(CommandLine& line);
void add_rank(CommandLine& line);
void add_simulate(CommandLine& line);
void add_new(CommandLine& line);

}  // namespace fubini::cli
