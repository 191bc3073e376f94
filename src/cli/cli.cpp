// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cli.hpp"

#include "cli/commands.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/io/file.hpp"

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

// A table that was computed is printed even if it cannot be filed.
int deliver(const cli::Outcome& outcome) {
  int status = outcome.status;
  try {
    for (const cli::Outcome::File& file : outcome.files) write_file(file.path, file.text);
  } catch (const FileError& error) {
    status = complain(error.what());
  }
  const int printed = print(outcome.text);
  return printed == 0 ? status : printed;
}

std::string version() {
  return fmt::format("fubini {} (kernels for {}; Stan Math {})", FUBINI_VERSION, FUBINI_MACHINE,
                     FUBINI_STAN_MATH_VERSION);
}

// What a command line can say.
struct CommandLine {
  CLI::App app{"Models for rankings with ties.", "fubini"};
  CLI::App* models = nullptr;
  CLI::App* likelihood = nullptr;
  CLI::App* check = nullptr;
  CLI::App* sample = nullptr;
  cli::ModelsOptions models_options;
  cli::LikelihoodOptions likelihood_options;
  cli::CheckOptions check_options;
  cli::SampleCommandOptions sample_options;

  CommandLine() {
    app.set_version_flag("--version", version(), "Print the version and exit");
    app.set_help_flag("--help", "Print this help and exit");
    app.require_subcommand(1);
    app.footer(
        "Example: fubini likelihood --model davidson --scores 1.2,0.3,-0.5 --buckets 1,2 --ties "
        "0.1");
    add_models();
    add_likelihood();
    add_check();
    add_sample();
  }

  void add_models() {
    models = app.add_subcommand("models", "List the models");
    models->add_flag("--json", models_options.json, "One object a model");
    models->footer("Example: fubini models");
  }

  void add_likelihood() {
    cli::LikelihoodOptions& to = likelihood_options;
    likelihood =
        app.add_subcommand("likelihood", "The log-likelihood of one ranking, and its gradient");
    likelihood->add_option("--model", to.model, "Name, with options as NAME:option=value:...")
        ->required();
    likelihood->add_option("--scores", to.scores, "Scores in bucket order, separated by commas")
        ->required();
    likelihood->add_option("--buckets", to.buckets, "Bucket sizes, best first")->required();
    likelihood->add_option("--ties", to.ties, "The model's tie parameters");
    likelihood->add_option("--by", to.by, "hand, autodiff or multiprecision");
    likelihood->add_flag("--json", to.json, "value, gradient.scores, gradient.ties");
    likelihood->footer(
        "Example: fubini likelihood --model pmop_full --scores 1,0.5,-1 --buckets 1,2 --json");
  }

  void add_check() {
    cli::CheckOptions& to = check_options;
    check = app.add_subcommand("check", "Prove gradients, and measure the laws of the models");
    const std::vector<CLI::Option*> of_gradients = {
        check->add_option("--model", to.model,
                          "Name, with options as NAME:option=value:..., or all"),
        check->add_option("--scorer", to.scorer, "linear, mlp:8,4[:relu], worths, or all"),
        check->add_option("--data", to.data, "Queries to check on, instead of generated ones"),
        check->add_option("--level", to.level, "quick (under a minute) or full (under ten)")};
    check->add_option("--seed", to.seed, "Of everything drawn at random");
    check->add_option("--json", to.json, "Also write the tables to this file");
    CLI::Option* self_test =
        check->add_flag("--self-test", to.self_test, "Plant faults, and see that each is caught");
    for (CLI::Option* option : of_gradients) self_test->excludes(option);
    check->footer(
        "Exit code 1 if anything fails. Errors are relative to max(norm of the gradient, 1); "
        "ulps are\nunits in the last place of that.\nExample: fubini check --model davidson "
        "--scorer linear --json check.json");
  }

  void add_sample() {
    cli::SampleCommandOptions& to = sample_options;
    sample = app.add_subcommand("sample", "Draw rankings with ties from a model");
    sample->add_option("--model", to.model, "One that chooses bucket after bucket")->required();
    sample->add_option("--scores", to.scores, "Scores of the items")->required();
    sample->add_option("--ties", to.ties, "The model's tie parameters");
    sample->add_option("--draws", to.draws, "How many (10)");
    sample->add_option("--by", to.by, "exact, gibbs, metropolis or metropolis-as-printed");
    sample->add_option("--seed", to.seed, "Of everything drawn at random");
    sample->add_flag("--json", to.json, "rankings as lists of buckets, and how the chains mixed");
    sample->footer("Example: fubini sample --model pmop_full --scores 1,0.5,-1 --draws 5");
  }

  std::vector<std::string> commands() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
    return names;
  }
};

}  // namespace

int run_cli(const Models& models, int argc, char** argv) {
  CommandLine line;
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.empty() && first[0] != '-' && !std::ranges::count(line.commands(), first))
    return complain(unknown_name("command", first, line.commands()));
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return line.app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return complain(std::string(error.what()) + "; see fubini --help");
  }
  try {
    if (*line.check) return deliver(cli::check_command(models, line.check_options));
    if (*line.sample) return print(cli::sample_command(line.sample_options));
    if (*line.models) return print(cli::models_command(models, line.models_options));
    return print(cli::likelihood_command(models, line.likelihood_options));
  } catch (const Error& error) {
    return complain(error.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& error) {
    return complain(fmt::format("unexpected: {}", error.what()));
  } catch (...) {
    return complain("unexpected: something was thrown that is no std::exception");
  }
}

}  // namespace fubini
