# Test programs, and how ctest runs them.

# couillon_test(NAME <name> LABEL unit|rpc|slow SRCS <...> DEPS <...>
#               [RPC <...>] [SLOW <...>] [ALONE <...>] [WAITING <...>]
#               [RUNS <target>...] [COST <seconds>] [DEFINITIONS <...>])
#
# Adds the test program <name>_test. Of a source in SRCS each suite becomes one
# ctest test, called <name>.<Suite>, with the label LABEL. Each case of a source
# in RPC or SLOW (with that label) or in ALONE is a test and a process of its
# own, <name>.<Suite>.<Case>: cases that take seconds, start processes, or touch
# what a process has once: environment, limits, signals, the current folder.
# Files that hold no tests belong to SRCS.
#
# WAITING lists sources, named above too, whose cases mostly wait for something;
# more of them run at a time than of others. RUNS lists the programs that the
# tests start. Tests of a higher COST start first: 1 unless named, 5 if slow, 50 if
# slow and waiting.
#
# tests/support/test_main.cc ends a case that hangs, with its name.
function(couillon_test)
  cmake_parse_arguments(ARG "" "NAME;LABEL;COST"
                        "SRCS;RPC;SLOW;ALONE;WAITING;RUNS;DEPS;DEFINITIONS"
                        ${ARGN})
  if(NOT ARG_COST)
    set(ARG_COST 1)
  endif()
  set(target ${ARG_NAME}_test)
  couillon_program(
    NAME ${target}
    SRCS ${ARG_SRCS} ${ARG_RPC} ${ARG_SLOW} ${ARG_ALONE}
    DEPS ${ARG_DEPS} couillon::test_main PRECOMPILED tests)
  target_compile_definitions(${target} PRIVATE ${ARG_DEFINITIONS})
  if(ARG_RUNS)
    add_dependencies(${target} ${ARG_RUNS})
  endif()

  set(listing ${CMAKE_CURRENT_BINARY_DIR}/${target}.ctest.cmake)
  set(script ${PROJECT_SOURCE_DIR}/cmake/list_tests.py)
  add_custom_command(
    TARGET ${target}
    POST_BUILD
    COMMAND
      /usr/bin/python3 ${script} --name ${ARG_NAME} --program
      $<TARGET_FILE:${target}> --label ${ARG_LABEL} --cost ${ARG_COST} --page
      ${PROJECT_SOURCE_DIR}/tests/support/page.html --rpc ${ARG_RPC} --slow
      ${ARG_SLOW} --alone ${ARG_ALONE} --waiting ${ARG_WAITING} --out ${listing}
    BYPRODUCTS ${listing}
    VERBATIM)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
  file(CONFIGURE OUTPUT ${target}.include.cmake @ONLY CONTENT [[
if(EXISTS "@listing@")
  include("@listing@")
else()
  add_test(@target@_NOT_BUILT @target@)
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES
                                         ${CMAKE_CURRENT_BINARY_DIR}/${target}.include.cmake)
endfunction()
