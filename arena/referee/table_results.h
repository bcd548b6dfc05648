// The results that a bot receives for the tables that it has played.
#pragma once

#include <vector>

#include "arena/table/table.h"
#include "engine/play/table_result.h"

namespace couillon::arena {

// The outcomes of tables for bot `team`, 0 or 1, of their pairing. In order of
// size, so that nothing says which deal was which: the same deals are still to
// be played against others.
std::vector<TableResult> ResultsFor(int team,
                                    const std::vector<Outcome>& outcomes);

}  // namespace couillon::arena
