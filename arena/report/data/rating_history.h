// The ratings of an arena's versions over its rounds. Each point is a fit of
// all results up to its round, against the same anchor, so it does not depend
// on the path: it is what the standings said after that round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::arena {

// A rating after a round.
struct RatingPoint {
  double value = 0;  // in the unit of the standings, against the anchor
  stats::Interval interval;
};

// The ratings under one ruleset.
struct RatingHistory {
  std::string ruleset;  // its spec
  stats::ResultScale scale = stats::ResultScale::kScore;
  std::vector<std::int64_t> rounds;  // ascending
  // By bot of the league and by round of `rounds`; null where the bot has no
  // rating, or none that results connect to the anchor.
  std::vector<std::vector<std::optional<RatingPoint>>> points;
};

// The most points of a history.
inline constexpr std::int64_t kMaxPoints = 20;

// Returns the most points for so many bots, from 2 to kMaxPoints: the time of
// a fit grows with the square of the bots.
std::int64_t MostPointsOf(int bots);

// Returns the rounds of a history of `last` rounds with results: all of them,
// or if they are more than `most`, so many at equal distances; the last is
// always there. Requires: most >= 1.
std::vector<std::int64_t> HistoryRounds(std::int64_t last,
                                        std::int64_t most = kMaxPoints);

}  // namespace couillon::arena
