# What `cmake --install` puts in place: the two programs, and in share/couillon
# the part of this tree that they and authors of bots use at run time: SDKs with
# their templates, what the SDK for C++ is built from, the protocol, the
# rulesets as text, docs. tools/program/source_tree.h finds it beside the
# program, so the prefix can be moved.
include(GNUInstallDirs)
set(COUILLON_TREE ${CMAKE_INSTALL_DATADIR}/couillon)

install(TARGETS couillon couillon-bot RUNTIME)

# Of build/PRESET/help, see tools/CMakeLists.txt.
install(DIRECTORY ${PROJECT_BINARY_DIR}/help/man/
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${PROJECT_BINARY_DIR}/help/bash/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY ${PROJECT_BINARY_DIR}/help/zsh/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(DIRECTORY ${PROJECT_BINARY_DIR}/help/fish/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# What the builds of SDKs leave in the source tree stays out.
install(
  DIRECTORY bots/cpp bots/go bots/java bots/node bots/python bots/rust
            bots/templates
  DESTINATION ${COUILLON_TREE}/bots
  PATTERN "__pycache__" EXCLUDE
  PATTERN "*.egg-info" EXCLUDE
  PATTERN "couillonv1" EXCLUDE
  PATTERN "dist" EXCLUDE
  PATTERN "node_modules" EXCLUDE)
install(FILES bots/CMakeLists.txt bots/README.md bots/languages.txt
        DESTINATION ${COUILLON_TREE}/bots)
install(DIRECTORY cmake docs engine proto DESTINATION ${COUILLON_TREE})
install(FILES CMakeLists.txt README.md DESTINATION ${COUILLON_TREE})
install(PROGRAMS tools/bots.sh DESTINATION ${COUILLON_TREE}/tools)
install(DIRECTORY tools/export DESTINATION ${COUILLON_TREE}/tools
        PATTERN "__pycache__" EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME couillon)
set(CPACK_PACKAGE_CONTACT "The authors of couillon <couillon@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "Referee and leagues for bots that play the Couillon card games")
set(CPACK_PACKAGE_DESCRIPTION
    "Deals from a seed, asks bots in any language for every decision over gRPC,
and turns the results into ratings with confidence intervals. Has SDKs for bots
in C++, Go, Java, Node, Python and Rust.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Without bubblewrap there is no sandbox.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "cmake, g++, libabsl-dev, libgrpc++-dev, libhwy-dev, libprotobuf-dev, libsodium-dev, ninja-build, pkg-config, protobuf-compiler, protobuf-compiler-grpc, python3, python3-venv"
)
include(CPack)
