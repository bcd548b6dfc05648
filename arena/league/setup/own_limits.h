// Limits of one bot in place of those of the league. Only who plays the league
// sets them: on the command line or in a list of bots.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// What the texts of ReadOwnLimits look like, for a help text.
inline constexpr char kOwnLimitsHelp[] =
    "Limits of one bot in place of those of all: NAME=LIMIT:VALUE,... where "
    "LIMIT is start-limit, st, tc, unit-budget, total-budget, memory, cpu, "
    "processes, files, file-size or scratch, and VALUE as for the option of "
    "that name";

// Adds limits such as "mine=tc:60+0.5,memory:8192" to the bots of these names.
// InvalidArgument quotes the text and says what was expected.
absl::Status ReadOwnLimits(const std::vector<std::string>& texts,
                           std::vector<v1::BotEntry>& bots);

// OK if a bot may have the limits of its own that it has, and each is in its
// range. InvalidArgument names the bot and the limit.
absl::Status CheckOwnLimits(const v1::BotEntry& bot);

// OK if no bot of an individual tournament has a clock of its own: partners
// share that of their side. InvalidArgument names the bot.
absl::Status CheckClocksOfPartners(const v1::LeagueConfig& config);

// OK if no bot has a move limit, clock or budget of its own, for what is played
// without those.
// InvalidArgument names the bot.
absl::Status CheckNoOwnTime(const v1::LeagueConfig& config);

}  // namespace couillon::arena
