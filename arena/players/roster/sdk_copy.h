// A place to build the SDKs of an installed couillon, whose own folder only the
// administrator may write.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

// Returns the tree in which the build commands of bots build SDKs: `tree`
// itself if it is a source tree. The tree of an installation (without arena/)
// is copied to the user's cache, couillon/sdk-HASH in XDG_CACHE_HOME or
// HOME/.cache; the hash is that of the files, so one copy serves all bots until
// couillon is updated. FailedPrecondition if neither variable is an absolute
// path; PermissionDenied if the copy cannot be made.
absl::StatusOr<std::string> TreeForBuilding(const std::string& tree);

}  // namespace couillon::arena
