// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/taken_names.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace fubini::cli {
namespace {

// The files of a new one, with NAME for its name, by kind, and a potential's form behind it: CMake
// makes this of models/examples/new.
struct Template {
  std::string_view kind, text, build;
};
constexpr Template kTemplates[] = {
#include "templates.inc"
};

// What a potential may depend on; the first is that of the plain template.
constexpr std::string_view kForms[] = {"subset", "affine", "extremes", "additive"};

struct NewOptions {
  std::string kind, name, out, form;
};

void check_name(const Catalogues& known, const std::string& name) {
  const auto fail = [&name](const std::string& sentence) {
    throw ArgumentError("NAME is " + shown(name) + sentence);
  };
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto word = [&small](char c) { return small(c) || (c >= '0' && c <= '9') || c == '_'; };
  constexpr std::size_t kMost = 64;
  if (!std::ranges::all_of(name, word) || !small(name[0]) || name.size() > kMost ||
      name.find("__") != std::string::npos)
    fail(
        fmt::format("; wanted at most {} small letters, digits and single underscores, a letter "
                    "first",
                    kMost));
  const auto check_free = [&](const auto& catalogue) {
    for (const auto& entry : catalogue)
      if (entry.name == name)
        fail(std::string(", which is a ") + entry.what + " already; wanted another name");
  };
  check_free(known.models);
  check_free(known.scorers);
  check_free(known.optimizers);
  check_free(known.metrics);
  if (const auto who = who_needs(name)) fail(", which " + *who + " itself; wanted another name");
}

// A folder that is not there yet, or is empty
void check_folder(const std::string& path) {
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  if (there &&
      (!std::filesystem::is_directory(path, error) || !std::filesystem::is_empty(path, error)))
    throw FileError(shown_name(path) +
                    ": there is something already; wanted a new or empty folder");
  std::filesystem::create_directories(path, error);
  if (error) throw FileError(shown_name(path) + ": cannot make this folder: " + error.message());
}

std::string filled_in(std::string_view text, const std::string& name) {
  constexpr std::string_view kMark = "NAME";
  std::string result;
  for (std::size_t at; (at = text.find(kMark)) != std::string_view::npos;) {
    result += text.substr(0, at);
    result += name;
    text.remove_prefix(at + kMark.size());
  }
  return result += text;
}

std::string next_steps(const NewOptions& options) {
  std::string text = fmt::format("{0}/{1}.hpp\n{0}/CMakeLists.txt\n", options.out, options.name);
  text += fmt::format(
      "\nEdit {0}.hpp, then (with -DCMAKE_PREFIX_PATH=DIR if Fubini was installed to DIR):\n"
      "  cmake -S {1} -B {1}/build && cmake --build {1}/build\n",
      options.name, options.out);
  if (options.kind == "scorer")
    return text +
           fmt::format(
               "  {0}/build/fubini check --model pmop_full --scorer {1}\n"
               "  {0}/build/fubini fit --data FILE --model pmop_full --scorer {1} --out m.json\n"
               "  {0}/build/fubini rank m.json FILE\n",
               options.out, options.name);
  return text + fmt::format(
                    "  {0}/build/fubini check --model {1}\n"
                    "  {0}/build/fubini compare --data FILE --models {1},pmop_full\n",
                    options.out, options.name);
}

std::vector<std::string> kinds() {
  std::vector<std::string> all;
  for (const Template& one : kTemplates)
    if (one.kind.find('_') == std::string_view::npos) all.emplace_back(one.kind);
  return all;
}

const Template& template_for(const NewOptions& options) {
  std::string kind = options.kind;
  if (!options.form.empty() && kind != "potential")
    throw ArgumentError("--form " + options.form + ": found with a " + kind +
                        "; wanted with a potential, which alone has a form");
  if (!options.form.empty() && options.form != kForms[0]) kind += "_" + options.form;
  return *std::ranges::find(kTemplates, kind, &Template::kind);
}

Outcome new_command(const Catalogues& known, const NewOptions& options) {
  const Template& found = template_for(options);
  check_name(known, options.name);
  check_folder(options.out);
  const Files files({{"header", options.out + "/" + options.name + ".hpp", Use::write},
                     {"build", options.out + "/CMakeLists.txt", Use::write}});
  return {.files = {{*files.output("header"), filled_in(found.text, options.name)},
                    {*files.output("build"), filled_in(found.build, options.name)}},
          .once_written = next_steps(options)};
}

}  // namespace

void add_new(CommandLine& line) {
  add_command<NewOptions>(
      line, "new", "Begin a potential, model or scorer of your own",
      [](Command& app, NewOptions& to) {
        app.add_choice("KIND", to.kind, kinds(), "potential, model or scorer")->required();
        app.add_name("NAME", to.name, "Of the struct and its file")->required();
        app.add_choice("--form", to.form, {std::begin(kForms), std::end(kForms)},
                       "What a potential depends on: any subset, or a form with exact sums");
        app.add_output_folder("--out", to.out, "A new folder for it")->required();
        app.footer(
            "Writes a folder that is ready to build: a program `fubini` that knows yours\n"
            "beside all others. Sums over all subsets are exact at any size for potentials\n"
            "affine in the mean score, of the extremes, and additive ones (--form).\n"
            "Example: fubini new potential my_potential --out mine");
      },
      [&line](const NewOptions& options) { return new_command(line.known, options); });
}

}  // namespace fubini::cli
