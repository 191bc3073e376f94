# SPDX-License-Identifier: BSD-3-Clause
# fubini_generate_catalogue(TARGET FACET FUNCTION files...)
#
# Adds to TARGET one unit for each model file and one with the list, the function fubini::FUNCTION().
# A file NAME.hpp defines the model struct fubini::NAME. FACET says what the catalogue gives:
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
static_assert(fubini::GenericModel<fubini::@name@>,
              "@name@.hpp: struct fubini::@name@ must be copyable and have tie_parameters() const and "
              "template <class T> T log_likelihood(const Ranking&, std::span<const T> f, "
              "std::span<const T> ties) const; see fubini/model/contract.hpp");
fubini::Probe fubini_probe_@name@(const fubini::@name@& model, const fubini::Ranking& ranking,
                                  std::span<const fubini::Probe> x) {
  return model.template log_likelihood<fubini::Probe>(ranking, x, x);
}
]] extra @ONLY)
    endif()
    file(CONFIGURE OUTPUT ${folder}/${name}_${facet}.cpp CONTENT [[
#include "@path@"

#include "fubini/model/catalogue.hpp"
#include "fubini/@header@.hpp"

@extra@
namespace fubini::generated {
CatalogueEntry<@handle@> @facet@_@name@() { return catalogue_entry<@handle@, @name@>(); }
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
