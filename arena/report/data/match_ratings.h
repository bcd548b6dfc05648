// Elo per match of the bots of a league that plays deals: what a match would
// give, by the race on the slate with the deals that each pairing has played.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/table/race/match_elo.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// More pairings than this, on deals of their own, have matches to first order
// (linear_races.h): a race each would take minutes.
inline constexpr std::size_t kMaxRaces = 20'000;

struct MatchRatings {
  std::vector<MatchEstimate> pairings;  // in the order of the sums
  bool are_linear = false;              // those of linear_races.h
  // Bradley-Terry on the expected scores of matches. Of two pairings on the
  // same deals, it takes their expected scores to vary together as far as their
  // game points do.
  stats::LeagueRating rating;
};

// Returns the ratings under a ruleset. `points` are the game points of the
// pairings, with the crosses, as a league rating takes them.
// Empty if the kinds of deals are not those of the ruleset.
// Requires: the pairings of `points` are those of `sums`, ascending.
MatchRatings RateMatches(const CompiledRules& rules, const TableSums& sums,
                         const stats::LeagueSums& points, double level,
                         std::optional<int> anchor);

}  // namespace couillon::arena
