// What the results of a league support, by how its pairings were selected.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

enum class Certainty : std::uint8_t {
  // Intervals, ranks and marks of all ratings together.
  kRatings,
  // Who won selected the pairings: intervals of single pairings only. Ratings
  // are point estimates (see stats::LeagueErrors::kNone).
  kPairings,
  // The same, and the lead of a pairing decided how long it went on: only its
  // anytime-valid interval holds.
  kAnytimePairings,
};

// Returns the errors of the ratings.
[[nodiscard]] constexpr stats::LeagueErrors ErrorsOf(Certainty certainty) {
  return certainty == Certainty::kRatings ? stats::LeagueErrors::kByDeal
                                          : stats::LeagueErrors::kNone;
}

// Returns the reason why ratings have no intervals, ranks and marks, and what
// to do instead; null if they have them.
[[nodiscard]] constexpr const char* WhyNoIntervals(Certainty certainty) {
  return certainty == Certainty::kRatings
             ? nullptr
             : "Ratings of a Swiss or a knock-out have no intervals, ranks or "
               "marks: its pairings follow from the results, which makes such "
               "claims false. For certain ranks play a round robin, or an "
               "arena of --format adaptive.";
}

}  // namespace couillon::arena
