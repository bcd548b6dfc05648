// The commit, build type and compiler of this program.
#pragma once

namespace couillon::tools {

// The commit of the sources, with "-dirty" if they were changed since;
// "unknown" outside a repository.
const char* BuildCommit();
// Build type and optimisation, and the compiler with its version.
const char* BuildType();
const char* BuildCompiler();

}  // namespace couillon::tools
