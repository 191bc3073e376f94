// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>

// How commands come into the program: each adds its options in its own file, and says what to run.
namespace fubini::cli {

struct CommandLine {
  const Catalogues& known;
  CLI::App app{"Models for rankings with ties.", "fubini"};
  std::string words = {};             // the command line, as it was given
  std::function<Outcome()> run = {};  // what it asked for
};

// A subcommand whose options are filled in before `command(options)` runs.
template <class Options, class Add, class Command>
void add_command(CommandLine& line, const char* name, const char* about, const Add& add,
                 Command command) {
  CLI::App* app = line.app.add_subcommand(name, about);
  const auto options = std::make_shared<Options>();
  add(*app, *options);
  app->callback([&line, options, command] { line.run = [=] { return command(*options); }; });
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
