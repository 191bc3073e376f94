# SPDX-License-Identifier: BSD-3-Clause
# What dpkg-buildflags gives with hardening=+all (and from Debian 13 on: the last two of the compiler), for our own code.
# tests/package/hardened looks for each in what was built.
include(CheckPIESupported)
check_pie_supported(OUTPUT_VARIABLE why LANGUAGES CXX)
if(NOT CMAKE_CXX_LINK_PIE_SUPPORTED)
  message(FATAL_ERROR "FUBINI_HARDENED: programs cannot be linked position-independent: ${why}")
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(fubini_flags INTERFACE -Wformat -Werror=format-security
  -fstack-protector-strong
  $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>  # wants optimised code
  -fstack-clash-protection
  $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-fcf-protection>)
target_link_options(fubini_flags INTERFACE LINKER:-z,relro LINKER:-z,now)
