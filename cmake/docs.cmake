# SPDX-License-Identifier: BSD-3-Clause
# cmake --build --preset release --target docs: the reference, from the comments of the headers.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  add_custom_target(docs
    COMMAND ${CMAKE_COMMAND} -E echo
      "docs: Doxygen was not found; run cmake/install-deps docs (package doxygen) and configure again."
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
set(DOXYGEN_HTML_OUTPUT .)
set(DOXYGEN_PROJECT_NAME Fubini)
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE ${PROJECT_SOURCE_DIR}/README.md)
set(DOXYGEN_FILE_PATTERNS *.hpp)
set(DOXYGEN_FILTER_PATTERNS *.hpp=${PROJECT_SOURCE_DIR}/cmake/docs-filter)
set(DOXYGEN_EXTRACT_ALL YES)
set(DOXYGEN_EXCLUDE_SYMBOLS fubini::detail fubini::detail::* fubini::check::detail* stan::math::fubini_detail*)
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR})
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
set(DOXYGEN_BUILTIN_STL_SUPPORT YES)
set(DOXYGEN_SORT_MEMBER_DOCS NO)  # the headers' order is meant
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_VERBATIM_HEADERS NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_IF_UNDOCUMENTED NO)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
doxygen_add_docs(docs src/fubini models README.md
  COMMENT "Writing the reference: docs/index.html in the build folder")
