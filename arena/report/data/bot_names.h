// The names of the bots of a league, plain and as every table shows them.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the names of the bots, in the order of the league.
std::vector<std::string> BotNames(const v1::LeagueConfig& config);

// Returns the name of a bot as every table shows it: marked if it sees all
// cards, or if the referee cannot divide its processes.
std::string ShownName(const v1::LeagueConfig& config, BotIndex bot);

// Returns the shown names of all bots, in the order of the league.
std::vector<std::string> ShownNames(const v1::LeagueConfig& config);

// Returns what a process of a bot is asked, and its suits, as one CSV field:
// "divided", "remote relabelled"; kSeesAllCards for a bot that does.
std::string ProtectionField(const v1::LeagueConfig& config, BotIndex bot);

// Returns the index of the bot `name`; NotFound, with the known names, if there
// is none.
absl::StatusOr<int> FindBot(const std::vector<std::string>& names,
                            const std::string& name);

}  // namespace couillon::arena
