// The faults of a league by cause, for its page.
#pragma once

#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/table/verdict.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns an array with an object per cause, the keys as `couillon faults` has
// them; the first 200 causes. Those that cost nothing are among them, and
// differ from run to run.
Json FaultsJson(const v1::LeagueConfig& config,
                const std::vector<Fault>& faults);

}  // namespace couillon::arena
