# SPDX-License-Identifier: BSD-3-Clause
# Stan Math, a header library: target StanMath::StanMath, variables StanMath_VERSION and
# StanMath_INCLUDE_DIR. It is looked for in -DFUBINI_STAN_MATH=dir (the folder that has
# stan/math/rev/core.hpp, or a checkout of Stan Math), then where R packages keep it (Debian's
# r-cran-stanheaders). Math 3 (rev/scal/fun/) and later ones (rev/fun/) both serve.
set(FUBINI_STAN_MATH "" CACHE PATH "Folder with Stan Math's headers (empty: look for them)")
set(_places /usr/lib/R/site-library/StanHeaders/include
  /usr/local/lib/R/site-library/StanHeaders/include)
if(FUBINI_STAN_MATH)
  set(_places ${FUBINI_STAN_MATH} ${FUBINI_STAN_MATH}/include)
  unset(StanMath_INCLUDE_DIR CACHE)
  set(_only NO_DEFAULT_PATH)
endif()
find_path(StanMath_INCLUDE_DIR stan/math/rev/core.hpp PATHS ${_places} ${_only})
mark_as_advanced(StanMath_INCLUDE_DIR)

set(_version_file ${StanMath_INCLUDE_DIR}/stan/math/version.hpp)
if(StanMath_INCLUDE_DIR AND EXISTS ${_version_file})
  file(READ ${_version_file} _text)
  set(StanMath_VERSION "")
  foreach(_part MAJOR MINOR PATCH)
    string(REGEX MATCH "STAN_MATH_${_part} ([0-9]+)" _ "${_text}")
    list(APPEND StanMath_VERSION ${CMAKE_MATCH_1})
  endforeach()
  list(JOIN StanMath_VERSION . StanMath_VERSION)
endif()

list(JOIN _places " and " _tried)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(StanMath REQUIRED_VARS StanMath_INCLUDE_DIR
  VERSION_VAR StanMath_VERSION
  REASON_FAILURE_MESSAGE "no stan/math/rev/core.hpp in ${_tried}: run cmake/install-deps, or pass -DFUBINI_STAN_MATH=dir")

if(StanMath_FOUND AND NOT TARGET StanMath::StanMath)
  include(CMakeFindDependencyMacro)
  find_dependency(TBB)
  find_dependency(Eigen3 NO_MODULE)
  find_dependency(Boost)
  add_library(StanMath::StanMath INTERFACE IMPORTED)
  target_include_directories(StanMath::StanMath SYSTEM INTERFACE ${StanMath_INCLUDE_DIR})
  target_link_libraries(StanMath::StanMath INTERFACE TBB::tbb Eigen3::Eigen Boost::headers)
  # One tape a thread; later versions also ask for oneTBB by name and for their bundled SUNDIALS.
  target_compile_definitions(StanMath::StanMath INTERFACE STAN_THREADS TBB_INTERFACE_NEW)
  file(GLOB _sundials LIST_DIRECTORIES true ${StanMath_INCLUDE_DIR}/lib/sundials_*/include)
  if(_sundials)
    target_include_directories(StanMath::StanMath SYSTEM INTERFACE ${_sundials})
  endif()
endif()
