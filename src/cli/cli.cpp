// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cli.hpp"

#include "cli/command_line.hpp"
#include "cli/interruption.hpp"
#include "cli/streams.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/io/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {
namespace {

constexpr int kBadInput = 2;

int complain(const std::string& sentence) {
  cli::tell("fubini: " + shown_sentence(sentence) + "\n");
  return kBadInput;
}

// Without asking for any
int complain_of_memory() {
  cli::tell("fubini: out of memory; wanted more of it, fewer --threads or less data\n");
  return kBadInput;
}

// A full disk must not look like success.
int print(const std::string& text) {
  const std::string failure = cli::print(text);
  return failure.empty() ? 0 : complain(failure);
}

// Why not, if the files cannot be written
std::string file_away(const cli::Outcome& outcome) {
  try {
    for (const cli::Outcome::File& file : outcome.files) file.to.write(file.text);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

// A table that was computed is printed even if it cannot be filed, and the other way round. A fit
// is kept in its checkpoint until it is either.
int deliver(const cli::Outcome& outcome) {
  const std::string unfiled = file_away(outcome);
  const std::string unprinted =
      cli::print(unfiled.empty() ? outcome.text + outcome.once_written : outcome.text);
  const bool safe = unfiled.empty() && (unprinted.empty() || !outcome.files.empty());
  if (safe && outcome.checkpoint && outcome.checkpoint->ended &&
      may_be_checkpoint(outcome.checkpoint->path))
    remove_file(outcome.checkpoint->path);
  if (unfiled.empty() && unprinted.empty()) return outcome.status;
  std::string sentence = unfiled + (unfiled.empty() || unprinted.empty() ? "" : "; ") + unprinted;
  if (unfiled.empty())
    for (const cli::Outcome::File& file : outcome.files)
      sentence += "; " + shown(file.to.path()) + " is written";
  if (!safe && outcome.checkpoint && kind_of(outcome.checkpoint->path) == PathKind::file)
    sentence += "; the fit is kept in " + shown(outcome.checkpoint->path) +
                ": go on with --resume --checkpoint and that file";
  return complain(sentence);
}

std::string version() {
  return fmt::format("fubini {} (kernels for {}; Stan Math {})", FUBINI_VERSION, FUBINI_MACHINE,
                     FUBINI_STAN_MATH_VERSION);
}

// What CLI11 could not use, and why: "unknown option '--jsn'; did you mean --json? There are: ..."
std::string unused(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  for (const CLI::App* chosen : app.get_subcommands()) command = chosen;
  const std::string help =
      "; see fubini " + (command == &app ? "" : command->get_name() + " ") + "--help";
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const std::string& extra : app.remaining(true))
    if (extra.starts_with("-")) return unknown_name("option", extra, known) + help;
  for (const std::string& extra : app.remaining(true))
    return shown(extra) + ": one word too many" + help;
  // "--out: 1 required FILE missing"
  if (error.get_name() == "ArgumentMismatch") {
    const std::string sentence = error.what();
    return sentence.substr(0, sentence.find(':')) + ": no value; wanted one" + help;
  }
  return error.what() + help;
}

// CLI11 would take the word after it for the value.
void refuse_empty_values(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw ArgumentError(shown(word) + ": empty; wanted a value after the =");
  }
}

int run(const Catalogues& known, int argc, char** argv) {
  cli::CommandLine line{known};
  line.app.set_version_flag("--version", version(), "Print the version and exit");
  line.app.set_help_flag("--help", "Print this help and exit");
  line.app.add_flag_callback(
      "--describe", [&line] { throw CLI::CallForVersion(cli::describe(line.app), 0); },
      "Print all commands and their options as JSON and exit");
  line.app.require_subcommand(1);
  line.app.footer(
      "Example: fubini likelihood --model davidson --scores 1.2,0.3,-0.5 --buckets 1,2 --ties 0.1");
  for (int k = 0; k < argc; ++k) line.words += (k > 0 ? " " : "") + std::string(argv[k]);
  for (const auto add :
       {cli::add_fit, cli::add_compare, cli::add_rank, cli::add_evaluate, cli::add_simulate,
        cli::add_check, cli::add_models, cli::add_likelihood, cli::add_sample, cli::add_new})
    add(line);
  std::vector<std::string> commands;
  for (const CLI::App* command : line.app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.empty() && first[0] != '-' && !std::ranges::count(commands, first))
    return complain(unknown_name("command", first, commands));
  try {
    refuse_empty_values(argc, argv);
    line.app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream text;
    line.app.exit(asked, text);
    return print(text.str());
  } catch (const CLI::ParseError& error) {
    // A misspelt option is more to the point than the one that is then missing.
    return complain(unused(line.app, error));
  } catch (const Error& error) {
    return complain(error.what());
  }
  return deliver(line.run());
}

// Memory may be gone from the first step, and for the sentence too.
template <class Run>
int guarded(const Run& run) {
  cli::prepare_streams();
  const cli::EndAtOnce on_interrupt;
  try {
    try {
      return run();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const Stopped& stopped) {
      complain(stopped.what());
      return cli::kInterrupted;
    } catch (const Error& error) {
      return complain(error.what());
    }
  } catch (const std::bad_alloc&) {
    return complain_of_memory();
  } catch (const std::length_error&) {  // a container larger than any memory
    return complain_of_memory();
  } catch (const std::exception& error) {
    return complain(fmt::format("unexpected: {}", error.what()));
  } catch (...) {
    return complain("unexpected: something was thrown that is no std::exception");
  }
}

}  // namespace

int run_cli(const Catalogues& known, int argc, char** argv) {
  return guarded([&] { return run(known, argc, argv); });
}

int run_cli(Catalogues (*known)(), int argc, char** argv) {
  return guarded([&] { return run(known(), argc, argv); });
}

}  // namespace fubini
