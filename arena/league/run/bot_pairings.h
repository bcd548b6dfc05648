// Reports which pairings of a league cannot be played, before the first deal.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// OK if `bot` can be set at every table of the league, given the
// ids of the rulesets that it `plays` (none for all). FailedPrecondition names
// the bot, the rulesets that it lacks and whom it cannot meet there.
absl::Status CheckPairings(const v1::LeagueConfig& config, BotIndex bot,
                           const std::vector<std::string>& plays);

// The same for every bot, by the rulesets of its entry.
absl::Status CheckBotRulesets(const v1::LeagueConfig& config);

// InvalidArgument if the bots on the same deals have too many pairings for the
// sums over every two of them to fit into memory: more than 128 bots that all
// meet.
absl::Status CheckSameDeals(const v1::LeagueConfig& config);

}  // namespace couillon::arena
