// Reads a league played elsewhere from a CSV table of counts per pairing.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/data/named_league.h"

namespace couillon::arena {

// What one line of a table counts.
enum class PairingCounts {
  kGames,  // single games: wins, draws and losses of bot_a
  kCells,  // mirrored pairs by what bot_a made of them: LL, LD, split, WD, WW
};

// Returns the columns of such a table: "bot_a,bot_b,wins,draws,losses" or
// "bot_a,bot_b,ll,ld,split,wd,ww".
const std::vector<std::string>& ColumnsOf(PairingCounts counts);

// Reads a line per pairing under a header with these columns in any order;
// others are ignored. Counts are whole numbers; a file holds at most 2^53 games
// or pairs. Each of them is a deal of its own: which ones shared a deal is not
// known. Errors name `file`, the line, what was found and what was expected. A
// bot against itself and a second line of two bots, in either order, are
// errors.
absl::StatusOr<NamedLeague> ReadPairingCounts(const std::string& file,
                                              const std::string& text,
                                              PairingCounts counts);

}  // namespace couillon::arena
