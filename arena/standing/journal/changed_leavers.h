// Versions that have been replaced or retired, and are not what they were when
// they were submitted: what they have left to play cannot be played.
#pragma once

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/arena_state.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// By entrant, of those that play in no later round and meet in a round that is
// not played to its end: how its files differ from those that were submitted.
// Nothing of entrants that are the same. The errors are those of LeagueStore.
absl::StatusOr<std::map<int, absl::Status>> ChangedLeavers(
    const ArenaState& state, const std::string& directory);

// Makes the bot one that cannot be started, so that nothing is started in its
// name, and that it forfeits what it is asked to play. Its name stays.
void MakeUnstartable(v1::BotEntry& bot);

}  // namespace couillon::arena
