// Bots that join a league later, and programs that take another's place.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/roster/bot_sources.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// A league with other bots: its configuration, whose new bots have not been
// tried.
struct ChangedLeague {
  v1::LeagueConfig config;
  std::vector<BotIndex> fresh;  // the new ones
  // As LeagueSetup::no_sandbox.
  std::string no_sandbox;
};

// Returns `stored` with more bots after its own. The errors are those of
// SetUpLeague for the bots, and InvalidArgument for a name that is taken.
absl::StatusOr<ChangedLeague> WithMoreBots(
    const v1::LeagueConfig& stored, const std::vector<v1::BotEntry>& bots,
    const BuiltinCheck& builtin_check);

// Returns `stored` with `bot` in place of the one of the same name, whose own
// limits it keeps unless it has some, or is a bundled bot. NotFound if
// there is none; the other errors are those of SetUpLeague for the bots.
absl::StatusOr<ChangedLeague> WithBotReplaced(
    const v1::LeagueConfig& stored, const v1::BotEntry& bot,
    const BuiltinCheck& builtin_check);

}  // namespace couillon::arena
