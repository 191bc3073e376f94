# SPDX-License-Identifier: BSD-3-Clause
# Lists of what stands one in a file: NAME.hpp defines struct fubini::NAME. Explicit lists, because a
# linker drops self-registering units of a static library.
#
# fubini_generate_catalogue(TARGET PREFIX KIND files...)
#   Adds to TARGET a unit with the list, fubini::PREFIX_KIND(), and, of models and scorers, which take
#   long to compile, one a file. KIND is models (a model or a potential), scorers, optimizers or
#   metrics.
# fubini_generate_autodiff(TARGET FUNCTION MODELS files... SCORERS files...)
#   Adds to TARGET, which sees Stan Math, one unit a file, and fubini::FUNCTION(models, scorers), which
#   gives the entries of these files their autodiff.

# What a model, potential or scorer lacks is said in one sentence, part by part (catalogue/lacks.hpp).
set(FUBINI_check_models [[
namespace fubini::lacks::NAME {
using Given = fubini::NAME;
using Const = const Given;
static_assert(!Nothing<Given>, "NAME.hpp: struct fubini::NAME is neither a model nor a potential. A model has tie_parameters() const and template <class T> T log_likelihood(const Ranking&, std::span<const T> f, std::span<const T> ties) const (see fubini/model/contract.hpp). A potential has template <class T> T log_potential(const Subset<T>&, std::span<const T> ties) const (see fubini/model/stagewise/potential.hpp).");
static_assert(std::copyable<Given>, "NAME.hpp: struct fubini::NAME cannot be copied: models and potentials are values, without references and constants among their members.");
static_assert(Nothing<Given> || !Nothing<Const>, "NAME.hpp: the functions of struct fubini::NAME are not const: write const behind their arguments.");
static_assert(!LogLikelihood<Const> || LogLikelihoodIsT<Const>, "NAME.hpp: log_likelihood of struct fubini::NAME does not return T, the type of the scores that it is given.");
static_assert(!LogLikelihood<Const> || TieParameters<Const>, "NAME.hpp: struct fubini::NAME has log_likelihood, but no std::vector<std::string> tie_parameters() const, the names of what is learned besides the weights: return {} if there is nothing.");
static_assert(LogLikelihood<Const> || LogTerm<Const> == LogSizeWeight<Const>, "NAME.hpp: struct fubini::NAME has one of log_term and log_size_weight: an additive potential has both.");
static_assert(LogLikelihood<Const> || !LogPotential<Const> || Potential<Given>, "NAME.hpp: log_potential of struct fubini::NAME does not return T, the type of the scores that it is given (what takes SizeOf: Affine<T>).");
static_assert(LogLikelihood<Const> || !LogTerm<Const> || !LogSizeWeight<Const> || Potential<Given>, "NAME.hpp: log_term and log_size_weight of struct fubini::NAME do not return T, the type of the scores that they are given.");
}  // namespace fubini::lacks::NAME
]])
set(FUBINI_check_scorers [[
namespace fubini::lacks::NAME {
using Given = fubini::NAME;
using Const = const Given;
static_assert(Score<Given>, "NAME.hpp: struct fubini::NAME is no scorer: it has no template <class T> void score(const Items&, std::span<const T> w, std::span<T> f) const (see fubini/score/contract.hpp).");
static_assert(std::copyable<Given>, "NAME.hpp: struct fubini::NAME cannot be copied: scorers are values, without references and constants among their members.");
static_assert(!Score<Given> || Score<Const>, "NAME.hpp: score of struct fubini::NAME is not const: write const behind its arguments.");
static_assert(NumWeights<Const>, "NAME.hpp: struct fubini::NAME has no Index num_weights() const, the number of its weights.");
static_assert(Made<Given>, "NAME.hpp: struct fubini::NAME is not made from a number of features: it has neither explicit NAME(Index num_features) nor static NAME parse(std::string_view arguments, Index num_features).");
}  // namespace fubini::lacks::NAME
]])
set(FUBINI_wants_optimizers "no optimizer. An optimizer is copyable and has static constexpr double rate and void step(AscentState&, std::span<const double> slope, double rate) const, or FitSummary maximise(const Maximand&, std::span<const double> start, const FitOptions&) const (see fubini/fit/optimizer.hpp).")
set(FUBINI_wants_metrics "no metric. A metric is copyable and has double value(const Judged&, const Conventions&) const (see fubini/evaluate/metric.hpp).")
set(FUBINI_check_optimizers "fubini::StepRule<fubini::NAME> || fubini::WholeOptimizer<fubini::NAME>")
set(FUBINI_check_metrics "fubini::GenericMetric<fubini::NAME>")
set(FUBINI_entry_models "ModelEntry model_entry as_model<NAME> ModelCatalogue fubini/catalogue/models.hpp")
set(FUBINI_entry_scorers "ScorerEntry scorer_entry NAME ScorerCatalogue fubini/catalogue/scorers.hpp")
set(FUBINI_entry_optimizers "OptimizerEntry optimizer_entry NAME OptimizerCatalogue fubini/fit/options.hpp")
set(FUBINI_entry_metrics "MetricEntry metric_entry NAME MetricCatalogue fubini/catalogue/metrics.hpp")
# Every model and scorer is compiled with the least that a scalar can do, so that a line that works
# for double only is named at once.
set(FUBINI_probe_models [[
fubini::any_scalar::NotADouble fubini_probe_NAME(const fubini::as_model<fubini::NAME>& model,
                                                 const fubini::Ranking& ranking,
                                                 std::span<const fubini::any_scalar::NotADouble> x) {
  return model.template log_likelihood<fubini::any_scalar::NotADouble>(ranking, x, x);
}]])
set(FUBINI_probe_scorers [[
void fubini_probe_NAME(const fubini::NAME& scorer, const fubini::Items& items,
                       std::span<const fubini::any_scalar::NotADouble> w,
                       std::span<fubini::any_scalar::NotADouble> f) {
  scorer.template score<fubini::any_scalar::NotADouble>(items, w, f);
}]])

function(fubini_generate_catalogue target prefix kind)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/catalogue)
  separate_arguments(words UNIX_COMMAND "${FUBINI_entry_${kind}}")
  list(GET words 0 entry)
  list(GET words 1 make)
  list(GET words 2 type)
  list(GET words 3 catalogue)
  list(GET words 4 light)
  set(header fubini/catalogue/entries.hpp)
  set(includes "")
  set(declarations "")
  set(calls "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path STEM name)
    foreach(part check probe wants)
      string(REPLACE NAME ${name} ${part} "${FUBINI_${part}_${kind}}")
    endforeach()
    string(REPLACE NAME ${name} own "${type}")
    if(kind STREQUAL "optimizers" OR kind STREQUAL "metrics")
      string(APPEND includes "#include \"${path}\"\n")
      string(APPEND declarations "static_assert(${check}, \"${name}.hpp: struct fubini::${name} is ${wants}\");\n")
      string(APPEND calls "${make}<${own}>(), ")
      continue()
    endif()
    file(CONFIGURE OUTPUT ${folder}/${kind}_${name}.cpp CONTENT [[
#include "@path@"

#include "@header@"

@check@@probe@
namespace fubini::generated {
@entry@ @kind@_@name@() { return @make@<@own@>(); }
}  // namespace fubini::generated
]] @ONLY)
    string(APPEND declarations "${entry} ${kind}_${name}();\n")
    string(APPEND calls "generated::${kind}_${name}(), ")
    target_sources(${target} PRIVATE ${folder}/${kind}_${name}.cpp)
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${prefix}_${kind}.cpp CONTENT [[
#include "@light@"

@includes@
namespace fubini {
namespace generated {
@declarations@}  // namespace generated
@catalogue@ @prefix@_@kind@() { return @catalogue@(std::vector<@entry@>{@calls@}); }
}  // namespace fubini
]] @ONLY)
  target_sources(${target} PRIVATE ${folder}/${prefix}_${kind}.cpp)
endfunction()

function(fubini_generate_autodiff target function)
  cmake_parse_arguments(PARSE_ARGV 2 given "" "" "MODELS;SCORERS")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/catalogue)
  set(declarations "")
  set(calls "")
  foreach(kind MODELS SCORERS)
    string(TOLOWER ${kind} list)
    separate_arguments(words UNIX_COMMAND "${FUBINI_entry_${list}}")
    list(GET words 0 entry)
    list(GET words 2 type)
    foreach(file IN LISTS given_${kind})
      cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE path)
      cmake_path(GET path STEM name)
      string(REPLACE NAME ${name} own "${type}")
      file(CONFIGURE OUTPUT ${folder}/autodiff_${list}_${name}.cpp CONTENT [[
#include "fubini/catalogue/autodiff_entries.hpp"

#include "@path@"

namespace fubini::generated {
void autodiff_@list@_@name@(@entry@& entry) { add_autodiff<@own@>(entry); }
}  // namespace fubini::generated
]] @ONLY)
      string(APPEND declarations "void autodiff_${list}_${name}(${entry}& entry);\n")
      string(APPEND calls "  generated::autodiff_${list}_${name}(${list}.find(\"${name}\"));\n")
      target_sources(${target} PRIVATE ${folder}/autodiff_${list}_${name}.cpp)
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${function}.cpp CONTENT [=[
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"

namespace fubini {
namespace generated {
@declarations@}  // namespace generated
void @function@([[maybe_unused]] ModelCatalogue& models, [[maybe_unused]] ScorerCatalogue& scorers) {
@calls@}
}  // namespace fubini
]=] @ONLY)
  target_sources(${target} PRIVATE ${folder}/${function}.cpp)
endfunction()

# fubini_add_models(files... SCORERS files... OPTIMIZERS files... METRICS files...)
#
# For a folder of your own, after find_package(fubini COMPONENTS program): a program `fubini` that
# knows what stands in these files beside what comes with Fubini. The first files are models and
# potentials.
function(fubini_add_models)
  cmake_parse_arguments(PARSE_ARGV 0 own "" "" "MODELS;SCORERS;OPTIMIZERS;METRICS")
  list(PREPEND own_MODELS ${own_UNPARSED_ARGUMENTS})
  set(all ${own_MODELS} ${own_SCORERS} ${own_OPTIMIZERS} ${own_METRICS})
  if(NOT all)
    message(FATAL_ERROR "fubini_add_models: no file; wanted at least one NAME.hpp with struct fubini::NAME")
  endif()
  foreach(file IN LISTS all)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file} AND NOT EXISTS ${file})
      message(FATAL_ERROR "fubini_add_models: no file ${file} in ${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
  endforeach()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  set(main ${CMAKE_CURRENT_BINARY_DIR}/catalogue/main.cpp)
  file(CONFIGURE OUTPUT ${main} CONTENT [[
#include "cli/cli.hpp"

namespace fubini {
ModelCatalogue own_models();
ScorerCatalogue own_scorers();
OptimizerCatalogue own_optimizers();
MetricCatalogue own_metrics();
void add_own_autodiff(ModelCatalogue& models, ScorerCatalogue& scorers);
}  // namespace fubini

static fubini::Catalogues all() {
  using namespace fubini;
  Catalogues known = built_in_with_autodiff();
  known.models.join(own_models());
  known.scorers.join(own_scorers());
  known.optimizers.join(own_optimizers());
  known.metrics.join(own_metrics());
  add_own_autodiff(known.models, known.scorers);
  return known;
}

int main(int argc, char** argv) { return fubini::run_cli(&all, argc, argv); }
]])
  add_executable(fubini_own ${main})
  set_target_properties(fubini_own PROPERTIES OUTPUT_NAME fubini CXX_EXTENSIONS OFF)
  target_link_libraries(fubini_own PRIVATE fubini::cli)
  target_compile_options(fubini_own PRIVATE -Wall -Wextra)
  fubini_generate_catalogue(fubini_own own models ${own_MODELS})
  fubini_generate_catalogue(fubini_own own scorers ${own_SCORERS})
  fubini_generate_catalogue(fubini_own own optimizers ${own_OPTIMIZERS})
  fubini_generate_catalogue(fubini_own own metrics ${own_METRICS})
  fubini_generate_autodiff(fubini_own add_own_autodiff MODELS ${own_MODELS} SCORERS ${own_SCORERS})
endfunction()
