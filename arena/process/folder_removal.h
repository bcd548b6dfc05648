// Removal of a folder that a bot could write to, regardless of its content.
#pragma once

#include <string>

namespace couillon::arena {

// Removes the folder at `path` with all that is in it: folders without rights,
// and folders so deep that no path reaches them (rights are given back and
// deep folders are moved up first, so that neither the stack nor a path grows
// with the depth). Links are removed, never followed. Returns whether nothing
// is left. Requires: no process that could write there is left.
bool RemoveFolder(const std::string& path);

}  // namespace couillon::arena
