# Helpers that give every target of the project the same shape, and the flags
# that every target of the project compiles with.

# What is handed on names no folder of the machine that built it.
add_library(couillon_no_paths INTERFACE)
set(maps "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=."
         "-ffile-prefix-map=${PROJECT_BINARY_DIR}=build")
target_compile_options(couillon_no_paths
                       INTERFACE "$<$<NOT:$<CONFIG:Debug>>:${maps}>")

add_library(couillon_options INTERFACE)
add_library(couillon::options ALIAS couillon_options)
target_link_libraries(couillon_options INTERFACE couillon_no_paths)
target_compile_features(couillon_options INTERFACE cxx_std_20)
# A designated initialiser that leaves a member to its default is meant so.
# -Wrestrict of g++ 12 complains of std::string's own operator+ (GCC bug
# 105651). -Wconversion of clang includes -Wsign-conversion, that of g++
# does not. clang takes a function of libstdc++ that std::stable_sort uses for a
# use of it here, and does not know `#pragma GCC ivdep`.
target_compile_options(
  couillon_options
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
            -Wnon-virtual-dtor -Wno-missing-field-initializers
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            "$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion;-Wno-deprecated-declarations;-Wno-unknown-pragmas>"
            $<$<BOOL:${COUILLON_DEVELOPER}>:-Werror>)

# GCC clears and copies objects of some hundred bytes by `rep stos` and `rep
# movs`, which take ten nanoseconds to begin: as long as an observation takes.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL
                                            "x86_64")
  set(vectors "vector_loop:512:noalign,libcall:-1:noalign")
  target_compile_options(
    couillon_options INTERFACE -mmemset-strategy=${vectors}
                               -mmemcpy-strategy=${vectors})
endif()

# couillon_library(NAME <room> HDRS <...> SRCS <...> DEPS <...>
#                  [PRIVATE_DEPS <...>] [PRECOMPILED <set>])
#
# Adds the library couillon_<room> with the alias couillon::<room>. Headers are
# found from the root of the repository and can be compiled alone with the
# target all_verify_interface_header_sets. CouillonPrecompiled.cmake has the
# sets of precompiled headers.
function(couillon_library)
  cmake_parse_arguments(ARG "" "NAME;PRECOMPILED" "HDRS;SRCS;DEPS;PRIVATE_DEPS"
                        ${ARGN})
  set(target couillon_${ARG_NAME})
  add_library(${target} STATIC ${ARG_SRCS})
  add_library(couillon::${ARG_NAME} ALIAS ${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS
                                  "${PROJECT_SOURCE_DIR}" FILES ${ARG_HDRS})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  target_link_libraries(
    ${target}
    PUBLIC ${ARG_DEPS}
    PRIVATE couillon::options ${ARG_PRIVATE_DEPS})
  if(ARG_PRECOMPILED)
    couillon_use_precompiled(${target} ${ARG_PRECOMPILED})
  endif()
endfunction()

# couillon_program(NAME <name> SRCS <...> DEPS <...> [PRECOMPILED <set>])
function(couillon_program)
  cmake_parse_arguments(ARG "" "NAME;PRECOMPILED" "SRCS;DEPS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SRCS})
  target_include_directories(${ARG_NAME} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${ARG_NAME} PRIVATE couillon::options ${ARG_DEPS})
  if(ARG_PRECOMPILED)
    couillon_use_precompiled(${ARG_NAME} ${ARG_PRECOMPILED})
  endif()
endfunction()

# couillon_embed(TARGET <target> FUNCTION <name> HEADER <header> FILES <...>)
#
# Builds text files into a library, where the function that the header declares
# returns them.
function(couillon_embed)
  cmake_parse_arguments(ARG "" "TARGET;FUNCTION;HEADER" "FILES" ${ARGN})
  list(TRANSFORM ARG_FILES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  list(JOIN ARG_FILES "|" files)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${ARG_FUNCTION}.cc)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedTexts.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND
      ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${ARG_FUNCTION}
      -DHEADER=${ARG_HEADER} "-DFILES=${files}" -P ${script}
    DEPENDS ${ARG_FILES} ${script}
    VERBATIM)
  target_sources(${ARG_TARGET} PRIVATE ${output})
endfunction()
