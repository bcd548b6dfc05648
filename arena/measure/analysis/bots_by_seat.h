// The bots that decide at a table.
#pragma once

#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The bots of a table by seat; for a dummy the one that decides.
std::vector<BotIndex> BotsBySeat(const Unit& unit, const CompiledRules& rules,
                                 Seating seating);

}  // namespace couillon::arena
