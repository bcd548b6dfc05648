// A unit that one bot loses as a whole.
#pragma once

#include "arena/table/bot_index.h"
#include "arena/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The result of a unit of which every table, played or not, is forfeited by
// `league_bot`, so that it does not depend on what was played first. Requires:
// the bot plays in the unit.
UnitResult ForfeitedUnit(const Unit& unit, const CompiledRules& rules,
                         bool is_match, bool record_deals, BotIndex league_bot);

}  // namespace couillon::arena
