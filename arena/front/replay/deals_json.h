// Deals as couillon.deals documents, from which a page shows them card by card.
// docs/formats.md describes their keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/league/records/league_records.h"
#include "arena/numbers/format/json.h"
#include "arena/table/bot_index.h"
#include "arena/table/outcome.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "engine/play/deal_notation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The events of a deal, decision by decision, with all that follows from the
// rules: what is dealt and turned up, who makes trumps, who takes each trick.
// Whoever shows the deal needs no rules. docs/formats.md has the grammar.

// "3+2 2+2 !TD 3.pass 2.take =D2 2.TCQCJCJD>0 ...". Requires: all actions are
// legal.
std::string DealEvents(const CompiledRules& rules, const DealScript& deal);

// All cards of the deal without spaces: the hands from eldest on, each in the
// order received, then the talon, then the stock.
std::string DealCards(const CompiledRules& rules, const DealScript& deal);

// The document without its key "units". Requires: `rules` are those of the
// configuration.
Json DealsHead(const v1::LeagueConfig& config,
               const std::vector<CompiledRules>& rules);

// The bots of a unit, its ruleset and its numbers, without its key "items".
Json UnitHead(const Unit& unit);

// One of the "items". With `solver`, the values of all decisions that are
// solved quickly. Requires: the solver has `rules`.
Json ItemJson(const CompiledRules& rules, const ReplayedItem& item,
              Solver* solver);

// The document with this `head` and the items of one unit. With `with_values`,
// the values of all decisions that are solved quickly. Requires: the unit is
// played by `rules`.
Json DealsDocument(Json head, const CompiledRules& rules,
                   const ReplayedUnit& unit, bool with_values);

}  // namespace couillon::arena
