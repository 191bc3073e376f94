# SPDX-License-Identifier: BSD-3-Clause
# fubini_generate_catalogue(TARGET FACET FUNCTION files...)
#
# Adds to TARGET one unit for each model file and one with the list, the function fubini::FUNCTION().
# A file NAME.hpp defines struct fubini::NAME, a model or a potential. FACET says what the catalogue gives:
#   plain     Model          (no heavy header)
#   autodiff  AutodiffModel  (Stan Math; TARGET links fubini::autodiff)
#   precise   PreciseModel   (Boost.Multiprecision)
#   sampler   Sampler        (of models that choose stage by stage)
# Explicit lists, because a linker drops self-registering units of a static library.
function(fubini_generate_catalogue target facet function)
  set(handle_plain Model)
  set(handle_autodiff AutodiffModel)
  set(handle_precise PreciseModel)
  set(handle_sampler Sampler)
  set(header_plain model/probe)
  set(header_autodiff model/autodiff)
  set(header_precise model/precise)
  set(header_sampler sample/sampler)
  set(handle ${handle_${facet}})
  set(header ${header_${facet}})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/catalogue)
  set(declarations "")
  set(calls "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path STEM name)
    set(extra "")
    if(facet STREQUAL plain)
      string(CONFIGURE [[
static_assert(fubini::GenericModel<fubini::as_model<fubini::@name@>>,
              "@name@.hpp: struct fubini::@name@ is neither a model nor a potential. A model is copyable and "
              "has tie_parameters() const and template <class T> T log_likelihood(const Ranking&, "
              "std::span<const T> f, std::span<const T> ties) const, which returns T (see "
              "fubini/model/contract.hpp). A potential is copyable and has template <class T> "
              "T log_potential(const Subset<T>&, std::span<const T> ties) const, which returns T (see "
              "fubini/model/potential.hpp).");
fubini::Probe fubini_probe_@name@(const fubini::as_model<fubini::@name@>& model,
                                  const fubini::Ranking& ranking, std::span<const fubini::Probe> x) {
  return model.template log_likelihood<fubini::Probe>(ranking, x, x);
}
]] extra @ONLY)
    endif()
    file(CONFIGURE OUTPUT ${folder}/${name}_${facet}.cpp CONTENT [[
#include "@path@"

#include "fubini/model/as_model.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/@header@.hpp"

@extra@
namespace fubini::generated {
CatalogueEntry<@handle@> @facet@_@name@() { return catalogue_entry<@handle@, as_model<@name@>>(); }
}  // namespace fubini::generated
]] @ONLY)
    string(APPEND declarations "CatalogueEntry<${handle}> ${facet}_${name}();\n")
    string(APPEND calls "generated::${facet}_${name}(), ")
    target_sources(${target} PRIVATE ${folder}/${name}_${facet}.cpp)
  endforeach()
  set(light_plain model/catalogue)
  set(light_autodiff model/autodiff_model)
  set(light_precise model/precise_model)
  set(light_sampler sample/sampler)
  set(light ${light_${facet}})
  file(CONFIGURE OUTPUT ${folder}/${function}.cpp CONTENT [[
#include "fubini/@light@.hpp"

namespace fubini {
namespace generated {
@declarations@}  // namespace generated
BasicCatalogue<@handle@> @function@() { return BasicCatalogue<@handle@>({@calls@}); }
}  // namespace fubini
]] @ONLY)
  target_sources(${target} PRIVATE ${folder}/${function}.cpp)
endfunction()

# fubini_add_models(files...)
#
# For a folder of your own, after find_package(fubini COMPONENTS program): a program `fubini` that
# knows the models and potentials in these files beside those that come with Fubini.
function(fubini_add_models)
  if(NOT ARGN)
    message(FATAL_ERROR "fubini_add_models: no file; wanted at least one NAME.hpp with struct fubini::NAME")
  endif()
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file} AND NOT EXISTS ${file})
      message(FATAL_ERROR "fubini_add_models: no file ${file} in ${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
  endforeach()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  set(main ${CMAKE_CURRENT_BINARY_DIR}/catalogue/main.cpp)
  file(CONFIGURE OUTPUT ${main} CONTENT [[
#include "cli/cli.hpp"

#include "fubini/core/error.hpp"

#include <cstdio>

namespace fubini {
Catalogue own_models();
AutodiffCatalogue own_autodiff_models();
PreciseCatalogue own_precise_models();
SamplerCatalogue own_samplers();
}  // namespace fubini

int main(int argc, char** argv) {
  using namespace fubini;
  try {
    const ProgramModels own{{own_models(), own_autodiff_models(), own_precise_models()}, own_samplers()};
    return run_cli(joined(built_in_program_models(), own), argc, argv);
  } catch (const Error& error) {
    std::fprintf(stderr, "fubini: %s\n", error.what());
    return 2;
  }
}
]])
  add_executable(fubini_own ${main})
  set_target_properties(fubini_own PROPERTIES OUTPUT_NAME fubini CXX_EXTENSIONS OFF)
  target_link_libraries(fubini_own PRIVATE fubini::cli)
  target_compile_options(fubini_own PRIVATE -Wall -Wextra)
  fubini_generate_catalogue(fubini_own plain own_models ${ARGN})
  fubini_generate_catalogue(fubini_own sampler own_samplers ${ARGN})
  fubini_generate_catalogue(fubini_own precise own_precise_models ${ARGN})
  fubini_generate_catalogue(fubini_own autodiff own_autodiff_models ${ARGN})
endfunction()
