// What a new league needs before it is played or planned: defaults, bots that
// work, and what a person reads of it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/league/setup/setup.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/league_options.h"

namespace couillon::tools {

// Sets what the command line leaves open. Returns a line that says what was
// taken, as the options that would have said the same; empty if nothing was.
std::string TakeDefaults(LeagueOptions& options, arena::LeagueRequest& request);

// Tries the bots of a new league, and stores in `config` who they are. With
// --skip-broken removes those that do not work.
absl::Status TryNewBots(const LeagueOptions& options,
                        const arena::LeagueRequest& request,
                        v1::LeagueConfig& config);

// Prints what will be played on stderr, before the first deal.
void PrintPlayed(const v1::LeagueConfig& config);

}  // namespace couillon::tools
