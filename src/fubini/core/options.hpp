// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace fubini {

// An option of a model, scorer or optimiser is a plain member with a default, declared once:
//   static constexpr auto options = std::tuple{
//       option("constant", &pmop_full::constant, "include the normalising constant")};
template <class M, class V>
struct Option {
  std::string_view name;
  V M::*member;
  std::string_view help;
};

template <class M, class V>
constexpr Option<M, V> option(std::string_view name, V M::*member, std::string_view help) {
  return {name, member, help};
}

// From text, independent of the locale; throws ArgumentError that says what was wanted. Lists are
// separated by commas.
void parse_value(std::string_view text, bool& value);
void parse_value(std::string_view text, int& value);
void parse_value(std::string_view text, double& value);
void parse_value(std::string_view text, std::vector<double>& value);

std::string format_value(bool value);
std::string format_value(int value);
std::string format_value(double value);
std::string format_value(const std::vector<double>& value);

struct OptionInfo {
  std::string name;
  std::string default_value;
  std::string help;
};

template <class M>
std::vector<OptionInfo> option_infos(const M& defaults) {
  std::vector<OptionInfo> infos;
  if constexpr (requires { M::options; }) {
    std::apply(
        [&](const auto&... each) {
          (infos.push_back({std::string(each.name), format_value(defaults.*each.member),
                            std::string(each.help)}),
           ...);
        },
        M::options);
  }
  return infos;
}

template <class M>
void set_option(M& model, std::string_view name, std::string_view value) {
  bool found = false;
  if constexpr (requires { M::options; }) {
    const auto try_one = [&](const auto& each) {
      if (each.name != name) return;
      found = true;
      try {
        parse_value(value, model.*each.member);
      } catch (const ArgumentError& error) {
        throw ArgumentError(std::string(type_name<M>()) + ": option " + std::string(each.name) +
                            ": " + error.what());
      }
    };
    std::apply([&](const auto&... each) { (try_one(each), ...); }, M::options);
  }
  if (found) return;
  std::vector<std::string> names;
  for (const OptionInfo& info : option_infos(model)) names.push_back(info.name);
  throw UnknownName(std::string(type_name<M>()) + ": " + unknown_name("option", name, names));
}

// Sets the options of a text such as "constant=no:stage_weights=1,0.5"; empty: none.
template <class M>
void set_options(M& model, std::string_view options) {
  std::vector<std::string_view> given;
  while (!options.empty()) {
    const std::string_view one = options.substr(0, options.find(':'));
    options.remove_prefix(std::min(one.size() + 1, options.size()));
    const auto equals = one.find('=');
    if (equals == std::string_view::npos)
      throw ArgumentError(std::string(type_name<M>()) + ": " + shown(one) +
                          " is not an option; wanted name=value");
    const std::string_view name = one.substr(0, equals);
    if (std::ranges::count(given, name) > 0)
      throw ArgumentError(std::string(type_name<M>()) + ": option " + shown(name) +
                          " stands twice; wanted it once");
    given.push_back(name);
    set_option(model, name, one.substr(equals + 1));
  }
}

}  // namespace fubini
