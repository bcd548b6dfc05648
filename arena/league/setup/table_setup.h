// The bots of one table that is not part of a league: a request becomes a
// configuration for the launcher.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/setup.h"
#include "arena/league/setup/trial_worker.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

struct TableRequest {
  // One for each seat that a bot holds; each has a process of its own.
  std::vector<v1::BotEntry> bots;
  std::string ruleset;  // an id with +switches, or the path of a file
  TrialRequest limits;
  bool allow_plaintext = false;  // grpc:// addresses on other machines
};

// Returns a configuration with the bots, the ruleset and the limits, and
// without a seed: every bot has one link in it. The errors are those of
// SetUpLeague. Requires: the bots come from ReadTableBots.
absl::StatusOr<LeagueSetup> SetUpTable(const TableRequest& request);

}  // namespace couillon::arena
