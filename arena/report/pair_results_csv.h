// Results of a league played elsewhere, as a table of pairs.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/stats/league/league_rating.h"

namespace couillon::arena {

struct NamedLeague {
  std::vector<std::string> bots;  // in the order of their first appearance
  stats::LeagueSums sums;
};

// Reads lines "deal,bot_a,bot_b,pair_score" under a header that names these
// columns in any order; others are ignored. A deal is any text that names what
// was played, the same for all pairings that played it. A pair score is bot_a's
// mean over the seatings: 0 to 1, a multiple of 1/4 or 1/12 or a decimal of
// six digits at most. `file` is for the errors, which name the line, the field,
// what was found and what was expected: also for a bot against itself and for a
// deal that two bots played twice.
absl::StatusOr<NamedLeague> ReadPairResults(const std::string& file,
                                            const std::string& text);

}  // namespace couillon::arena
