// Paths in an archive, which may come from anybody.
#pragma once

#include <string>

namespace couillon::arena {

// Returns true if `path` names a place below a folder: relative, not empty, and
// without "." and "..".
bool IsInside(const std::string& path);

// Returns true if a symbolic link at `path` with this target leads to a place
// below the folder, whatever other such links are there: ".." comes first in
// the target, and no more often than `path` has folders. Requires:
// IsInside(path), and the folders of `path` are no links.
bool LeadsInside(const std::string& path, const std::string& target);

}  // namespace couillon::arena
