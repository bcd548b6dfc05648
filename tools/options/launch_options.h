// What this program adds to the bots of a league: those bundled with it, and
// the files that bots are made of.
#pragma once

#include <string>

#include "arena/league/launch.h"

namespace couillon::tools {

// Options without a build command. `directory` is that of the league, empty if
// it has none.
arena::LaunchOptions LaunchOptionsFor(const std::string& directory);

}  // namespace couillon::tools
