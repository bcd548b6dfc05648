// Every table of the unit with the outcome of a forfeit.

#include "arena/table/unit/unit_forfeit.h"

#include <cstdint>
#include <optional>

#include "arena/table/outcome.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_tally.h"
#include "engine/cards/check.h"

namespace couillon::arena {

UnitResult ForfeitedUnit(const Unit& unit, const CompiledRules& rules,
                         bool is_match, bool record_deals,
                         BotIndex league_bot) {
  UnitResult result;
  result.unit = unit;
  const int teams = unit.teams.size();
  UnitTally tally(unit, rules, is_match);
  const std::optional<Team> team = unit.TeamOf(league_bot);
  COUILLON_CHECK(team.has_value());
  const Outcome outcome = ForfeitOutcome(rules, is_match, *team, teams);
  for (std::uint32_t item = 0; item < unit.items; ++item) {
    for (const Seating seating : Seatings(rules.sides)) {
      tally.Count(item, seating, outcome);
      if (!record_deals) continue;
      result.records.push_back({.item = unit.first_item + item,
                                .seating = seating,
                                .outcome = outcome});
    }
  }
  result.outcome = tally.Outcomes();
  result.outcome.lost_by = league_bot;
  return result;
}

}  // namespace couillon::arena
