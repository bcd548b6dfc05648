// The source tree that this program was built from. It has the SDKs and the
// templates of bots.
#pragma once

#include <string>
#include <vector>

namespace couillon::tools {

// The root of the source tree.
std::string SourceTree();

// Absolute paths of the files and folders that sandboxed bots may read: the
// SDKs in the source tree, what is built from them, and the program of the
// bundled bots beside this one. Only those that exist.
std::vector<std::string> SharedPaths();

}  // namespace couillon::tools
