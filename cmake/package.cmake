# SPDX-License-Identifier: BSD-3-Clause
# cpack: a .deb and a .tar.gz of what cmake --install installs. `cmake --workflow --preset package`
# makes those to give away; `cmake/install-deps package` installs what it needs.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME fubini)
set(CPACK_PACKAGE_VENDOR "Fubini maintainers")
set(CPACK_PACKAGE_CONTACT "Fubini maintainers <maintainers@fubini.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "models for rankings with ties")
set(CPACK_PACKAGE_DESCRIPTION "Models over ordered partitions, Plackett-Luce and paired comparisons \
with ties: the program fubini, and the C++20 library with its headers for CMake and pkg-config.")
if(FUBINI_NATIVE)
  string(APPEND CPACK_PACKAGE_DESCRIPTION
    " Built for the processor of one machine: it may not run on another.")
endif()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
# Folders are readable by all whatever the umask of who packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # what the program loads
# What programs that use the library are compiled and linked with
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libtbb-dev, liblbfgs-dev, zlib1g-dev, libzstd-dev, \
r-cran-stanheaders, libboost-dev, libeigen3-dev")
include(CPack)
