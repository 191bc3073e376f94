// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A command and its options. What an option takes is said where it is added, checked while the
// command line is read, before any work, and told by `fubini --describe`.
namespace fubini::cli {

// Whole numbers
struct Whole {
  long least = 0;
  long most = std::numeric_limits<long>::max();  // and what the option's own type holds
};

// Finite numbers
struct Real {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

// As `fubini --describe` tells it
struct OptionDescription {
  std::string name;
  std::string kind;     // file_in, file_out, folder_out, count, number, name, list, flag
  std::string of = {};  // what a list is of: count, number, name
  std::string help = {};
  std::string least = {}, most = {};      // as text: readers of JSON round a seed
  std::vector<std::string> choices = {};  // of a name
  bool closed = false;                    // nothing but the choices
  std::string usual = {};                 // without the option; empty: none, or it depends
  const CLI::Option* option = nullptr;
};

class Command : public CLI::App {
 public:
  Command(const std::string& name, const std::string& about, CLI::App* parent);

  // `to`: int, long, or optional of them
  template <class To>
  CLI::Option* add_count(const std::string& name, To& to, Whole range, const std::string& help) {
    range.most = std::min(range.most, largest(to));
    return add_count(name, range, usual(to), help,
                     [&to](long x) { to = static_cast<decltype(plain(to))>(x); });
  }
  // double, or optional
  template <class To>
  CLI::Option* add_number(const std::string& name, To& to, Real range, const std::string& help) {
    return add_number(name, range, usual(to), help, [&to](double x) { to = x; });
  }
  CLI::Option* add_seed(std::uint64_t& to, const std::string& help);

  // string, or optional, from here on. An empty word is a shell's unset variable: refused.
  using TakeWord = std::function<void(const std::string&)>;
  // Some choices, to which options may be added; `check` throws ArgumentError.
  template <class To>
  CLI::Option* add_name(const std::string& name, To& to, const std::string& help,
                        const std::vector<std::string>& choices = {}, const TakeWord& check = {}) {
    return add_word(
        {.name = name, .kind = "name", .help = help, .choices = choices, .usual = usual(to)},
        into(to), check);
  }
  // Nothing but the choices
  template <class To>
  CLI::Option* add_choice(const std::string& name, To& to, const std::vector<std::string>& choices,
                          const std::string& help) {
    return add_word({.name = name,
                     .kind = "name",
                     .help = help,
                     .choices = choices,
                     .closed = true,
                     .usual = usual(to)},
                    into(to));
  }
  // By commas
  template <class To>
  CLI::Option* add_names(const std::string& name, To& to, const std::string& help,
                         const std::vector<std::string>& choices, const TakeWord& check) {
    return add_word({.name = name,
                     .kind = "list",
                     .of = "name",
                     .help = help,
                     .choices = choices,
                     .usual = usual(to)},
                    into(to), check);
  }
  template <class To>
  CLI::Option* add_input(const std::string& name, To& to, const std::string& help) {
    return add_word({.name = name, .kind = "file_in", .help = help}, into(to));
  }
  template <class To>
  CLI::Option* add_output(const std::string& name, To& to, const std::string& help) {
    return add_word({.name = name, .kind = "file_out", .help = help}, into(to));
  }
  CLI::Option* add_output_folder(const std::string& name, std::string& to, const std::string& help);

  CLI::Option* add_numbers(const std::string& name, std::vector<double>& to,
                           const std::string& help);
  CLI::Option* add_counts(const std::string& name, std::vector<long>& to, Whole range,
                          const std::string& help);
  CLI::Option* add_flag(const std::string& name, bool& to, const std::string& help);

  const std::vector<OptionDescription>& described() const { return described_; }

 private:
  CLI::Option* add(OptionDescription what, const char* placeholder, const TakeWord& take);
  CLI::Option* add_word(OptionDescription what, const TakeWord& take, const TakeWord& check = {});
  CLI::Option* add_count(const std::string& name, Whole range, std::string usual,
                         const std::string& help, const std::function<void(long)>& take);
  CLI::Option* add_number(const std::string& name, Real range, std::string usual,
                          const std::string& help, const std::function<void(double)>& take);

  template <class To>
  static TakeWord into(To& to) {
    return [&to](const std::string& text) { to = text; };
  }
  template <class To>
  static To plain(const std::optional<To>&);
  template <class To>
  static To plain(const To&);
  template <class To>
  static long largest(const To& to) {
    return std::numeric_limits<decltype(plain(to))>::max();
  }
  static std::string usual(long to);
  static std::string usual(int to);
  static std::string usual(double to);
  static std::string usual(const std::string& to);
  template <class To>
  static std::string usual(const std::optional<To>& to) {
    return to ? usual(*to) : "";
  }

  std::vector<OptionDescription> described_;
};

// The program's commands, as JSON
std::string describe(const CLI::App& program);

}  // namespace fubini::cli
