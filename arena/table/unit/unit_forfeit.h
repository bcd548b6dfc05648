// The result of a unit that one bot forfeits as a whole.
#pragma once

#include "arena/table/bot_index.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Returns a result in which `league_bot` forfeits every table, played or not,
// so that it does not depend on which tables were played first. Requires: the
// bot plays in the unit.
UnitResult ForfeitedUnit(const Unit& unit, const CompiledRules& rules,
                         bool is_match, bool record_deals, BotIndex league_bot);

}  // namespace couillon::arena
