// The bots of a report in one list, best first, over all its rulesets: the
// first table that a reader wants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

// A bot in the standings of a league with rating tables.
struct Standing {
  BotIndex bot{};
  std::optional<stats::RankBand> rank;
  std::optional<double> rating;  // in the unit of the standings
  stats::Interval interval;      // of the rating, if there is one
  BotResults results;            // of all its pairings
  std::int64_t faults = 0;       // with a forfeit
  // Whether it has no rating because forfeits alone decide all its pairings
  // (forfeits_alone.h), under one of the rulesets at least.
  bool no_result = false;
};

// The unit of the ratings, as the field "unit" has it.
std::string StandingsUnit(const LeagueReport& report);

// Returns the bots, best first. Requires: a report with rating tables.
std::vector<Standing> StandingsOf(const LeagueReport& report);

// The same under one of its rulesets. The rating is that of its sheet; faults
// are those of the whole league.
std::vector<Standing> StandingsUnder(const LeagueReport& report,
                                     const RatingTable& table);

// Returns true if the bot has pairs, but forfeits alone decide all its
// pairings.
bool HasNoResult(const RatingTable& table, BotIndex bot);

// Returns the bots that have played under the ruleset without a finite rating
// in the unit of the standings over all rulesets, ascending: they have no mean
// over the rulesets.
std::vector<BotIndex> BotsWithoutElo(const RatingTable& table);

// The faults of a bot that cost a deal or match.
std::int64_t FaultsOf(const LeagueReport& report, BotIndex bot);

}  // namespace couillon::arena
