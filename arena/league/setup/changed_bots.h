// Bots whose files change while their league is played. A league stores who its
// bots are (arena/players/roster/bot_identity.h); another bot under the same
// name is refused, or accepted and recorded.
#pragma once

#include "absl/status/status.h"
#include "arena/league/setup/launch.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

class LeagueStore;

// Stores in `config` who each bot is now. A bot whose trial failed keeps the
// identity that it has. Requires: a trial per bot. The error is that of
// ComputeIdentity.
absl::Status SetIdentities(const BotTrials& trials, v1::LeagueConfig& config);

// OK if the bots of `today`, in the order of those of `stored`, are the same;
// otherwise the error of CompareIdentity for the first one that is not.
absl::Status CheckUnchanged(const v1::LeagueConfig& stored,
                            const v1::LeagueConfig& today);

// Makes the bots of `today` those of the league, and records who they were
// before and how many units they had played. The error is that of the store.
absl::Status AcceptChanges(const v1::LeagueConfig& today, LeagueStore& store);

}  // namespace couillon::arena
