// The schedule that a league's configuration asks for.
#pragma once

#include <cstdint>

#include "arena/table/schedule/schedule.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Requires: the configuration has been checked: two bots or more, a ruleset
// or more; for an individual tournament two-sided rulesets with the same
// number of seats, at most as many as there are bots, and no dummy; for a
// three-way league three-sided rulesets and three bots or more; for listed
// pairings at least one, of two different bots each; listed tables of an
// individual tournament have as many different bots as seats.
Schedule MakeSchedule(const v1::LeagueConfig& config);

// The number of pairings (tables, in an individual tournament and in a
// three-way league) of a round, without a list of them where their number
// follows from that of the bots. Requires: as MakeSchedule.
std::int64_t CountPairings(const v1::LeagueConfig& config);

// MakeSchedule(config).units(), without a list of all pairings where
// CountPairings() needs none. Requires: as MakeSchedule.
std::int64_t CountPlannedUnits(const v1::LeagueConfig& config);

// Returns true if it is an individual tournament.
bool IsIndividual(const v1::LeagueConfig& config);

// Returns true if it is a three-way league: three different bots at every
// table.
bool IsThreeWay(const v1::LeagueConfig& config);

// The number of teams at each table: 3 in a three-way league, otherwise 2.
int CountTeams(const v1::LeagueConfig& config);

// Returns true if the league is a round of an arena, which lists who meets
// whom.
bool IsArenaRound(const v1::LeagueConfig& config);

// Returns true if an item of its schedule is a match, not a single deal.
bool ArePlayingMatches(const v1::LeagueConfig& config);

// The word for an item of its schedule in text: "match" or "deal".
const char* ItemWord(const v1::LeagueConfig& config);

// The same of several, "matches" or "deals"; also the value of "mode" in JSON.
const char* ItemsWord(const v1::LeagueConfig& config);

}  // namespace couillon::arena
