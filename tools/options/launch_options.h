// What this program passes to the launcher: the bundled bots, and the files
// that sandboxed bots may read.
#pragma once

#include <string>

#include "arena/league/launch.h"

namespace couillon::tools {

// Returns options without a build command. `directory` is the directory of the
// league, empty if it has none.
arena::LaunchOptions LaunchOptionsFor(const std::string& directory);

}  // namespace couillon::tools
