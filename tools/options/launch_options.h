// What this program passes to the launcher: the bundled bots, and the files
// that sandboxed bots may read.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/league/launch.h"

namespace couillon::tools {

// OK if a league may have the bundled bot of that name: a strategy, or the
// oracle. The error is that of bots::CheckStrategyName.
absl::Status CheckLeagueBuiltin(const std::string& name);

// Returns options without a build command and without cheating. `directory` is
// the directory of the league, empty if it has none.
arena::LaunchOptions LaunchOptionsFor(const std::string& directory);

}  // namespace couillon::tools
