// The tree that belongs to this program, with the SDKs and the templates of
// bots: the source tree, or what an installation has of it.
#pragma once

#include <string>
#include <vector>

namespace couillon::tools {

// The root of the tree: share/couillon beside the folder of this program, an
// absolute path. In a build folder that is a link to the source tree. Need not
// exist, if the program was copied alone.
std::string SourceTree();

// Absolute paths of the files and folders that sandboxed bots may read: the
// SDKs in the tree, their build results, and the program of the bundled bots in
// the folder of this one. Only paths that exist.
std::vector<std::string> SharedPaths();

}  // namespace couillon::tools
