// What a unit of work leaves: the results of its deals, exact sums, faults and
// records. It depends on configuration, seed and bots alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/schedule/schedule.h"
#include "arena/stats/seating_sums.h"
#include "arena/table/table.h"
#include "arena/table/verdict.h"
#include "arena/unit/pair_score.h"

namespace couillon::arena {

// One hand as it is kept: item, seating, actions, and what it came to.
struct HandOfUnit {
  std::uint64_t item = 0;
  int seating = 0;
  std::vector<std::string> deals;
  Outcome outcome;
};

struct UnitResult {
  Unit unit;
  PairScores scores;  // of its deals or matches, in order
  // Game and card points of the first bot, halves, by whether the seating is
  // in the first half of the list; denominator is the number of seatings.
  stats::SeatingSums game_points;
  stats::SeatingSums card_points;
  // Game points erased less those added, of either team.
  std::array<std::int64_t, 2> net{};
  std::int64_t deals = 0;      // played, all seatings together
  std::int64_t decisions = 0;  // taken by bots
  std::int64_t forfeits = 0;   // tables lost by a fault
  int lost_by = -1;  // index in the league of the bot that forfeited all of it
  // One bit a deal or match, the first in the lowest bit of the first byte:
  // whether a table of it was forfeited. Empty when none was.
  std::string touched;
  // Game points as above, without those deals or matches.
  stats::SeatingSums untouched_game_points;
  std::vector<Fault> faults;
  std::vector<HandOfUnit> hands;  // only if they are kept
};

// Whether bit `item` of UnitResult::touched is set.
bool IsTouched(const std::string& touched, std::size_t item);

}  // namespace couillon::arena
