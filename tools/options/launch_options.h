// What this program passes to the launcher: the bundled bots, and the files
// that sandboxed bots may read.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/start_permission.h"
#include "arena/table/referee/in_process_link.h"

namespace couillon::tools {

// OK if a league may have the bundled bot of that name: a strategy, or the
// oracle. The error is that of bots::CheckStrategyName.
absl::Status CheckLeagueBuiltin(const std::string& name);

// Returns the decision function of a bundled bot. Requires: a strategy has that
// name.
arena::DecideFunction BundledBot(const std::string& name);

// Returns options without a build command and without cheating. `directory` is
// the directory of the league, empty if it has none. Programs that start
// without a sandbox are printed on stderr, once.
arena::LaunchOptions LaunchOptionsFor(const std::string& directory,
                                      const arena::StartPermission& permission);

}  // namespace couillon::tools
