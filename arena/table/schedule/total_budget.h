// The budget of each bot for a whole league: how long workers may wait for it.
// Beyond its budget a bot plays last; beyond kForfeitAfter budgets it forfeits
// what is left (arena/table/referee/budget_ledger.h). So a league ends.
#pragma once

#include <chrono>
#include <vector>

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class Schedule;

// In budgets: the time after which a bot forfeits what it has left to play.
inline constexpr int kForfeitAfter = 2;

// Returns the budget of each bot, by index in the league; 0 for none, as of a
// bundled bot. `share`, above 0 and at most 1, is the part of the units that
// are played here.
//
// If the configuration has no budget, it follows from the units of the bot and
// its other limits: with the default budget per unit, a twentieth of the move
// limit per deal and seating (a match counts as 20 deals); with another budget
// per unit or with a clock for each table, half of what these allow; in any
// case ten minutes. Requires: `schedule` is that of `config`.
std::vector<std::chrono::milliseconds> TotalBudgets(
    const v1::LeagueConfig& config, const Schedule& schedule, double share = 1);

}  // namespace couillon::arena
