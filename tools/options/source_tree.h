// The source tree that this program was built from. It contains the SDKs and
// the templates of bots.
#pragma once

#include <string>
#include <vector>

namespace couillon::tools {

// The root of the source tree.
std::string SourceTree();

// Absolute paths of the files and folders that sandboxed bots may read: the
// SDKs in the source tree, their build results, and the program of the bundled
// bots in the folder of this one. Only paths that exist.
std::vector<std::string> SharedPaths();

}  // namespace couillon::tools
