// Leads and points, seen from the team.
#include "arena/table/referee/played_results.h"

#include <algorithm>

#include "arena/table/quantity.h"

namespace couillon::arena {

std::vector<TableResult> ResultsFor(Team team,
                                    const std::vector<Outcome>& outcomes) {
  std::vector<TableResult> results;
  results.reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) {
    if (outcome.three_way) {
      results.push_back({.half_points = (*outcome.three_way)[team].half_points,
                         .half_game_points = LeadOf(*outcome.three_way, team),
                         .forfeited = outcome.forfeited_by.has_value()});
      continue;
    }
    const bool first = team == Team::kFirst;
    const int half_game_points = outcome.lead_halves[Quantity::kGamePoints];
    results.push_back(
        {.half_points = first ? outcome.half_points : 2 - outcome.half_points,
         .half_game_points = first ? half_game_points : -half_game_points,
         .forfeited = outcome.forfeited_by.has_value()});
  }
  std::sort(results.begin(), results.end());
  return results;
}

}  // namespace couillon::arena
