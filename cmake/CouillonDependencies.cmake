# Every package the project builds on; docs/dependencies.md says why each is
# there. tools/setup.sh installs them from Debian.

find_package(Threads REQUIRED)
find_package(absl CONFIG REQUIRED)
find_package(Protobuf REQUIRED) # a module, and it has to come before gRPC
set(c-ares_FIND_QUIETLY ON) # gRPC's own config looks for it twice
find_package(gRPC CONFIG REQUIRED)
find_package(hwy CONFIG REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
if(COUILLON_ARENA)
  find_package(OpenSSL REQUIRED)
  find_package(CLI11 CONFIG REQUIRED)
  find_package(SQLite3 REQUIRED)
  find_package(ZLIB REQUIRED)
  find_package(nlohmann_json CONFIG REQUIRED)
  pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
  pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
  pkg_check_modules(archive REQUIRED IMPORTED_TARGET libarchive)
  find_package(ICU REQUIRED COMPONENTS i18n uc)
endif()
if(COUILLON_TESTS)
  find_package(GTest CONFIG REQUIRED)
  include(GoogleTest)
endif()
if(COUILLON_BENCH)
  find_package(benchmark CONFIG REQUIRED)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Base dir and no hash of the working directory, so that another clone or
  # build folder hits the same entries. Of a bot that builds the SDK it is the
  # bot's folder, so that other bots hit them too. Not "/": the headers of the
  # system would have relative names, which another depth of the clone changes.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()
