// The limits of each bot of a league: those of the league, or its own.
#pragma once

#include "arena/table/bot_index.h"

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
class Limits;
}  // namespace couillon::v1

namespace couillon::arena {

// The limits that hold for a bot. With a clock of its own and no budget per
// unit of its own it has none.
v1::Limits LimitsOf(const v1::LeagueConfig& config, BotIndex bot);
v1::Limits LimitsOf(const v1::LeagueConfig& config, const v1::BotEntry& bot);

// Returns true if a worker asks one decision at a time: strict time, or a clock
// of the league or of one of its bots.
bool AsksOneAtATime(const v1::LeagueConfig& config);

}  // namespace couillon::arena
