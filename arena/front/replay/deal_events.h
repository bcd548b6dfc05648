// What happens in a deal, decision by decision, with all that follows from the
// rules: what is dealt and turned up, who makes trumps, who takes each trick.
// Whoever shows the deal needs no rules. docs/formats.md has the grammar.
#pragma once

#include <string>

#include "engine/play/deal_notation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// "3+2 2+2 !TD 3.pass 2.take =D2 2.TCQCJCJD>0 ...". Requires: all actions are
// legal.
std::string DealEvents(const CompiledRules& rules, const DealScript& deal);

// All cards of the deal without spaces: the hands from eldest on, each in the
// order received, then the talon, then the stock.
std::string DealCards(const CompiledRules& rules, const DealScript& deal);

}  // namespace couillon::arena
