// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cli.hpp"

#include "cli/commands.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace fubini {
namespace {

constexpr int kBadInput = 2;

int complain(const std::string& sentence) {
  fmt::print(stderr, "fubini: {}\n", sentence);
  return kBadInput;
}

// Everything or an error: a full disk must not look like success.
int print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return 0;
  return complain(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

std::string version() {
  return fmt::format("fubini {} (kernels for {}; Stan Math {})", FUBINI_VERSION, FUBINI_MACHINE,
                     FUBINI_STAN_MATH_VERSION);
}

}  // namespace

int run_cli(const Models& models, int argc, char** argv) {
  CLI::App app("Models for rankings with ties.", "fubini");
  app.set_version_flag("--version", version(), "Print the version and exit");
  app.set_help_flag("--help", "Print this help and exit");
  app.require_subcommand(1);
  app.footer(
      "Example: fubini likelihood --model davidson --scores 1.2,0.3,-0.5 --buckets 1,2 --ties 0.1");

  cli::ModelsOptions models_options;
  auto* models_command = app.add_subcommand("models", "List the models");
  models_command->add_flag("--json", models_options.json, "One object a model");
  models_command->footer("Example: fubini models");

  cli::LikelihoodOptions likelihood;
  auto* likelihood_command =
      app.add_subcommand("likelihood", "The log-likelihood of one ranking, and its gradient");
  likelihood_command
      ->add_option("--model", likelihood.model, "Name, with options as NAME:option=value:...")
      ->required();
  likelihood_command
      ->add_option("--scores", likelihood.scores, "Scores in bucket order, separated by commas")
      ->required();
  likelihood_command->add_option("--buckets", likelihood.buckets, "Bucket sizes, best first")
      ->required();
  likelihood_command->add_option("--ties", likelihood.ties, "The model's tie parameters");
  likelihood_command->add_option("--by", likelihood.by, "hand, autodiff or multiprecision");
  likelihood_command->add_flag("--json", likelihood.json, "value, gradient.scores, gradient.ties");
  likelihood_command->footer(
      "Example: fubini likelihood --model pmop_full --scores 1,0.5,-1 --buckets 1,2 --json");

  const std::string first = argc > 1 ? argv[1] : "";
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  if (!first.empty() && first[0] != '-' && std::ranges::find(commands, first) == commands.end())
    return complain(unknown_name("command", first, commands));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return complain(std::string(error.what()) + "; see fubini --help");
  }
  try {
    if (*models_command) return print(cli::models_command(models, models_options));
    return print(cli::likelihood_command(models, likelihood));
  } catch (const Error& error) {
    return complain(error.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& error) {
    return complain(fmt::format("unexpected: {}", error.what()));
  }
}

}  // namespace fubini
