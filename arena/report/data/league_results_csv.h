// Reads the results of a league played elsewhere, in whichever of the known CSV
// forms its file has.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// The results of a league, with the names of its bots.
struct NamedLeague {
  std::vector<std::string> bots;  // in the order of their first appearance
  stats::LeagueSums sums;
};

// Reads lines "deal,bot_a,bot_b,pair_score" under a header with these columns
// in any order; others are ignored. `deal` is any text that identifies a deal,
// the same for all pairings that played it. `pair_score` is bot_a's mean over
// the seatings: 0 to 1, a multiple of 1/4 or 1/12, or a decimal of at most six
// digits. Errors name `file`, the line, what was found and what was expected. A
// bot against itself and a repeated deal of two bots are errors.
absl::StatusOr<NamedLeague> ReadPairResults(const std::string& file,
                                            const std::string& text);

// Reads pairs one by one, as ReadPairResults does, or a line of counts per
// pairing: "bot_a,bot_b,wins,draws,losses" for single games, or
// "bot_a,bot_b,ll,ld,split,wd,ww" for mirrored pairs by the results of bot_a.
// The header decides. Errors name `file`, the line, what was found and what was
// expected. A header with all columns of two forms is an error.
absl::StatusOr<NamedLeague> ReadLeagueResults(const std::string& file,
                                              const std::string& text);

}  // namespace couillon::arena
