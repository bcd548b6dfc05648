// How wide the intervals of leagues are, and how many of them contain the true
// difference.
#pragma once

#include <cstdint>
#include <span>

#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// Intervals of one kind, over all leagues.
struct IntervalCount {
  std::int64_t intervals = 0;
  std::int64_t covering = 0;  // contain the true difference
  double total_width = 0;     // Elo, from end to end

  // NaN without intervals.
  [[nodiscard]] double coverage() const;
  [[nodiscard]] double mean_width() const;
};

// Leagues of the same bots.
struct IntervalTally {
  std::int64_t leagues = 0;
  IntervalCount anchor;      // each bot against the first
  IntervalCount neighbours;  // each bot against the one before it in the list

  // Adds the 95% intervals of a league. `true_elo` is by bot, relative to the
  // first, and ascending or descending if neighbours are to be near in
  // strength. A league without a finite interval for every bot is not added.
  // Requires: the ratings have bot 0 as their anchor.
  void Add(const stats::LeagueRating& rating, std::span<const double> true_elo);
};

}  // namespace couillon::arena
