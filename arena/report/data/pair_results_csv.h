// Reads the results of a league played elsewhere, as a CSV table of pairs.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/report/data/named_league.h"

namespace couillon::arena {

// Reads lines "deal,bot_a,bot_b,pair_score" under a header with these columns
// in any order; others are ignored. `deal` is any text that identifies a deal,
// the same for all pairings that played it. `pair_score` is bot_a's mean over
// the seatings: 0 to 1, a multiple of 1/4 or 1/12, or a decimal of at most six
// digits. Errors name `file`, the line, what was found and what was expected. A
// bot against itself and a repeated deal of two bots are errors.
absl::StatusOr<NamedLeague> ReadPairResults(const std::string& file,
                                            const std::string& text);

}  // namespace couillon::arena
