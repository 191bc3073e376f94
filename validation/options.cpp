// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace fubini::validation {
namespace {

struct Option {
  std::string name;
  bool takes_value;
  std::function<void(const std::string&)> set;
};

std::function<void(const std::string&)> to(std::string& text) {
  return [&text](const std::string& value) { text = value; };
}

std::function<void(const std::string&)> to(bool& flag) {
  return [&flag](const std::string&) { flag = true; };
}

std::function<void(const std::string&)> to_rate(double& rate) {
  return [&rate](const std::string& value) {
    const auto found = parse_double(value);
    if (!found || !(*found > 0 && *found < std::numeric_limits<double>::infinity()))
      throw ArgumentError("--rate: " + shown(value) + "; wanted a number above 0");
    rate = *found;
  };
}

template <class Number>
std::function<void(const std::string&)> to(const std::string& name, Number& number, long least) {
  return [name, &number, least](const std::string& value) {
    const auto found = parse_integer(value);
    if (!found || *found < least || *found > std::numeric_limits<int>::max())
      throw ArgumentError(
          fmt::format("{}: {}; wanted a whole number, {} or more", name, shown(value), least));
    number = static_cast<Number>(*found);
  };
}

std::vector<Option> options_into(Options& options) {
  PaperOptions& paper = options.paper;
  std::vector<Option> result = {{"--out", true, to(options.out)}};
  if (!options.only_paper) {
    result.push_back({"--level", true, to(options.level)});
    result.push_back({"--verbose", false, to(options.verbose)});
    result.push_back({"--faults", true, to(options.faults)});
    return result;
  }
  const auto add_number = [&](const std::string& name, auto& number, long least) {
    result.push_back({name, true, to(name, number, least)});
  };
  add_number("--queries", paper.queries, 1);
  add_number("--features", paper.features, 1);
  add_number("--iterations", paper.iterations, 1);
  add_number("--passes", paper.passes, 1);
  add_number("--seed", paper.seed, 0);
  result.push_back({"--rate", true, to_rate(paper.rate)});
  result.push_back({"--train", true, to(paper.train)});
  result.push_back({"--test", true, to(paper.test)});
  result.push_back({"--first-only", false, to(paper.first_only)});
  return result;
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  std::vector<std::string> words(argv + 1, argv + argc);
  options.only_paper = std::erase(words, "--paper") > 0;  // it decides what else there is
  const std::vector<Option> known = options_into(options);
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::vector<std::string> names;
    const Option* found = nullptr;
    for (const Option& option : known) {
      names.push_back(option.name);
      if (option.name == words[k]) found = &option;
    }
    if (found == nullptr) throw UnknownName(unknown_name("option", words[k], names));
    if (found->takes_value && k + 1 == words.size())
      throw ArgumentError(words[k] + ": wanted a value");
    found->set(found->takes_value ? words[++k] : "");
  }
  return options;
}

}  // namespace fubini::validation
