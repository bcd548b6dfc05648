// Plays a league with progress, signals and exit codes: what `league run`,
// `league resume` and `match` have in common.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/league_options.h"

namespace couillon::arena {
class LeagueStore;
}  // namespace couillon::arena

namespace couillon::tools {

struct PlayOptions {
  std::string directory;
  int concurrency = 1;   // workers, 1 at least
  bool strict = false;   // a fault of a bot is an exit code
  bool forfeit = false;  // a bot that does not start is no error
  bool quiet = false;    // no progress, no table
};

// arena::TryBots with the bundled bots, the SDKs and hints of this program.
// `directory` is that of the league; empty if it has none.
absl::Status TryBots(const v1::LeagueConfig& config,
                     const std::string& directory);

// Plays what is left and prints the table. Returns the exit code.
int PlayLeague(arena::LeagueStore& store, const PlayOptions& options);

// Makes the store, prints the commitment to the seed, and plays. If the
// directory holds the same league already, goes on with it. Returns the exit
// code.
int RunNewLeague(const LeagueOptions& options);

}  // namespace couillon::tools
