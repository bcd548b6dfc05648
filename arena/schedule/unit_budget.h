// The budget of thinking time of a bot per unit of work: its default, and the
// bound on the duration of a league that follows from it.
#pragma once

#include <chrono>
#include <cstdint>

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Four times `move`, the limit of one silence, for each of `deals` in each of
// `seatings`; a match counts as 20 deals. A side takes 7 to 19 decisions per
// deal, depending on the ruleset, so a bot may take a fifth of the limit for
// each of them on average.
std::chrono::milliseconds DefaultUnitBudget(std::chrono::milliseconds move,
                                            std::uint64_t items, int seatings,
                                            bool is_match);
// The same for the units of a configuration, whose ruleset with the most
// seatings counts. 0 with a clock for each table, which bounds the unit as
// well. Requires: rulesets, mode, items, block_items and limits are set.
std::chrono::milliseconds DefaultUnitBudget(const v1::LeagueConfig& config);

// Bounds on the thinking time of a league. Bundled bots do not count: they run
// inside the referee.
struct PlayBound {
  std::int64_t units = 0;         // in all
  std::int64_t units_of_bot = 0;  // of the bot that plays the most
  double unit_seconds = 0;        // of a bot for one unit; 0: no bound
  bool from_clocks = false;       // which are those of the unit's tables
  double seconds = 0;             // of all bots for all units, in sequence
};
// `units_of_bot` is 0 if all bots are bundled. Requires: as for ScheduleOf().
PlayBound BoundOfPlay(const v1::LeagueConfig& config);

}  // namespace couillon::arena
