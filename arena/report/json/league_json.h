// What a report says of its league and of its bots, as JSON.
#pragma once

#include <string>

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the protection against memory: "deals" ("own" or "same"), and "bots",
// each with "cards" ("own" or kSeesAllCards), "processes" (ScopeName) and
// "suits" ("true" or "relabelled").
Json IntegrityJson(const v1::LeagueConfig& config);

// Returns a list of the stored identities, with the digests of all files.
Json IdentitiesJson(const v1::LeagueConfig& config);

// Sets "changed_bots" of `league` if a bot changed: for each its digest, its
// description, its SDK, its files and its changes. Bots that did not change are
// left out, so that the report of a league is the same bytes however its bots
// are reached.
void AddChangedBots(const v1::LeagueConfig& config, Json& league);

// Returns the system card of a bot, objects with "play" and "meaning".
Json ConventionsJson(const v1::BotEntry& bot);

// Sets "system_cards" of `league` if a bot has a card.
void AddSystemCards(const v1::LeagueConfig& config, Json& league);

// Returns the entrants of an arena, with their points or losses in its result,
// and its rounds.
Json EntrantsJson(const ArenaSummary& arena, const FormatResult& result);

}  // namespace couillon::arena
