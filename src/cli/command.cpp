// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"

#include "cli/json.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace fubini::cli {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view found, const std::string& wanted) {
  throw ArgumentError(std::string(name) + ": " + (found.empty() ? "empty" : shown(found)) +
                      "; wanted " + wanted);
}

std::string in_words(Whole range) { return fmt::format("from {} to {}", range.least, range.most); }

std::string in_words(Real range) {
  if (std::isinf(range.least)) return "a finite number";
  if (std::isinf(range.most)) return "a finite number, " + format_double(range.least) + " or more";
  return "a number from " + format_double(range.least) + " to " + format_double(range.most);
}

std::optional<long> whole(std::string_view text, Whole range) {
  const auto number = parse_integer(text);
  return number && *number >= range.least && *number <= range.most ? number : std::nullopt;
}

std::optional<double> real(std::string_view text, Real range) {
  const auto number = parse_double(text);
  const bool fits =
      number && std::isfinite(*number) && *number >= range.least && *number <= range.most;
  return fits ? number : std::nullopt;
}

std::string limit(double x) { return std::isfinite(x) ? format_double(x) : ""; }

const char* a_value(const std::string& kind) {
  if (kind == "folder_out") return "a folder";
  return kind.starts_with("file") ? "a file" : "a name";
}

const char* placeholder(const std::string& kind) {
  if (kind == "folder_out") return "FOLDER";
  if (kind == "list") return "NAMES";
  return kind.starts_with("file") ? "FILE" : "NAME";
}

// Found when the fit is done, it would be too late. Some bytes of 255 are left to names beside it,
// of checkpoints and of files that are being written.
void check_fits(const std::string& name, const std::string& path) {
  constexpr std::size_t kLongest = 4000, kLongestPart = 220;
  std::size_t longest = 0;
  for (const std::string_view part : split(path, '/')) longest = std::max(longest, part.size());
  if (path.size() > kLongest)
    refuse(name, path, fmt::format("a file whose path has at most {} bytes", kLongest));
  if (longest > kLongestPart)
    refuse(name, path, fmt::format("a file whose name has at most {} bytes", kLongestPart));
}

}  // namespace

Command::Command(const std::string& name, const std::string& about, CLI::App* parent)
    : CLI::App(about, name, parent) {}

// Options reach CLI11 as words: it would read numbers by the locale, take "" for 0, and say no more
// than "Could not convert".
CLI::Option* Command::add(OptionDescription what, const char* placeholder, const TakeWord& take) {
  const auto callback = [name = what.name, take](const CLI::results_t& words) {
    if (words.size() > 1)
      throw ArgumentError(fmt::format("{}: given {} times; wanted once", name, words.size()));
    // Of `--out --model pmop_full`, where $OUT was forgotten
    if (words[0].size() > 2 && words[0].starts_with("--"))
      refuse(name, words[0], "a value, not another option");
    take(words[0]);
    return true;
  };
  CLI::Option* option = add_option(what.name, callback, what.help);
  option->type_name(placeholder)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  what.option = option;
  described_.push_back(std::move(what));
  return option;
}

CLI::Option* Command::add_word(OptionDescription what, const TakeWord& take,
                               const TakeWord& check) {
  const auto checked = [name = what.name, kind = what.kind, choices = what.choices,
                        closed = what.closed, take, check](const std::string& text) {
    if (text.empty()) refuse(name, text, a_value(kind));
    if (kind.ends_with("_out")) check_fits(name, text);
    if (closed && !std::ranges::count(choices, text))
      throw UnknownName(name + ": " + unknown_name("value", text, choices));
    try {
      if (check) check(text);
    } catch (const ArgumentError& error) {
      throw ArgumentError(name + ": " + error.what());
    }
    take(text);
  };
  const char* shown_as = placeholder(what.kind);
  return add(std::move(what), shown_as, checked);
}

CLI::Option* Command::add_count(const std::string& name, Whole range, std::string usual,
                                const std::string& help, const std::function<void(long)>& take) {
  return add({.name = name,
              .kind = "count",
              .help = help,
              .least = std::to_string(range.least),
              .most = std::to_string(range.most),
              .usual = std::move(usual)},
             "N", [name, range, take](const std::string& text) {
               const auto number = whole(text, range);
               if (!number) refuse(name, text, "a whole number " + in_words(range));
               take(*number);
             });
}

CLI::Option* Command::add_number(const std::string& name, Real range, std::string usual,
                                 const std::string& help, const std::function<void(double)>& take) {
  return add({.name = name,
              .kind = "number",
              .help = help,
              .least = limit(range.least),
              .most = limit(range.most),
              .usual = std::move(usual)},
             "X", [name, range, take](const std::string& text) {
               const auto number = real(text, range);
               if (!number) refuse(name, text, in_words(range));
               take(*number);
             });
}

CLI::Option* Command::add_seed(std::uint64_t& to, const std::string& help) {
  const std::string most = std::to_string(std::numeric_limits<std::uint64_t>::max());
  return add({.name = "--seed",
              .kind = "count",
              .help = help,
              .least = "0",
              .most = most,
              .usual = std::to_string(to)},
             "N", [&to, most](const std::string& text) {
               std::uint64_t number = 0;
               const char* end = text.data() + text.size();
               const auto [stop, error] = std::from_chars(text.data(), end, number);
               if (error != std::errc{} || stop != end)
                 refuse("--seed", text, "a whole number from 0 to " + most);
               to = number;
             });
}

CLI::Option* Command::add_output_folder(const std::string& name, std::string& to,
                                        const std::string& help) {
  return add_word({.name = name, .kind = "folder_out", .help = help}, into(to));
}

CLI::Option* Command::add_numbers(const std::string& name, std::vector<double>& to,
                                  const std::string& help) {
  return add({.name = name, .kind = "list", .of = "number", .help = help}, "X,X,...",
             [name, &to](const std::string& text) {
               const auto wanted = "finite numbers, separated by commas";
               if (text.empty()) refuse(name, text, wanted);
               to.clear();
               for (const std::string_view part : split(text, ',')) {
                 const auto number = real(part, {});
                 if (!number) refuse(name, part, wanted);
                 to.push_back(*number);
               }
             });
}

CLI::Option* Command::add_counts(const std::string& name, std::vector<long>& to, Whole range,
                                 const std::string& help) {
  return add({.name = name,
              .kind = "list",
              .of = "count",
              .help = help,
              .least = std::to_string(range.least),
              .most = std::to_string(range.most)},
             "N,N,...", [name, range, &to](const std::string& text) {
               const auto wanted = "whole numbers " + in_words(range) + ", separated by commas";
               if (text.empty()) refuse(name, text, wanted);
               to.clear();
               for (const std::string_view part : split(text, ',')) {
                 const auto number = whole(part, range);
                 if (!number) refuse(name, part, wanted);
                 to.push_back(*number);
               }
             });
}

CLI::Option* Command::add_flag(const std::string& name, bool& to, const std::string& help) {
  const auto callback = [name, &to](const CLI::results_t& words) {
    if (words[0] != "true") refuse(name, words[0], "no value: it is a flag");
    return to = true;
  };
  CLI::Option* option = add_option(name, callback, help);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->expected(0);
  described_.push_back({.name = name, .kind = "flag", .help = help, .option = option});
  return option;
}

std::string Command::usual(long to) { return std::to_string(to); }
std::string Command::usual(int to) { return std::to_string(to); }
std::string Command::usual(double to) { return format_double(to); }
std::string Command::usual(const std::string& to) { return to; }

std::string describe(const CLI::App& program) {
  const auto known = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  Json commands = Json::array();
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    const auto* command = dynamic_cast<const Command*>(app);
    Json options = Json::array();
    for (const OptionDescription& one : command->described())
      options.push_back({{"name", one.name},
                         {"positional", one.option->get_positional()},
                         {"kind", one.kind},
                         {"of", known(one.of)},
                         {"required", one.option->get_required()},
                         {"default", known(one.usual)},
                         {"least", known(one.least)},
                         {"most", known(one.most)},
                         {"choices", one.choices},
                         {"only_choices", one.closed},
                         {"help", one.help}});
    commands.push_back({{"name", app->get_name()},
                        {"help", app->get_description()},
                        {"options", std::move(options)}});
  }
  return Json{{"program", program.get_name()}, {"commands", std::move(commands)}}.dump(2) + "\n";
}

}  // namespace fubini::cli
