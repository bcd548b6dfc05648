// The default thinking-time budget of a bot per unit of work, and the bound on
// the duration of a league that follows from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class Schedule;

// Returns 4 * `move` (the move limit) per deal and seating; a match counts as
// 20 deals. A side takes 7 to 19 decisions per deal, depending on the ruleset,
// so a bot may use a fifth of the move limit for each of them on average.
std::chrono::milliseconds DefaultUnitBudget(std::chrono::milliseconds move,
                                            std::uint64_t items, int seatings,
                                            bool is_match);
// The same for the units of a configuration; uses the ruleset with the most
// seatings. 0 with a clock for each table, which already bounds the unit.
// Requires: rulesets, mode, items, block_items and limits are set.
std::chrono::milliseconds DefaultUnitBudget(const v1::LeagueConfig& config);

// The time that the clocks of the tables of one unit allow a bot to think, with
// their increments, in milliseconds; a match counts as 20 deals. Requires: as
// above.
double MsOfClocks(const v1::LeagueConfig& config);

// Gives a bot with another `move_ms` and no budget per unit of its own the
// default for that limit, if the league has its default too. Requires: as for
// DefaultUnitBudget; the limits of `config` are set.
void SetDefaultOwnBudget(const v1::LeagueConfig& config, v1::BotEntry& bot);

// The number of units of each bot of the league; 0 for bundled bots. Requires:
// `schedule` is that of `config`.
std::vector<std::int64_t> UnitsOfBots(const v1::LeagueConfig& config,
                                      const Schedule& schedule);

// Bounds on the thinking time of a league. Bundled bots do not count: they run
// inside the referee.
struct PlayBound {
  std::int64_t units = 0;         // of the league
  std::int64_t units_of_bot = 0;  // of the bot that plays the most
  // The bound for one unit of a bot without limits of its own; 0: no bound.
  double unit_seconds = 0;
  bool from_clocks = false;  // unit_seconds is the sum of table clocks
  double seconds = 0;        // of all bots for all units, in sequence
  bool without_end = false;  // a bot has no bound, so `seconds` is none
};
// `units_of_bot` is 0 if all bots are bundled. Requires: as for MakeSchedule().
PlayBound BoundOfPlay(const v1::LeagueConfig& config);

}  // namespace couillon::arena
