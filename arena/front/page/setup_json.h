// How a league was set up, in words: what results depend on and a report leaves
// out, since it is the same however its bots are reached.
#pragma once

#include "arena/numbers/format/json.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the policy as lines, who the bots are, and the commands that repeat
// and verify the results. It follows from the configuration alone.
Json SetupJson(const v1::LeagueConfig& config, bool is_arena);

}  // namespace couillon::arena
