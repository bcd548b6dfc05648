// The results that a bot receives for the tables that it has played.
#pragma once

#include <vector>

#include "arena/table/outcome.h"
#include "arena/table/team.h"
#include "engine/play/table_result.h"

namespace couillon::arena {

// Returns the outcomes of tables for a team of their pairing, or of their three
// teams. Sorted by value, so that they do not reveal which deal had which
// result: the same deals are still to be played against other bots.
std::vector<TableResult> ResultsFor(Team team,
                                    const std::vector<Outcome>& outcomes);

}  // namespace couillon::arena
