// The version, commit, build type and compiler of this program.
#pragma once

#include <string>

namespace couillon::tools {

// The version of the project, such as "0.1.0".
const char* BuildVersion();
// The first 12 digits of the commit of the sources, with "-dirty" if they were
// changed since; "unknown" if they were not in a repository of their own.
const char* BuildCommit();
// Build type and optimisation, and the compiler with its version.
const char* BuildType();
const char* BuildCompiler();

// What `program` --version prints: lines for the version, the commit, the
// version of the protocol and the build, without a newline at the end.
std::string VersionText(const std::string& program);

}  // namespace couillon::tools
