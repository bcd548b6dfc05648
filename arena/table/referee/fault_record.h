// A fault as it is kept with the result of its unit.
#pragma once

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/table.h"
#include "arena/table/verdict.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The fault of a bot in a unit that `event` reports, without a decision.
Fault FaultOf(const Unit& unit, BotIndex league_bot, const BotEvent& event,
              bool forfeits);

// Adds the decision that is due at the table, at which the fault happened.
void AddDecision(const CompiledRules& rules, const Table& table, Fault& fault);

}  // namespace couillon::arena
