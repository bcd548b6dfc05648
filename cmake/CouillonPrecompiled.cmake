# Precompiled headers. Parsing the headers of Abseil, protobuf and gRPC takes
# much of the time of an ordinary file; bench/notes/building.md has measurements.
# `tools/checks/tidy` compiles without them, so a file still has to include what
# it uses. A bot that builds the SDK has too few files of each set to gain by it.

option(COUILLON_PRECOMPILE "Use precompiled headers" ${PROJECT_IS_TOP_LEVEL})

set(COUILLON_COMMON_HEADERS
    <algorithm>
    <chrono>
    <cstdint>
    <functional>
    <map>
    <memory>
    <optional>
    <sstream>
    <string>
    <utility>
    <vector>
    <absl/status/status.h>
    <absl/status/statusor.h>
    <absl/strings/str_cat.h>
    <absl/strings/str_format.h>)

# couillon_precompiled_set(NAME <set> [LEVEL <option>] [PTHREAD] DEPS <...>
#                          HEADERS <...>)
#
# Defines a set of headers that targets can name. A set with a LEVEL, and what
# uses it, is compiled with that option in the release build: code whose speed
# does not matter. Targets that link gRPC compile with -pthread, and so must
# their set.
function(couillon_precompiled_set)
  cmake_parse_arguments(ARG "PTHREAD" "NAME;LEVEL" "DEPS;HEADERS" ${ARGN})
  set(target couillon_precompiled_${ARG_NAME})
  add_library(${target}_options INTERFACE)
  if(ARG_PTHREAD)
    target_compile_options(${target}_options INTERFACE -pthread)
  endif()
  if(ARG_LEVEL)
    target_compile_options(${target}_options
                           INTERFACE $<$<CONFIG:RelWithDebInfo>:${ARG_LEVEL}>)
  endif()
  if(NOT COUILLON_PRECOMPILE)
    return()
  endif()
  # ccache needs the first to find out what a precompiled header was made of. With
  # the second g++ collects no garbage: in the heap of a large precompiled header
  # that takes 6% of the time. The others are false alarms of g++ 12 inside
  # std::string, which no longer counts as a system header once it is precompiled.
  target_compile_options(
    ${target}_options
    INTERFACE
      "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;--param=ggc-min-heapsize=1000000;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>"
  )
  set(source ${PROJECT_BINARY_DIR}/${target}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Holds precompiled headers.\n")
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE couillon::options ${target}_options
                                          ${ARG_DEPS})
  target_precompile_headers(${target} PRIVATE ${COUILLON_COMMON_HEADERS}
                            ${ARG_HEADERS})
endfunction()

# couillon_use_precompiled(<target> <set>)
function(couillon_use_precompiled target set)
  target_link_libraries(${target} PRIVATE couillon_precompiled_${set}_options)
  if(COUILLON_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM couillon_precompiled_${set})
  endif()
endfunction()

# couillon_keep_fast(<source>...)
#
# Keeps these sources of a target whose set has a LEVEL at the speed of the build.
function(couillon_keep_fast)
  set_source_files_properties(
    ${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:RelWithDebInfo>:-O3>"
                       SKIP_PRECOMPILE_HEADERS ON)
endfunction()

couillon_precompiled_set(
  NAME hot
  DEPS couillon::league_messages
  HEADERS "\"couillon/v1/league.pb.h\"")
couillon_precompiled_set(
  NAME grpc PTHREAD
  DEPS couillon::league_messages couillon::proto_grpc
  HEADERS "\"couillon/v1/league.pb.h\"" "\"couillon/v1/bot_service.grpc.pb.h\"")
if(COUILLON_ARENA)
  couillon_precompiled_set(
    NAME cold LEVEL -O1 PTHREAD
    DEPS couillon::league_messages nlohmann_json::nlohmann_json
    HEADERS "\"couillon/v1/league.pb.h\"" "\"arena/numbers/format/json.h\"")
endif()
if(COUILLON_TESTS)
  couillon_precompiled_set(
    NAME tests LEVEL -Og PTHREAD
    DEPS couillon::league_messages nlohmann_json::nlohmann_json GTest::gtest
    HEADERS <gtest/gtest.h> <nlohmann/json.hpp> "\"couillon/v1/league.pb.h\"")
endif()
