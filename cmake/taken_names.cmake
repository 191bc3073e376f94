# SPDX-License-Identifier: BSD-3-Clause
# What `fubini new` must not call a struct in namespace fubini: the names that headers declare where a
# line begins, and the members that its templates have.
#
# fubini_taken_names(VARIABLE headers...)   sets VARIABLE to "\"name\",\n" for each
function(fubini_taken_names variable)
  set(name "[a-z][a-z0-9_]*")
  set(all "")
  foreach(header IN LISTS ARGN)
    file(READ ${header} text)
    string(PREPEND text "\n")
    string(REPLACE "[[noreturn]] " "" text "${text}")
    string(REGEX MATCHALL "\n(struct|class|enum class|concept|using|namespace|namespace fubini::) ?${name}" types "${text}")
    string(REGEX MATCHALL "\n[A-Za-z][^][;(=\n#/]*[ *&]${name}\\(" functions "${text}")
    if(header MATCHES "\\.in$")
      string(REGEX MATCHALL "[ *&]${name}\\(|[ *&]${name} =" functions "${text}")
    endif()
    foreach(one IN LISTS types functions)
      string(REGEX MATCH "(${name})(\\(| =)?$" found "${one}")
      list(APPEND all ${CMAKE_MATCH_1})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES all)
  list(SORT all)
  list(TRANSFORM all REPLACE "(.+)" "\"\\1\"")
  list(JOIN all ",\n" all)
  set(${variable} "${all}\n" PARENT_SCOPE)
endfunction()
