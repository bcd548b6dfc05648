// Removal of a folder that a bot could write to, regardless of its content.
#pragma once

#include <string>

namespace couillon::arena {

// Removes the folder at `path` and its content, including folders without
// permissions and folders too deep for any path: it restores permissions and
// moves deep folders up first, so that neither the stack nor a path grows with
// the depth. Links are removed, never followed. Returns whether all is removed.
// Requires: no process that could write there is left.
bool RemoveFolder(const std::string& path);

}  // namespace couillon::arena
