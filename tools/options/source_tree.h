// The source tree that this program was built from, which has the SDKs and the
// templates of bots.
#pragma once

#include <string>
#include <vector>

namespace couillon::tools {

// The root of the source tree.
std::string SourceTree();

// Files and folders that bots are made of and that sandboxed bots may read: the
// SDKs in the source tree with what is built of them, and the program of the
// bundled bots beside this one. Only those that exist; absolute.
std::vector<std::string> SharedPaths();

}  // namespace couillon::tools
