# SPDX-License-Identifier: BSD-3-Clause
# cmake --install: headers, libraries, program, and the package for find_package(fubini).
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fubini)

install(DIRECTORY src/fubini DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fubini
  FILES_MATCHING PATTERN *.hpp PATTERN detail EXCLUDE)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fubini
  FILES_MATCHING PATTERN *.hpp PATTERN examples EXCLUDE)
install(TARGETS fubini fubini_c EXPORT fubini-targets)
install(EXPORT fubini-targets NAMESPACE fubini:: DESTINATION ${package_folder})
if(FUBINI_AUTODIFF)
  install(TARGETS fubini_autodiff fubini_check EXPORT fubini-autodiff-targets)
  install(EXPORT fubini-autodiff-targets NAMESPACE fubini:: DESTINATION ${package_folder})
  install(TARGETS fubini_cli EXPORT fubini-program-targets)
  install(EXPORT fubini-program-targets NAMESPACE fubini:: DESTINATION ${package_folder})
  install(FILES src/cli/cli.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fubini/cli)
  install(TARGETS fubini_program)
endif()

configure_package_config_file(cmake/fubini-config.cmake.in ${PROJECT_BINARY_DIR}/fubini-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fubini-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fubini-config.cmake
  ${PROJECT_BINARY_DIR}/fubini-config-version.cmake cmake/FindLBFGS.cmake cmake/FindStanMath.cmake
  cmake/FindZstd.cmake cmake/fubini_catalogue.cmake DESTINATION ${package_folder})

# The prefix is found from where the file lies, so an installed tree may be moved.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc /${pc_folder} /)
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
configure_file(cmake/fubini.pc.in ${PROJECT_BINARY_DIR}/fubini.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fubini.pc DESTINATION ${pc_folder})

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)  # where Debian looks
